import { AppError } from '#shared/client/errors.ts'
import type { Order, Query } from '#shared/query/ast.ts'
import { numberIn } from './exact-numbers.ts'
import {
  joinWithAnd,
  type Bound,
  type Fragment,
  joinFragments,
  parenthesized,
  quoteIdentifier,
  sql,
} from './fragment.ts'
import { throwUndefinedColumn, type View } from './view.ts'

type Term = { readonly name: string; readonly descending: boolean; readonly nulls: 'first' | 'last' | null }

/** Returns the order of rows, with tie-breakers so that pages neither repeat nor skip. Empty if no order is needed. */
function toTerms({ order = [], offset, cursor }: Query, view: View): Term[] {
  if (order.length === 0 && offset === undefined && cursor === undefined) return []
  const ties = view.table.tieBreak.map((name): Term => ({ name, descending: false, nulls: null }))
  // A repeated column does not affect the order.
  const terms = new Map<string, Term>()
  for (const term of [...order.map((term) => toTerm(term, view)), ...ties])
    if (!terms.has(term.name)) terms.set(term.name, term)
  return [...terms.values()]
}

function toTerm({ column: name, direction, nulls }: Order, view: View): Term {
  const column = view.comparable(name)
  const descending = direction === 'desc'
  // PostgreSQL's rule: null is greater than any value.
  return { name, descending, nulls: column.nullable ? (nulls ?? (descending ? 'first' : 'last')) : null }
}

export function compileOrder(query: Query, view: View): Fragment {
  const terms = toTerms(query, view)
  if (terms.length === 0) return sql('')
  const written = terms.map(({ name, descending, nulls }) => {
    const direction = descending ? ' desc' : ''
    return `${quoteIdentifier(name)}${direction}${nulls === null ? '' : ` nulls ${nulls}`}`
  })
  return sql(` order by ${written.join(', ')}`)
}

/**
 * Returns the parts that a cursor adds to a query: `seen`, a table expression with the cursor's row, and a condition
 * for the rows after it. A row that the caller may not see has no rows after it, like one that does not exist.
 */
export function compileCursor(query: Query, view: View): { with: Fragment; where: Fragment } | null {
  if (query.cursor === undefined) return null
  if (!view.table.columns.has('id')) throwUndefinedColumn(view.table, 'id')
  const terms = toTerms(query, view)
  if (terms.length === 0) throw new AppError('PGRST100', 'a cursor requires an order')
  // The unary plus removes type affinity. With affinity, SQLite would search an index by the first of several columns
  // only.
  const columns = terms.map(({ name }, i) => `+${quoteIdentifier(name)} as k${i}`).join(', ')
  const seen = joinFragments(
    [
      sql(`with seen as (select ${columns} from `),
      view.source,
      sql(` where id = ? and (`, bindId(query.cursor, view)),
      view.rows,
      sql(')) '),
    ],
    '',
  )
  const steps = terms.map((term, i) =>
    sql([...terms.slice(0, i).map((earlier, j) => isSame(earlier, j)), isAfter(term, i)].join(' and ')),
  )
  const after = joinFragments(steps.map(parenthesized), ' or ')
  return { with: seen, where: joinWithAnd([sql('exists (select 1 from seen)'), ...compileLeadingBound(terms), after]) }
}

/** Binds a cursor on a numeric id as a number, because SQLite would round it if it were bound as text. */
function bindId(cursor: string, { table }: View): Bound {
  return table.columns.get('id')?.kind === 'number' ? (numberIn(cursor) ?? cursor) : cursor
}

/**
 * Returns a condition that all rows after the cursor share, for the leading columns in one direction that are never
 * null. Stated separately, it lets an index find the first of these rows instead of passing all earlier ones.
 */
function compileLeadingBound(terms: readonly Term[]): Fragment[] {
  const end = terms.findIndex(({ descending, nulls }) => nulls !== null || descending !== terms[0]!.descending)
  const leading = end === -1 ? terms : terms.slice(0, end)
  if (leading.length === 0) return []
  const names = leading.map(({ name }) => quoteIdentifier(name)).join(', ')
  return [sql(`(${names}) ${leading[0]!.descending ? '<=' : '>='} (${leading.map((_, i) => seenValue(i)).join(', ')})`)]
}

const seenValue = (i: number) => `(select k${i} from seen)`

const isSame = ({ name, nulls }: Term, i: number) =>
  `${quoteIdentifier(name)} ${nulls === null ? '=' : 'is'} ${seenValue(i)}`

function isAfter({ name, descending, nulls }: Term, i: number): string {
  const beyond = `${quoteIdentifier(name)} ${descending ? '<' : '>'} ${seenValue(i)}`
  if (nulls === null) return beyond
  if (nulls === 'first') return `(${beyond} or (${seenValue(i)} is null and ${quoteIdentifier(name)} is not null))`
  return `(${beyond} or (${seenValue(i)} is not null and ${quoteIdentifier(name)} is null))`
}
