import { AppError } from '#shared/client/errors.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import type { Caller } from '../caller.ts'
import { shownList } from './compile.ts'
import { bound, type Bound, joined, quoted } from './fragment.ts'
import { nearestRow } from './nearest.ts'
import type { Row } from './request.ts'
import { callerValues, type WriteRule } from './rule.ts'
import { run } from './statements.ts'
import type { View } from './view.ts'

/** Whether a name, or what stands for a number, may be shown to everybody. */
export type AllowsName = (name: string) => Promise<boolean>

export type Saving = {
  readonly rule: WriteRule<'save'>
  readonly allowsName: AllowsName
  /** What of the card is set, by column. */
  readonly values: Readonly<Record<string, Bound>>
  readonly caller: Caller
  /** Milliseconds. */
  readonly now: number
}

/** What a picture shows. A card says it in the ledger's words, not in those that are sent beside the picture. */
const PICTURED = ['player_name', 'jersey_number', 'team_colors', 'stats']

/** As the picture shows them; as they are sent where its entry is from before the ledger knew. */
const pictured = (
  columns: readonly string[],
) => `(select ${columns.map((name) => `coalesce(${name}, $${name})`).join(', ')}
  from ${nearestRow('generations', 'image_url', '$image_url')} where image_url = $image_url)`

/**
 * Puts a card the caller has generated into the Hall, by one conditional statement: of any number of parallel saves
 * of one generation exactly one succeeds.
 *
 * @returns the row as it is now
 * @throws AppError `42501` when the image is not one this caller has generated, `23505` when its card is in the Hall,
 * `NICKNAME_REFUSED` when its name or number is not to be read there
 */
export async function saveCard(db: D1Database, view: View, saving: Saving): Promise<Row> {
  const { rule, values, caller, now, allowsName } = saving
  const named = { ...callerValues(caller), ...values, now, saved_at: new Date(now).toISOString() }
  const look = bound(
    `select visibility, ${pictured(['player_name'])} as name, ${pictured(['jersey_number'])} as number
     from fantasy_football_cards where ${rule.rows}`,
    named,
  )
  const [found] = (await run(db, [look]))[0] ?? []
  if (found === undefined) throw new AppError('42501', 'permission denied: image_url is not one of your generations')
  if (found['visibility'] !== 'public' && !(await isReadable(found, allowsName)))
    throw new AppError('NICKNAME_REFUSED', FAILURE.nicknameRefused)

  const others = Object.keys(values).filter((column) => !PICTURED.includes(column))
  const settings = others.map((column) => `${quoted(column)} = $${column}`)
  const publish = joined(
    [
      bound(
        `update fantasy_football_cards set visibility = 'public', created_at = $saved_at, ${settings.join(', ')},
           (${PICTURED.join(', ')}) = ${pictured(PICTURED)}
         where visibility <> 'public' and (${rule.rows}) returning `,
        named,
      ),
      shownList(view.columns, view),
    ],
    '',
  )
  const row = (await run(db, [publish]))[0]?.[0]
  if (row === undefined) throw new AppError('23505', 'this card is in the Hall already')
  return row
}

async function isReadable(found: Row, allowsName: AllowsName): Promise<boolean> {
  const judged = await Promise.all([found['name'], found['number']].map((words) => allowsName(String(words))))
  return !judged.includes(false)
}
