import type { Caller } from '../caller.ts'
import type { Bound } from './fragment.ts'
import type { Listed } from './listed.ts'

/**
 * Roles that rules apply to. `public` is a request with only the project's key, `visitor` is a browser with our cookie,
 * and `user` is a signed-in user, with or without a cookie. The service key needs no rules, because it may do
 * everything.
 */
export type RuledRole = 'public' | 'visitor' | 'user'

/**
 * Row-level security (RLS) of a table for one role. Conditions are SQL over its columns, with the `$names` of
 * `callerValues`.
 */
export type TableRules = {
  readonly select: ReadRule
  /** Null if it is never allowed. */
  readonly insert: WriteRule | null
  readonly update: WriteRule | null
  readonly remove: null
}

export type ReadRule = {
  readonly columns: readonly string[]
  /** Expressions that replace columns. A masked column can be neither filtered nor sorted by. */
  readonly masks: Readonly<Record<string, string>>
  /** Rows of every list and count. */
  readonly rows: string
  /** Rows of a query whose only filter names one row by its id. */
  readonly rowsById: string
  readonly listed: Listed
  readonly limits: ReadLimits
}

export type ReadLimits = {
  readonly rows: number
  readonly offset: number
  readonly terms: number
  readonly depth: number
  /** Limits on columns to order by, and on columns of a response. */
  readonly orders: number
  readonly columns: number
}

/** A write is never arbitrary: it runs one of the handlers that come with the rules. */
export type WriteRule = {
  /** Name of the handler, which writes with one conditional statement. */
  readonly handler: string
  /** Rows that it may touch. May also name `$now` (milliseconds) and, when columns are saved, each of them. */
  readonly rows: string
  /** Columns that may be sent, each with its parser. Any other is refused. */
  readonly columns: Readonly<Record<string, Writable>>
  readonly limits: { readonly rows: 1; readonly bodyBytes: number }
}

/**
 * Parses the value that was sent for a column. Returns the value to store, or undefined for one that is only checked.
 *
 * @throws AppError `42501` for a value that only the server may set, `23502` for a missing one, `23514` for one out of
 *   bounds
 */
export type Writable = (value: unknown, column: string, caller: Caller) => Bound | undefined

export const getRuledRole = ({ userId, visitor }: Caller): RuledRole => {
  if (userId !== null) return 'user'
  return visitor.kind === 'visitor' ? 'visitor' : 'public'
}

/**
 * Names that conditions and masks may use: `$visitor`, `$user` (null when signed out) and `$nameless` (1 without a
 * cookie).
 */
export const callerValues = ({ userId, visitor }: Caller): Readonly<Record<string, Bound>> => ({
  visitor: visitor.id,
  user: userId,
  nameless: visitor.kind === 'visitor' ? 0 : 1,
})

/** Facts about a table that the database's schema lacks. */
export type TableModel = {
  /** Rules of each role. Without rules, the table does not exist for callers without the service key. */
  readonly rules?: Readonly<Record<RuledRole, TableRules>>
  readonly columns?: Readonly<Record<string, ColumnModel>>
  /** Column with paths of stored files, which are absolute addresses on the wire. */
  readonly address?: string
}

export type ColumnModel = {
  /** Strict tables have no types for JSON and times, so the model declares them. */
  readonly kind?: 'json' | 'iso'
  /** Aliases of JSON members, with the names under which they are stored. */
  readonly members?: ReadonlyMap<string, string>
}

/** Tables of the product that uses this database, by name. People never own rows of these. */
export type TableModels = Readonly<Record<string, TableModel>>

export const findModel = (tables: TableModels, name: string): TableModel | undefined =>
  Object.hasOwn(tables, name) ? tables[name] : undefined

/** Returns a table's rules for a caller without the service key, or null. */
export const rulesFor = (tables: TableModels, table: string, caller: Caller): TableRules | null =>
  findModel(tables, table)?.rules?.[getRuledRole(caller)] ?? null
