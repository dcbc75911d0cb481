import { isLarge, parseNumbers } from '#shared/client/exact-json.ts'

/**
 * Parses JSON without losing digits: a number beyond 2^53 becomes a raw JSON value, which `JSON.stringify` writes back
 * unchanged. Number schemas reject it.
 *
 * @throws SyntaxError
 */
export const parseExact = (text: string): unknown =>
  parseNumbers(text, (source, value) => (isLarge(value) ? rawOr(source, value) : value))

/** Parses JSON; every number that a double cannot represent exactly becomes a raw JSON value. @throws SyntaxError */
export const parseLiteral = (text: string): unknown =>
  parseNumbers(text, (source, value) => (String(value) === source ? value : rawOr(source, value)))

const rawOr = (source: string | undefined, value: number): unknown =>
  source === undefined ? value : JSON.rawJSON(source)

/** Returns the text of a raw number from {@link parseExact}, or null for any other value. */
export const getExactText = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && JSON.isRawJSON(value) ? JSON.stringify(value) : null
