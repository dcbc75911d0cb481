import { AppError } from '#shared/client/errors.ts'
import { JERSEY_NUMBER_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { Stats } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import { cutText } from '#shared/domain/text.ts'
import type { Caller } from '../caller.ts'
import { shownList } from './compile.ts'
import { type Fragment, joined, sql } from './fragment.ts'
import type { Row } from './request.ts'
import { run } from './statements.ts'
import type { View } from './view.ts'

/**
 * How long a caller without a cookie may save what was made: it cannot prove more than that it knows the address. Of a
 * card that has been shared everybody knows it, so that proves nothing.
 */
const NAMELESS_SAVE_MS = 3_600_000

const FIELDS = new Set(['player_name', 'jersey_number', 'team_colors', 'image_url', 'stats', 'user_id', 'votes'])

export type SavedFields = {
  readonly playerName: string
  readonly jerseyNumber: string
  readonly teamColors: string
  readonly imageUrl: string
  readonly stats: Stats
  readonly userId: string
}

/**
 * Reads what Save to Hall sends. Nickname and number are cut, not refused.
 *
 * @throws AppError `42501` for a column or a value nobody but the server may set, `23502` without an image, `23514`
 * for a value out of bounds
 */
export function readSavedFields(row: Row, userId: string | null): SavedFields {
  const foreign = Object.keys(row).find((name) => !FIELDS.has(name))
  if (foreign !== undefined) throw forbidden(`permission denied for column ${foreign}`)
  if ((row['votes'] ?? 0) !== 0) throw forbidden('permission denied: votes start at 0')
  const claimed = row['user_id'] ?? 'anonymous'
  if (claimed !== 'anonymous' && claimed !== userId) throw forbidden('permission denied: user_id is not yours')
  if (typeof row['image_url'] !== 'string') throw new AppError('23502', 'image_url is missing')

  const teamColors = row['team_colors']
  if (typeof teamColors !== 'string' || getTeam(teamColors) === null) throw outOfBounds('team_colors')
  const stats = Stats.safeParse(respelled(row['stats']))
  if (!stats.success) throw outOfBounds('stats')
  return {
    playerName: textOf(row, 'player_name', NICKNAME_MAX_CHARACTERS),
    jerseyNumber: textOf(row, 'jersey_number', JERSEY_NUMBER_MAX_CHARACTERS),
    teamColors,
    imageUrl: row['image_url'],
    stats: stats.data,
    userId: claimed === userId && userId !== null ? userId : 'anonymous',
  }
}

const forbidden = (message: string) => new AppError('42501', message)
const outOfBounds = (column: string) => new AppError('23514', `${column} violates its check constraint`)

function textOf(row: Row, column: string, max: number): string {
  const text = row[column] ?? ''
  if (typeof text !== 'string') throw outOfBounds(column)
  return cutText(text, max)
}

/** Clients that turn every name to snake_case do so inside `stats` too. */
function respelled(stats: unknown): unknown {
  if (typeof stats !== 'object' || stats === null || !Object.hasOwn(stats, 'touchdown_power')) return stats
  const { touchdown_power: touchdownPower, ...others } = stats as Row
  return { touchdownPower, ...others }
}

/**
 * Puts a card the visitor has generated into the Hall, by one conditional statement: of any number of parallel saves
 * of one generation exactly one succeeds.
 *
 * @returns the row as it is now
 * @throws AppError `42501` when the image is not one this caller has generated, `23505` when its card is in the Hall
 */
export async function saveCard(
  db: D1Database,
  view: View,
  fields: SavedFields,
  caller: Caller,
  now: number,
): Promise<Row> {
  const own = ownLedgerEntry(fields.imageUrl, caller, now)
  const publish = joined(
    [
      sql(
        `update fantasy_football_cards set visibility = 'public', created_at = ?, player_name = ?, jersey_number = ?,
         team_colors = ?, image_url = ?, stats = ?, user_id = ?
         where visibility <> 'public' and id = (select card_id `,
        new Date(now).toISOString(),
        fields.playerName,
        fields.jerseyNumber,
        fields.teamColors,
        fields.imageUrl,
        JSON.stringify(fields.stats),
        fields.userId,
      ),
      own,
      sql(') returning '),
      shownList(view.columns, view),
    ],
    '',
  )
  const look = joined(
    [sql('select c.visibility from fantasy_football_cards c where c.id = (select card_id '), own, sql(')')],
    '',
  )

  const [published, found] = await run(db, [publish, look])
  const row = published?.[0]
  if (row !== undefined) return row
  if (found?.[0] === undefined) throw forbidden('permission denied: image_url is not one of your generations')
  throw new AppError('23505', 'this card is in the Hall already')
}

const ownLedgerEntry = (imageUrl: string, { visitor }: Caller, now: number): Fragment =>
  visitor.kind === 'visitor'
    ? sql('from generations where image_url = ? and visitor = ?', imageUrl, visitor.id)
    : sql(
        `from generations where image_url = ? and created_at > ?
         and card_id in (select id from fantasy_football_cards where visibility <> 'unlisted')`,
        imageUrl,
        now - NAMELESS_SAVE_MS,
      )
