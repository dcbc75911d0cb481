/**
 * JSON whose whole numbers stay exact. `JSON.parse` rounds what is beyond 2^53, so a row's id may become another row's.
 * Built on https://github.com/tc39/proposal-json-parse-with-source.
 */

declare global {
  interface JSON {
    rawJSON(text: string): object
    isRawJSON(value: unknown): boolean
    parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
  }
}

/** A number of 15 digits or fewer survives, unless an exponent makes it longer. */
const MAY_BE_LOST = /[\d.]{16}|\d[eE]\+?\d/

/** True for a number so large that it may have been rounded to a whole one. */
export const isLarge = (value: number): boolean => !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)

/**
 * Parses JSON. If a double may have rounded any of its numbers, each becomes what `represent` makes of it.
 *
 * @param represent gets a number's text, or undefined where the runtime does not tell it
 * @throws SyntaxError, and what `represent` throws
 */
export function parseNumbers(text: string, represent: (source: string | undefined, value: number) => unknown): unknown {
  if (!MAY_BE_LOST.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value, context?: { source?: string }) =>
    typeof value === 'number' ? represent(context?.source, value) : value,
  )
}

/**
 * Parses JSON for a caller in JavaScript: a whole number beyond 2^53 becomes a `bigint`.
 *
 * @throws SyntaxError for what is no JSON; RangeError for such a number in a browser that cannot read it exactly
 * @example decodeJson('{"id":9007199254740993}') // { id: 9007199254740993n }
 */
export const decodeJson = (text: string): unknown =>
  parseNumbers(text, (source, value) => {
    if (!isLarge(value)) return value
    if (source === undefined) throw new RangeError('a whole number beyond 2^53 cannot be read here')
    return /^-?\d+$/.test(source) ? BigInt(source) : value
  })

/** Writes JSON, a `bigint` as the number it is. @throws TypeError in a browser that cannot write it exactly */
export function encodeJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (thrown) {
    if (!(thrown instanceof TypeError) || typeof JSON.rawJSON !== 'function') throw thrown
    return JSON.stringify(value, (_key, held: unknown) =>
      typeof held === 'bigint' ? JSON.rawJSON(String(held)) : held,
    )
  }
}
