import type { Query } from '#shared/query/ast.ts'
import type { Caller } from '../caller.ts'

export type Row = Record<string, unknown>

/** A caller's request to one table, without its HTTP form. */
export type DbRequest = {
  readonly table: string
  readonly query: Query
  readonly caller: Caller
  /** The network that reads are counted for, IPv6 by its /48; missing for what our own edge asks. */
  readonly network?: string | undefined
  /** True when no row is wanted back of a write. */
  readonly minimal?: boolean
  /** The prefix of addresses of stored files on the wire. */
  readonly core: string
  /** The rows of a write, as sent: an object, an array of objects or nonsense. */
  readonly body?: unknown
  /** Exactly one row is wanted back: of a change of any other number nothing happens. */
  readonly single?: boolean
  /** True for `Prefer: count=exact`. */
  readonly count?: boolean
  /** True if a column of `query.columns` that a row leaves out gets its default instead of null. */
  readonly keepDefaults?: boolean
  /** The resolution of a conflict with an existing row: an error when missing. */
  readonly onDuplicate?: 'merge' | 'ignore'
  /** The idempotency key that all attempts at one write share, where the sender gives one. */
  readonly idempotencyKey?: string | null
  /** True if a list may be read from any replica of the database. */
  readonly anyReplica?: boolean
}

export type DbAnswer = {
  readonly rows: readonly Row[]
  /** Total number of matching rows; null unless asked for. */
  readonly total: number | null
  /** The columns that name a row, of what was written. */
  readonly key?: readonly string[]
}

/** The operation on a table. */
export type Verb = 'select' | 'insert' | 'update' | 'remove'
