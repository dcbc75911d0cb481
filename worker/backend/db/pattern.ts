import { AppError } from '#shared/client/errors.ts'

/** The database refuses longer patterns. */
const MAX_BYTES = 50

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
export const globOf = (pattern: string): string =>
  within(
    partsOf(pattern)
      .map((part) =>
        'wildcard' in part ? { '%': '*', _: '?' }[part.wildcard] : part.character.replace(/[*?[]/, '[$&]'),
      )
      .join(''),
  )

/** As a pattern of SQLite's `like … escape '\'`, which does not mind case. */
export const likeOf = (pattern: string): string =>
  within(
    partsOf(pattern)
      .map((part) => ('wildcard' in part ? part.wildcard : part.character.replace(/[%_\\]/, String.raw`\$&`)))
      .join(''),
  )

function within(pattern: string): string {
  if (new TextEncoder().encode(pattern).length > MAX_BYTES)
    throw new AppError('PGRST100', `a pattern has at most ${MAX_BYTES} bytes`)
  return pattern
}
