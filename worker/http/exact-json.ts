import { isLarge, parseNumbers } from '#shared/client/exact-json.ts'

/**
 * Parses JSON that passes through: a number beyond 2^53 becomes a raw JSON value, which `JSON.stringify` writes as it
 * was read. Schemas that ask for a number refuse it.
 *
 * @throws SyntaxError
 */
export const parseExact = (text: string): unknown =>
  parseNumbers(text, (source, value) => (isLarge(value) ? rawOr(source, value) : value))

/** The same of every number that a double changes, however small. @throws SyntaxError */
export const parseLiteral = (text: string): unknown =>
  parseNumbers(text, (source, value) => (String(value) === source ? value : rawOr(source, value)))

const rawOr = (source: string | undefined, value: number): unknown =>
  source === undefined ? value : JSON.rawJSON(source)

/** The text of a number that {@link parseExact} kept, or null for any other value. */
export const exactTextOf = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && JSON.isRawJSON(value) ? JSON.stringify(value) : null
