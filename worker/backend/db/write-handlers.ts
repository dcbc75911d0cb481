import type { Caller } from '../caller.ts'
import type { Bound } from './fragment.ts'
import type { Row } from './request.ts'
import type { WriteRule } from './rule.ts'
import type { View } from './view.ts'

/** A write that a rule allows, with what was sent read by the rule. */
export type RuledWrite = {
  readonly rule: WriteRule
  /** The values to set, by column. */
  readonly values: Readonly<Record<string, Bound>>
  /** The row that is meant; null for a new one. */
  readonly id: string | null
  readonly caller: Caller
  /** The idempotency key that all attempts at this write share; null: it is sent once. */
  readonly idempotencyKey: string | null
  /**
   * The row as the caller sees it. Making it may need the database.
   *
   * @throws AppError for columns that may not be asked for
   */
  view(): Promise<View>
}

/**
 * Does what a rule names.
 *
 * @returns the row as it is now, with the columns of the view; null when there is no such row
 */
export type WriteHandler = (write: RuledWrite) => Promise<Row | null>

export type WriteHandlers = Readonly<Record<string, WriteHandler>>
