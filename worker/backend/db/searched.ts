import { type Condition, type Filter, isGroup, type Query } from '#shared/query/ast.ts'
import { bound, type Fragment, quoted, sql } from './fragment.ts'
import { literalRunsOf } from './pattern.ts'
import { runCounted, type Statements } from './statements.ts'

/**
 * An inverted index of trigrams, which triggers keep: for each three consecutive characters of a column's texts, and
 * for the last two and the last one, the rows that hold them. Letters from A to Z stand in it as small ones. An empty part
 * names rows whose text is not in it.
 */
export type Searched = {
  readonly column: string
  /** The table of the index, with the columns `part` and {@link row}. */
  readonly index: string
  /** The column of the index with the row's id. */
  readonly row: string
}

/** How many parts of a search are looked up, to find one that few rows hold. */
const MOST_PARTS = 16

/**
 * Up to so many rows are read from the index. What more of them hold is looked for along the order of the list, as
 * without the index: where they are evenly spread among 200,000 cards, one of 700.
 */
const MOST_ROWS = 300

/**
 * Parts that a text must hold to fit a query, where there are too many of them evenly chosen; shorter ones only where
 * there are no others. None when the query does not search, or by an alternative or a negation alone.
 */
export function partsSought({ column }: Searched, { filters }: Query): string[] {
  const parts = [...new Set(filters.flatMap((filter) => runsOf(filter, column)).flatMap(trigramsOf))]
  const whole = parts.filter((part) => [...part].length === 3)
  return spread(whole.length > 0 ? whole : parts)
}

const spread = (parts: readonly string[]): string[] =>
  parts.length <= MOST_PARTS
    ? [...parts]
    : Array.from({ length: MOST_PARTS }, (_, i) => parts[Math.round((i * (parts.length - 1)) / (MOST_PARTS - 1))]!)

/** The texts that every row must hold in a column. */
function runsOf(filter: Filter, column: string): string[] {
  if (filter.not) return []
  if (isGroup(filter)) return filter.group === 'and' ? filter.filters.flatMap((member) => runsOf(member, column)) : []
  if (filter.column !== column || !isSearch(filter)) return []
  // The database measures a text up to a NUL.
  if (filter.operator === 'eq') return filter.value.split('\0').slice(0, 1).filter(Boolean)
  return literalRunsOf(filter.value, filter.operator)
}

type Search = Condition & { readonly operator: 'eq' | 'like' | 'ilike' }

const isSearch = (condition: Condition): condition is Search => ['eq', 'like', 'ilike'].includes(condition.operator)

function trigramsOf(run: string): string[] {
  const characters = [...run.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())]
  return Array.from({ length: Math.max(1, characters.length - 2) }, (_, i) => characters.slice(i, i + 3).join(''))
}

/** Twice the last character there is: whatever follows a part that is shorter than three is in the range. */
const LAST = 'char(1114111, 1114111)'

/** The entries of a part, given as SQL, and those of all texts that are not in the index. */
const entriesOf = ({ index, row }: Searched, part: string): string =>
  `select ${quoted(row)} as id from ${quoted(index)} where part between ${part} and ${part} || ${LAST}
   union all select ${quoted(row)} from ${quoted(index)} where part = ''`

/** The first of some parts that few rows hold; no row when many hold each. */
const rareOf = (searched: Searched, parts: readonly string[]): Fragment =>
  sql(
    `select value as part from json_each(?)
     where (select count(*) from (${entriesOf(searched, 'value')} limit ${MOST_ROWS + 1})) <= ${MOST_ROWS} limit 1`,
    JSON.stringify(parts),
  )

/** Of a table only the rows that may hold a part, each once; whether they fit has to be asked again. */
const rowsWith = (searched: Searched, part: string, table: string): Fragment =>
  bound(
    `(select t.rowid, t.* from (select distinct id from (${entriesOf(searched, '$part')})) f
       cross join ${quoted(table)} t on t.id = f.id)`,
    { part },
  )

/** How many values {@link rowsWith} binds. */
export const VALUES_OF_SEARCH = 2

/**
 * What the rows of a search are to be read from, where the index says that they are few.
 *
 * @returns the source, null for the whole table, and how many rows of the index were read to know
 */
export async function sourceOfSearch(
  db: Statements,
  searched: Searched,
  query: Query,
  table: string,
): Promise<{ source: Fragment | null; rowsRead: number }> {
  const parts = partsSought(searched, query)
  if (parts.length === 0) return { source: null, rowsRead: 0 }
  const { results, rowsRead } = await runCounted(db, [rareOf(searched, parts)])
  const [rare] = results[0]!
  return { source: rare === undefined ? null : rowsWith(searched, String(rare['part']), table), rowsRead }
}
