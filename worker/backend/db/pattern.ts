import { AppError } from '#shared/client/errors.ts'

/** The database refuses longer patterns. */
const MAX_BYTES = 50

/** How many patterns one is spelled out to at most. */
const MAX_SPELLINGS = 16

type Part = { readonly wildcard: '%' | '_' } | { readonly character: string }

/** A pattern of `like`: `%` or `*` for any text, `_` for one character, a backslash before a character that means itself. */
function partsOf(pattern: string): Part[] {
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

/** As a pattern of `glob`, which minds case as PostgreSQL's `like` does (and SQLite's does not). */
export const globOf = (pattern: string): string => within(partsOf(pattern).map(globPart).join(''))

const globPart = (part: Part): string =>
  'wildcard' in part ? { '%': '*', _: '?' }[part.wildcard] : part.character.replace(/[*?[]/, '[$&]')

/**
 * A pattern that minds no case, as one or several of SQLite's, any of which may fit. Its `like … escape '\'` minds none
 * of a to z alone, so every other letter is spelled in both cases: as a class of `glob` where there is room, else as
 * patterns of `like`.
 *
 * @throws AppError `PGRST100` when there is no room for either
 */
export function ilikeOf(pattern: string): ({ readonly like: string } | { readonly glob: string })[] {
  const parts = partsOf(pattern)
  const foreign = parts.filter(isForeign)
  if (foreign.length === 0) return [{ like: within(parts.map(likePart).join('')) }]
  const glob = parts.map((part) => (casesOf(part).length > 1 ? `[${casesOf(part).join('')}]` : globPart(part))).join('')
  if (bytesOf(glob) <= MAX_BYTES) return [{ glob }]
  if (2 ** foreign.length > MAX_SPELLINGS) throw tooLong('when its letters are spelled in both cases')
  const spellings = parts.reduce(
    (begun, part) => {
      const ways = foreign.includes(part) ? casesOf(part) : [likePart(part)]
      return begun.flatMap((beginning) => ways.map((way) => beginning + way))
    },
    [''],
  )
  return spellings.map((like) => ({ like: within(like) }))
}

const likePart = (part: Part): string =>
  'wildcard' in part ? part.wildcard : part.character.replace(/[%_\\]/, String.raw`\$&`)

const isAscii = (character: string): boolean => character.codePointAt(0)! < 128

/** A letter with two cases that is none of A to Z. */
const isForeign = (part: Part): boolean => 'character' in part && !isAscii(part.character) && casesOf(part).length > 1

/** A letter in both cases, as far as each is one character; anything else as it is. */
function casesOf(part: Part): string[] {
  if ('wildcard' in part) return [part.wildcard]
  const { character } = part
  const cases = [character, character.toLowerCase(), character.toUpperCase()]
  return [...new Set(cases)].filter((one) => [...one].length === 1)
}

const bytesOf = (pattern: string): number => new TextEncoder().encode(pattern).length

function within(pattern: string): string {
  if (bytesOf(pattern) > MAX_BYTES) throw tooLong()
  return pattern
}

const tooLong = (when = '') => new AppError('PGRST100', `a pattern has at most ${MAX_BYTES} bytes ${when}`.trim())
