import type { Row } from '#shared/client/rows.ts'
import type { LeagueDraw } from '#shared/contracts/league-draws.ts'
import { countOpen } from '#shared/domain/seeded.ts'

/** A stored draw, including its secrets. */
export type DrawRow = {
  readonly number: number
  /** Null in the current season. */
  readonly season: number | null
  readonly seed: string
  readonly commitment: string
  readonly preparedAt: number
  readonly startsAt: number | null
  readonly stepMs: number
  /** Seat numbers in pick order. Null until the draw starts. */
  readonly picks: readonly number[] | null
  readonly seats: readonly { readonly number: number; readonly teamName: string | null; readonly keyId: string }[]
}

type StoredSeat = [number: number, teamName: string | null, keyId: string]

/** Parses stored draws. Their picks and seats are JSON. */
export const toDrawRows = (rows: readonly Row[] = []): readonly DrawRow[] =>
  rows.map(({ picks, seats, ...draw }) => ({
    ...(draw as Omit<DrawRow, 'picks' | 'seats'>),
    picks: typeof picks === 'string' ? (JSON.parse(picks) as number[]) : null,
    seats: (JSON.parse(String(seats)) as StoredSeat[]).map(([number, teamName, keyId]) => ({
      number,
      teamName,
      keyId,
    })),
  }))

/** A current seat with the id of its card. */
type SeatedCard = { readonly number: number; readonly keyId: string; readonly id: string | null }

/**
 * Returns the public view of a draw at a given time: the picks revealed so far, and the seed with the last pick.
 *
 * @param seated the league's current seats, whose cards the view shows
 * @example toDraw(row, state.seats, clock())
 */
export function toDraw(row: DrawRow, seated: readonly SeatedCard[], now: number): LeagueDraw {
  const { number, commitment, preparedAt, startsAt, stepMs, seed, picks } = row
  const open = startsAt === null || picks === null ? 0 : countOpen({ startsAt, stepMs }, picks.length, now)
  return {
    number,
    commitment,
    preparedAt: new Date(preparedAt).toISOString(),
    startsAt: startsAt === null ? null : new Date(startsAt).toISOString(),
    stepMs,
    seats: row.seats.map(({ keyId, teamName, ...seat }) => ({
      number: seat.number,
      teamName,
      cardId: seated.find((one) => one.number === seat.number && one.keyId === keyId)?.id ?? null,
    })),
    picks: (picks ?? [])
      .map((seat, at) => ({ pick: at + 1, seat }))
      .toReversed()
      .slice(0, open),
    seed: picks !== null && open === picks.length ? seed : null,
  }
}
