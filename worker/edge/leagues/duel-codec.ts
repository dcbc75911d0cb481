import type { Row } from '#shared/client/rows.ts'
import type { LeagueDuel } from '#shared/contracts/league-duels.ts'
import { type DuelRound, type DuelSide, type Duelists } from '#shared/domain/league-duel.ts'
import { countOpen } from '#shared/domain/seeded.ts'
import type { Stats } from '#shared/domain/stats.ts'

type SideRow = { readonly seat: number; readonly card: string }

/** A stored duel, including its secrets. */
export type DuelRow = Readonly<Record<DuelSide, SideRow>> & {
  readonly number: number
  readonly seed: string
  readonly commitment: string
  readonly startsAt: number
  readonly stepMs: number
  readonly stats: Duelists
  readonly rounds: readonly DuelRound[]
}

/** Parses stored duels. */
export const toDuelRows = (rows: readonly Row[] = []): readonly DuelRow[] =>
  rows.map((row) => {
    const toStats = (name: string) => JSON.parse(String(row[name])) as Stats
    return {
      ...(row as unknown as Pick<DuelRow, 'number' | 'seed' | 'commitment' | 'startsAt' | 'stepMs'>),
      challenger: { seat: Number(row['challenger']), card: String(row['challengerCard']) },
      opponent: { seat: Number(row['opponent']), card: String(row['opponentCard']) },
      stats: { challenger: toStats('challengerStats'), opponent: toStats('opponentStats') },
      rounds: JSON.parse(String(row['rounds'])) as DuelRound[],
    }
  })

/** A current seat with the id of its card. */
type SeatedCard = { readonly number: number; readonly teamName: string; readonly id: string | null }

/** Returns true once every round of a duel is revealed. */
export const isDuelOver = ({ rounds, ...times }: DuelRow, now: number): boolean =>
  countOpen(times, rounds.length, now) === rounds.length

/**
 * Returns the public view of a duel at a given time: the rounds revealed so far, and the seed with the last round.
 *
 * @param seated the league's current seats
 * @example toDuel(row, state.seats, clock())
 */
export function toDuel(row: DuelRow, seated: readonly SeatedCard[], now: number): LeagueDuel {
  const { number, commitment, startsAt, stepMs, rounds, seed, stats } = row
  const open = countOpen({ startsAt, stepMs }, rounds.length, now)
  const toSide = (side: DuelSide) => {
    const { seat, card } = row[side]
    const now = seated.find((one) => one.number === seat)
    return { seat, teamName: now?.teamName ?? '', cardId: now?.id === card ? card : null, stats: stats[side] }
  }
  return {
    number,
    challenger: toSide('challenger'),
    opponent: toSide('opponent'),
    commitment,
    startsAt: new Date(startsAt).toISOString(),
    stepMs,
    rounds: rounds.slice(0, open).map(({ stat, dice: [mine, theirs] }) => ({ stat, dice: [mine, theirs] })),
    seed: open === rounds.length ? seed : null,
  }
}
