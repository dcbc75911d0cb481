import type { LeagueDraw } from '#shared/contracts/league-draws.ts'
import type { League, LeagueSeat } from '#shared/contracts/league.ts'

type DrawSeat = LeagueDraw['seats'][number]

/** A pick in a draft order. `seat` is null until the pick is revealed. */
export type DraftPick = { readonly pick: number; readonly seat: DrawSeat | null }

/** Returns all picks of a draw in draft order. */
export function toPicks({ seats, picks }: LeagueDraw): DraftPick[] {
  const open = new Map(picks.map(({ pick, seat }) => [pick, seats.find(({ number }) => number === seat) ?? null]))
  return seats.map((_, at) => ({ pick: at + 1, seat: open.get(at + 1) ?? null }))
}

/** Returns the team name of a seat in a draw. */
export const toTeamName = ({ teamName }: DrawSeat): string => teamName ?? 'Former member'

/** Returns the card of a seat in a draw, or null if the league no longer has it. */
export const findCard = ({ seats }: Pick<League, 'seats'>, { cardId }: DrawSeat): LeagueSeat['card'] =>
  cardId === null ? null : (seats.find(({ card }) => card?.id === cardId)?.card ?? null)

/** Returns the draft order as a text for the group chat. */
export const toOrderText = (
  { name, season }: { readonly name: string; readonly season: string },
  draw: LeagueDraw,
  url: string,
): string =>
  [
    `${name} ${season} draft order`,
    ...toPicks(draw).map(({ pick, seat }) => `${pick}. ${seat === null ? '' : toTeamName(seat)}`),
    `Verify the draw: ${url}`,
  ].join('\n')
