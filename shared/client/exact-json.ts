/**
 * JSON that keeps integers exact. `JSON.parse` rounds those beyond 2^53, so one row's id may become another row's.
 * Built on https://github.com/tc39/proposal-json-parse-with-source.
 */

declare global {
  interface JSON {
    rawJSON(text: string): object
    isRawJSON(value: unknown): boolean
    parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
  }
}

/** Matches numbers of 16 digits or more, and exponents. A shorter number fits a double exactly. */
const MAY_LOSE_PRECISION = /[\d.]{16}|\d[eE]\+?\d/

/** True for a number beyond the safe integers, which may have been rounded. */
export const isLarge = (value: number): boolean => !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)

/**
 * Parses JSON. If a double may have rounded any of its numbers, `represent` converts each of them.
 *
 * @param represent receives a number's source text, or undefined where the runtime does not supply it
 * @throws SyntaxError, and what `represent` throws
 */
export function parseNumbers(text: string, represent: (source: string | undefined, value: number) => unknown): unknown {
  if (!MAY_LOSE_PRECISION.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value, context?: { source?: string }) =>
    typeof value === 'number' ? represent(context?.source, value) : value,
  )
}

/**
 * Parses JSON. An integer beyond 2^53 becomes a `bigint`.
 *
 * @throws SyntaxError for invalid JSON; RangeError for such an integer in a browser that cannot read it exactly
 * @example decodeJson('{"id":9007199254740993}') // { id: 9007199254740993n }
 */
export const decodeJson = (text: string): unknown =>
  parseNumbers(text, (source, value) => {
    if (!isLarge(value)) return value
    if (source === undefined) throw new RangeError('this runtime cannot read an integer beyond 2^53')
    return /^-?\d+$/.test(source) ? BigInt(source) : value
  })

/** Writes JSON, with a `bigint` as a number. @throws TypeError in a browser that cannot write it exactly */
export function encodeJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (thrown) {
    if (!(thrown instanceof TypeError) || typeof JSON.rawJSON !== 'function') throw thrown
    return JSON.stringify(value, (_key, item: unknown) =>
      typeof item === 'bigint' ? JSON.rawJSON(String(item)) : item,
    )
  }
}
