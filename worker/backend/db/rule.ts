import type { Caller } from '../caller.ts'
import type { Bound } from './fragment.ts'
import type { Listed } from './listed.ts'

/**
 * The roles that rules know. `public`: a request with the project's key and nothing else; `visitor`: a browser with our
 * cookie; `user`: a signed-in user, with or without a cookie. The service key needs no rules: it may do everything.
 */
export type RuledRole = 'public' | 'visitor' | 'user'

/**
 * Row-level security (RLS) of a table for one role. Conditions are SQL over its columns, with `$names` of `callerValues`.
 */
export type TableRules = {
  readonly select: ReadRule
  /** Null: never. */
  readonly insert: WriteRule | null
  readonly update: WriteRule | null
  readonly remove: null
}

export type ReadRule = {
  readonly columns: readonly string[]
  /** Expressions shown instead of columns. A masked column can be neither filtered nor ordered by. */
  readonly masks: Readonly<Record<string, string>>
  /** The rows of every list, count and order. */
  readonly rows: string
  /** The rows of a query whose sole filter names one row by its id. */
  readonly rowsById: string
  readonly listed: Listed
  readonly limits: ReadLimits
}

export type ReadLimits = {
  readonly rows: number
  readonly offset: number
  readonly terms: number
  readonly depth: number
  /** Limits: columns to order by, and columns of an answer. */
  readonly orders: number
  readonly columns: number
}

/** Writes are never free: each is one of the handlers that were handed in with the rules. */
export type WriteRule = {
  /** The name of the handler that does it, by one conditional statement. */
  readonly handler: string
  /** The rows it may touch. May also name `$now` (milliseconds) and, when columns are saved, each of them. */
  readonly rows: string
  /** The columns that may be sent, each with what it takes. Any other is refused. */
  readonly columns: Readonly<Record<string, Writable>>
  readonly limits: { readonly rows: 1; readonly bodyBytes: number }
}

/**
 * Reads what was sent for a column: the value as it is kept, undefined for what is checked and not kept.
 *
 * @throws AppError `42501` for a value that only the server may set, `23502` for one that is missing, `23514` for one
 * out of bounds
 */
export type Writable = (value: unknown, column: string, caller: Caller) => Bound | undefined

export const getRuledRole = ({ userId, visitor }: Caller): RuledRole => {
  if (userId !== null) return 'user'
  return visitor.kind === 'visitor' ? 'visitor' : 'public'
}

/**
 * Names that conditions and masks may use: `$visitor`, `$user` (null when signed out) and `$nameless`, 1 without a
 * cookie.
 */
export const callerValues = ({ userId, visitor }: Caller): Readonly<Record<string, Bound>> => ({
  visitor: visitor.id,
  user: userId,
  nameless: visitor.kind === 'visitor' ? 0 : 1,
})

/** Facts about a table beside those of the database's schema. */
export type TableModel = {
  /** The rules of each role. Without rules the table does not exist for callers without the service key. */
  readonly rules?: Readonly<Record<RuledRole, TableRules>>
  readonly columns?: Readonly<Record<string, ColumnModel>>
  /** The column that holds paths of stored files and is an absolute address on the wire. */
  readonly address?: string
}

export type ColumnModel = {
  /** Strict tables have no types for JSON and times. */
  readonly kind?: 'json' | 'iso'
  /** Aliases of members of JSON, with the names they are stored under. */
  readonly members?: ReadonlyMap<string, string>
}

/** The tables of whatever is built on this database, by name. People never own rows of theirs. */
export type TableModels = Readonly<Record<string, TableModel>>

export const findModel = (tables: TableModels, name: string): TableModel | undefined =>
  Object.hasOwn(tables, name) ? tables[name] : undefined

/** The rules of a table for a caller without the service key; null when it has none. */
export const rulesFor = (tables: TableModels, table: string, caller: Caller): TableRules | null =>
  findModel(tables, table)?.rules?.[getRuledRole(caller)] ?? null
