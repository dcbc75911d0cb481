import type { Query } from '#shared/query/ast.ts'
import type { Caller } from '../caller.ts'

export type Row = Record<string, unknown>

/** A caller's request to one table, independent of HTTP. */
export type DbRequest = {
  readonly table: string
  readonly query: Query
  readonly caller: Caller
  /** The network that reads are charged to (IPv6 by its /48). Missing for requests of our own edge. */
  readonly network?: string | undefined
  /** True when the caller wants no rows back from a write. */
  readonly minimal?: boolean
  /** Prefix of addresses of stored files on the wire. */
  readonly core: string
  /** The rows of a write as sent: an object, an array of objects, or anything else. */
  readonly body?: unknown
  /** True if the caller expects exactly one row. A change of any other number of rows does not happen. */
  readonly single?: boolean
  /** True for `Prefer: count=exact`. */
  readonly count?: boolean
  /** True if a column of `query.columns` that a row omits gets its default instead of null. */
  readonly keepDefaults?: boolean
  /** The resolution of a conflict with an existing row. If missing, a conflict is an error. */
  readonly onDuplicate?: 'merge' | 'ignore'
  /** The idempotency key that all attempts at one write share, if the sender sets one. */
  readonly idempotencyKey?: string | null
  /** True if any replica of the database may serve a list. */
  readonly anyReplica?: boolean
}

export type DbResult = {
  readonly rows: readonly Row[]
  /** Total number of matching rows; null unless asked for. */
  readonly total: number | null
  /** The key columns of the written table. */
  readonly key?: readonly string[]
}

/** An operation on a table. */
export type Verb = 'select' | 'insert' | 'update' | 'remove'
