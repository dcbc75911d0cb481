import { AppError } from '#shared/client/errors.ts'

/** D1 rejects longer patterns. */
const MAX_BYTES = 50

/** Maximum number of patterns that one pattern expands to. */
const MAX_SPELLINGS = 16

type Part = { readonly wildcard: '%' | '_' } | { readonly character: string }

/** Parses a `like` pattern: `%` or `*` for any text, `_` for one character, a backslash before a literal character. */
function parsePattern(pattern: string): Part[] {
  const parts: Part[] = []
  const characters = [...pattern]
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i]!
    if (character === '\\') parts.push({ character: characters[++i] ?? '\\' })
    else if (character === '%' || character === '*') parts.push({ wildcard: '%' })
    else if (character === '_') parts.push({ wildcard: '_' })
    else parts.push({ character })
  }
  return parts
}

/** Returns a pattern for `glob`, which is case-sensitive like PostgreSQL's `like` (and unlike SQLite's). */
export const toGlob = (pattern: string): string => requireShort(parsePattern(pattern).map(globPart).join(''))

const globPart = (part: Part): string =>
  'wildcard' in part ? { '%': '*', _: '?' }[part.wildcard] : part.character.replace(/[*?[]/, '[$&]')

/**
 * Returns a case-insensitive pattern as one or more SQLite patterns, joined by OR. SQLite's `like … escape '\'` ignores
 * the case of ASCII letters only. Every other letter is therefore spelled in both cases: as a class of `glob` if that
 * fits into {@link MAX_BYTES}, else as several patterns of `like`.
 *
 * @throws AppError `PGRST100` if neither fits
 */
export function toILike(pattern: string): ({ readonly like: string } | { readonly glob: string })[] {
  const parts = parsePattern(pattern)
  const nonAscii = parts.filter(isNonAsciiLetter)
  if (nonAscii.length === 0) return [{ like: requireShort(parts.map(likePart).join('')) }]
  const glob = parts
    .map((part) => (getCases(part).length > 1 ? `[${getCases(part).join('')}]` : globPart(part)))
    .join('')
  if (countBytes(glob) <= MAX_BYTES) return [{ glob }]
  if (2 ** nonAscii.length > MAX_SPELLINGS) throw tooLong('when its letters are spelled in both cases')
  const spellings = parts.reduce(
    (begun, part) => {
      const ways = nonAscii.includes(part) ? getCases(part) : [likePart(part)]
      return begun.flatMap((beginning) => ways.map((way) => beginning + way))
    },
    [''],
  )
  return spellings.map((like) => ({ like: requireShort(like) }))
}

const likePart = (part: Part): string =>
  'wildcard' in part ? part.wildcard : part.character.replace(/[%_\\]/, String.raw`\$&`)

const isAscii = (character: string): boolean => character.codePointAt(0)! < 128

/** True for a letter outside ASCII that has two cases. */
const isNonAsciiLetter = (part: Part): boolean =>
  'character' in part && !isAscii(part.character) && getCases(part).length > 1

/** Returns both cases of a letter if each is one character, and any other part unchanged. */
function getCases(part: Part): string[] {
  if ('wildcard' in part) return [part.wildcard]
  const { character } = part
  const cases = [character, character.toLowerCase(), character.toUpperCase()]
  return [...new Set(cases)].filter((one) => [...one].length === 1)
}

const countBytes = (pattern: string): number => new TextEncoder().encode(pattern).length

function requireShort(pattern: string): string {
  if (countBytes(pattern) > MAX_BYTES) throw tooLong()
  return pattern
}

const tooLong = (when = '') => new AppError('PGRST100', `a pattern has at most ${MAX_BYTES} bytes ${when}`.trim())
