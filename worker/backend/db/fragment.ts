/** A `bigint` is a 64-bit integer. */
export type Bound = string | number | bigint | null

/** A piece of SQL and the values it binds, in order. Values never become part of the text. */
export type Fragment = { readonly sql: string; readonly params: readonly Bound[] }

export const sql = (text: string, ...params: Bound[]): Fragment => ({ sql: text, params })

/**
 * Creates SQL in which each `$name` becomes a bound value, as often as it occurs.
 *
 * @example bound('at > $since or $since is null', { since: 7 })
 * @throws Error for a name without a value, which is a bug of ours
 */
export function bindNames(text: string, values: Readonly<Record<string, Bound>>): Fragment {
  const params: Bound[] = []
  const written = text.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`SQL names $${name}, which has no value`)
    params.push(value)
    return '?'
  })
  return { sql: written, params }
}

/** Quotes an identifier, which comes from the schema and never from a request. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const joinFragments = (fragments: readonly Fragment[], separator: string): Fragment => ({
  sql: fragments.map((fragment) => fragment.sql).join(separator),
  params: fragments.flatMap((fragment) => fragment.params),
})

export const parenthesized = ({ sql, params }: Fragment): Fragment => ({ sql: `(${sql})`, params })

/** Combines conditions with AND. Without conditions, everything matches. */
export const joinWithAnd = (fragments: readonly Fragment[]): Fragment =>
  fragments.length === 0 ? sql('true') : joinFragments(fragments.map(parenthesized), ' and ')
