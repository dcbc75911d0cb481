import type { Caller } from '../caller.ts'
import type { Bound } from './fragment.ts'
import type { Row } from './request.ts'
import type { WriteRule } from './rule.ts'
import type { View } from './view.ts'

/** A write that a rule allows, with the values that the rule has parsed. */
export type RuledWrite = {
  readonly rule: WriteRule
  /** The values to set, by column. */
  readonly values: Readonly<Record<string, Bound>>
  /** Id of the row to write, or null for a new one. */
  readonly id: string | null
  readonly caller: Caller
  /** The idempotency key that all attempts at this write share, or null without one. */
  readonly idempotencyKey: string | null
  /**
   * Returns the row's columns as the caller sees them. May query the database.
   *
   * @throws AppError for columns that the caller may not request
   */
  view(): Promise<View>
}

/**
 * Carries out a write that a rule names.
 *
 * @returns the current row with the columns of the view, or null if there is no such row
 */
export type WriteHandler = (write: RuledWrite) => Promise<Row | null>

export type WriteHandlers = Readonly<Record<string, WriteHandler>>
