import { AppError } from '#shared/client/errors.ts'
import type { Caller } from '../caller.ts'
import { shownList } from './compile.ts'
import { bound, type Bound, joined, quoted } from './fragment.ts'
import type { Row } from './request.ts'
import { callerValues, type WriteRule } from './rule.ts'
import { run } from './statements.ts'
import type { View } from './view.ts'

export type Saving = {
  readonly rule: WriteRule<'save'>
  /** What of the card is set, by column. */
  readonly values: Readonly<Record<string, Bound>>
  readonly caller: Caller
  /** Milliseconds. */
  readonly now: number
}

/**
 * Puts a card the caller has generated into the Hall, by one conditional statement: of any number of parallel saves
 * of one generation exactly one succeeds.
 *
 * @returns the row as it is now
 * @throws AppError `42501` when the image is not one this caller has generated, `23505` when its card is in the Hall
 */
export async function saveCard(db: D1Database, view: View, { rule, values, caller, now }: Saving): Promise<Row> {
  const named = { ...callerValues(caller), ...values, now, saved_at: new Date(now).toISOString() }
  const settings = Object.keys(values).map((column) => `${quoted(column)} = $${column}`)
  const publish = joined(
    [
      bound(
        `update fantasy_football_cards set visibility = 'public', created_at = $saved_at, ${settings.join(', ')}
         where visibility <> 'public' and (${rule.rows}) returning `,
        named,
      ),
      shownList(view.columns, view),
    ],
    '',
  )
  const look = bound(`select 1 from fantasy_football_cards where ${rule.rows}`, named)

  const [published, found] = await run(db, [publish, look])
  const row = published?.[0]
  if (row !== undefined) return row
  if (found?.[0] === undefined)
    throw new AppError('42501', 'permission denied: image_url is not one of your generations')
  throw new AppError('23505', 'this card is in the Hall already')
}
