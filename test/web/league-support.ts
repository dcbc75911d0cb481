import type { LeagueDraw } from '#shared/contracts/league-draws.ts'
import type { LeagueDuel } from '#shared/contracts/league-duels.ts'
import type { League, LeagueSeat } from '#shared/contracts/league.ts'
import { aCard } from './support.tsx'

export const CODE = 'abcdefghijklmnopqrstuA'
export const API = `/api/leagues/${CODE}`

export const aSeat = (number: number, part: Partial<LeagueSeat> = {}): LeagueSeat => ({
  number,
  teamName: `Team ${number}`,
  card: null,
  isCommissioner: false,
  awards: [],
  votes: 0,
  isHeld: false,
  ...part,
})

export const aSeatCard = (number: number) =>
  aSeat(number, { card: aCard({ id: `card-${number}`, playerName: `Player ${number}` }) })

export const aLeague = (part: Partial<League> = {}): League => ({
  name: 'Sunday Night Gridiron',
  season: '2026',
  team: 'Miami Dolphins',
  isLocked: false,
  version: 1,
  role: 'outsider',
  ownSeat: null,
  seats: [aSeatCard(1), aSeat(2)],
  votedSeat: null,
  seasons: [],
  draws: [],
  duels: [],
  channel: 'league:0123abcd',
  generationsLeft: 60,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...part,
})

export const aMember = (part: Partial<League> = {}): League => aLeague({ role: 'member', ownSeat: 2, ...part })

/** The seed of {@link aDraw}, its hash, and the order that it produces for twelve seats. */
export const SEED = '00'.repeat(32)
export const COMMITMENT = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
export const ORDER = [4, 2, 10, 7, 3, 12, 1, 8, 5, 9, 11, 6]
export const STEP_MS = 5000

/** Returns a draw of twelve seats. @param open number of revealed picks, by default all; null before the start */
export const aDraw = ({
  number = 2,
  open = ORDER.length,
  startsAt = Date.parse('2026-11-21T11:00:00Z'),
}: { number?: number; open?: number | null; startsAt?: number } = {}): LeagueDraw => ({
  number,
  commitment: COMMITMENT,
  preparedAt: '2026-11-21T10:00:00.000Z',
  startsAt: open === null ? null : new Date(startsAt).toISOString(),
  stepMs: STEP_MS,
  seats: ORDER.toSorted((one, other) => one - other).map((seat) => ({
    number: seat,
    teamName: `Team ${seat}`,
    cardId: seat === 1 ? 'card-1' : null,
  })),
  picks: ORDER.map((seat, at) => ({ pick: at + 1, seat }))
    .toReversed()
    .slice(0, open ?? 0),
  seed: open === ORDER.length ? SEED : null,
})

/** Stats and rounds of {@link aDuel}, in which the challenger wins the last of five rounds. */
const STRONG = { strength: 91, agility: 78, touchdownPower: 88, leadership: 83, accuracy: 80 }
const QUICK = { strength: 70, agility: 95, touchdownPower: 81, leadership: 83, accuracy: 64 }
const ROUNDS: LeagueDuel['rounds'] = [
  { stat: 'agility', dice: [8, 15] },
  { stat: 'leadership', dice: [12, 18] },
  { stat: 'touchdownPower', dice: [1, 4] },
  { stat: 'strength', dice: [2, 5] },
  { stat: 'accuracy', dice: [19, 13] },
]

/** Returns a duel between seats 2 and 1. @param open number of revealed rounds, by default all */
export const aDuel = ({
  number = 1,
  open = ROUNDS.length,
  startsAt = Date.parse('2026-11-21T11:00:00Z'),
}: { number?: number; open?: number; startsAt?: number } = {}): LeagueDuel => ({
  number,
  challenger: { seat: 2, teamName: 'Team 2', cardId: 'card-2', stats: STRONG },
  opponent: { seat: 1, teamName: 'Team 1', cardId: 'card-1', stats: QUICK },
  commitment: COMMITMENT,
  startsAt: new Date(startsAt).toISOString(),
  stepMs: STEP_MS,
  rounds: ROUNDS.slice(0, open),
  seed: open === ROUNDS.length ? SEED : null,
})
