import { ANONYMOUS } from '#shared/client/auth/auth.ts'
import { AppError } from '#shared/client/errors.ts'
import type { Row } from '#shared/client/rows.ts'
import type { SqlStatement } from '#shared/client/sql.ts'
import type { League, LeagueSeat, PastSeason } from '#shared/contracts/league.ts'
import { leagueChannel } from '#shared/contracts/live.ts'
import { isLeagueCode, LEAGUE_GENERATIONS_PER_DAY, type LeagueRole } from '#shared/domain/league.ts'
import { DUELS_LISTED } from '#shared/domain/league-duel.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { DAY_MS } from '#shared/time.ts'
import type { EdgeContext } from '../app-env.ts'
import { toCard, sqlToRecord } from '../cards/card-codec.ts'
import { readUserId } from '../user.ts'
import { readDraws } from './draw-queries.ts'
import { type DrawRow, toDraw, toDrawRows } from './draw-codec.ts'
import { type DuelRow, toDuel, toDuelRows } from './duel-codec.ts'
import { readDuels } from './duel-queries.ts'
import { hasLeagueKey, readLeagueKeys, toLeagueId } from './keys.ts'
import { recordOpening, type Person, readLeagueRow, readSeatRows } from './league-queries.ts'
import { readPastSeats, readVotesOfDay } from './room-queries.ts'

type LeagueRow = Row & {
  readonly id: string
  readonly name: string
  readonly season: string
  readonly team: string
  readonly isLocked: number
  readonly version: number
  readonly visitor: string
  readonly userId: string | null
  readonly keyId: string
  readonly createdAt: number
  readonly openedAt: number
}

/** A seat joined with its card's columns. `id` is the card's id, or null. */
type SeatRow = Row & {
  readonly number: number
  readonly teamName: string
  readonly member: string
  readonly memberUser: string | null
  readonly keyId: string
  /** 1 if the commissioner filled it for someone who has not joined. */
  readonly isHeld: number
  readonly id: string | null
  readonly awards: readonly string[]
  readonly leagueVotes: number
}

/** A seat of a past season. */
type PastSeatRow = {
  readonly season: number
  readonly name: string
  readonly closedAt: number
  /** Null in the only row of a season without seats. */
  readonly number: number | null
  readonly teamName: string
  readonly card: string | null
  readonly awards: readonly string[]
  readonly leagueVotes: number
}

/** A stored league with the caller's identity and role. */
export type LeagueState = {
  readonly row: LeagueRow
  readonly seats: readonly SeatRow[]
  readonly person: Person
  readonly role: LeagueRole
  readonly ownSeat: number | null
  /** The seat that the caller has voted for today. */
  readonly votedSeat: number | null
  readonly past: readonly PastSeatRow[]
  /** Draft lotteries with their secrets, latest first. */
  readonly draws: readonly DrawRow[]
  /** Duels with their secrets, latest first. */
  readonly duels: readonly DuelRow[]
}

/** Returns the caller. A browser without a cookie gets its identity with this response. */
export async function readPerson(c: EdgeContext): Promise<Person> {
  const userId = await readUserId(c)
  return { visitor: c.var.owner.id, userId: userId === ANONYMOUS ? null : userId }
}

/**
 * Reads a league by its code.
 *
 * @throws AppError `NOT_FOUND` for a wrong code
 */
export async function readLeague(c: EdgeContext, code: string): Promise<LeagueState> {
  if (!isLeagueCode(code)) throw leagueNotFound()
  return (await changeLeague(c, await toLeagueId(code), await readPerson(c), [])).state
}

/** A league after some statements, and the rows that each statement returned. */
type Changed<State> = { readonly state: State; readonly returned: readonly (readonly Row[])[] }

/**
 * Like {@link runOnLeague}, for a league that must exist.
 *
 * @throws AppError `NOT_FOUND` if it has been deleted
 */
export async function changeLeague(...args: Parameters<typeof runOnLeague>): Promise<Changed<LeagueState>> {
  const { state, returned } = await runOnLeague(...args)
  if (state === null) throw leagueNotFound()
  return { state, returned }
}

/** Runs `statements` and then reads the league, in one transaction. */
export async function runOnLeague(
  c: EdgeContext,
  id: string,
  person: Person,
  statements: readonly SqlStatement[],
): Promise<Changed<LeagueState | null>> {
  const { results } = await c.var.services.backend
    .service(c.var.origin)
    .db.batch(
      [
        ...statements,
        readLeagueRow(id),
        readSeatRows(id),
        readVotesOfDay(id, toDay(c)),
        readPastSeats(id),
        readDraws(id),
        readDuels(id),
      ],
      statements.length === 0 ? 'read' : 'write',
    )
  const [found, seated, voted, archived, drawn, dueled] = results.slice(statements.length)
  const [row] = (found?.rows ?? []) as readonly LeagueRow[]
  const seats = withAwards<SeatRow>(seated?.rows)
  const past = withAwards<PastSeatRow>(archived?.rows)
  const returned = results.slice(0, statements.length).map(({ rows }) => rows)
  if (row === undefined) return { state: null, returned }
  const role = await findRole(c, row, seats, person)
  const votes = (voted?.rows ?? []) as readonly { voter: number; seat: number }[]
  const votedSeat = votes.find(({ voter }) => voter === role.ownSeat)?.seat ?? null
  return {
    state: {
      row,
      seats,
      person,
      ...role,
      votedSeat,
      past,
      draws: toDrawRows(drawn?.rows),
      duels: toDuelRows(dueled?.rows),
    },
    returned,
  }
}

/** Returns the current UTC day as a number of days since 1970. Members have one vote per day. */
export const toDay = (c: EdgeContext): number => Math.floor(c.var.services.clock() / DAY_MS)

/** Parses the awards of seats, which D1 returns as JSON. */
const withAwards = <T>(rows: readonly Row[] = []): readonly T[] =>
  rows.map(({ awards, ...seat }) => ({
    ...seat,
    awards: typeof awards === 'string' ? (JSON.parse(awards) as string[]) : [],
  })) as unknown as readonly T[]

async function findRole(
  c: EdgeContext,
  row: LeagueRow,
  seats: readonly SeatRow[],
  person: Person,
): Promise<Pick<LeagueState, 'role' | 'ownSeat'>> {
  const keys = readLeagueKeys(c)
  let own = seats.find((seat) => isPerson(person, { visitor: seat.member, userId: seat.memberUser }))
  for (const seat of seats)
    if (own === undefined && (await hasLeagueKey(c, keys, row.id, seat.number, seat.keyId))) own = seat
  const isCommissioner = isPerson(person, row) || (await hasLeagueKey(c, keys, row.id, 'c', row.keyId))
  const role = isCommissioner ? 'commissioner' : own === undefined ? 'outsider' : 'member'
  return { role, ownSeat: own?.number ?? null }
}

const isPerson = (one: Person, other: Person): boolean =>
  one.visitor === other.visitor || (one.userId !== null && one.userId === other.userId)

/** Parses a seat number from a URL. @throws AppError `NOT_FOUND` if it is not a number */
export function readSeatNumber(number: string): number {
  if (!/^[1-9]\d?$/.test(number)) throw new AppError('NOT_FOUND', LEAGUE_FAILURE.noSeat)
  return Number(number)
}

/** Returns a taken seat. @throws AppError `NOT_FOUND` if it is free or does not exist */
export function requireSeat({ seats }: LeagueState, number: number): SeatRow {
  const seat = seats.find((one) => one.number === number)
  if (seat === undefined) throw new AppError('NOT_FOUND', LEAGUE_FAILURE.noSeat)
  return seat
}

export const leagueNotFound = () => new AppError('NOT_FOUND', LEAGUE_FAILURE.notFound)

/** Returns a league as the caller sees it. */
export async function toLeague(c: EdgeContext, state: LeagueState): Promise<League> {
  const { row, seats, role, ownSeat, votedSeat, past } = state
  const { counters, clock } = c.var.services
  const used = await counters.used(toCounterKey(row.id), DAY_MS)
  const now = clock()
  const draws = state.draws.map((draw) => ({ season: draw.season, draw: toDraw(draw, seats, now) }))
  const getDraws = (season: number | null) => draws.filter((one) => one.season === season).map(({ draw }) => draw)
  return {
    name: row.name,
    season: row.season,
    team: row.team,
    isLocked: row.isLocked === 1,
    version: row.version,
    role,
    ownSeat,
    seats: await Promise.all(seats.map((seat) => toSeat(c, row, seat))),
    votedSeat,
    seasons: toSeasons(past).map((season) => ({ ...season, draws: getDraws(season.number) })),
    draws: getDraws(null),
    duels: state.duels.slice(0, DUELS_LISTED).map((duel) => toDuel(duel, seats, now)),
    channel: leagueChannel(row.id),
    generationsLeft: Math.max(0, LEAGUE_GENERATIONS_PER_DAY - used),
    createdAt: new Date(row.createdAt).toISOString(),
  }
}

/** Returns the key of a league's daily card counter. */
export const toCounterKey = (id: string): string => `league:${id}`

async function toSeat(c: EdgeContext, row: LeagueRow, seat: SeatRow): Promise<LeagueSeat> {
  const { backend } = c.var.services
  return {
    number: seat.number,
    teamName: seat.teamName,
    card: seat.id === null ? null : await toCard(sqlToRecord(seat, backend.coreUrl(c.var.origin))),
    isCommissioner: isPerson({ visitor: seat.member, userId: seat.memberUser }, row),
    awards: [...seat.awards],
    votes: seat.leagueVotes,
    isHeld: seat.isHeld === 1,
  }
}

function toSeasons(past: readonly PastSeatRow[]): Omit<PastSeason, 'draws'>[] {
  const seasons = new Map<number, Omit<PastSeason, 'draws'>>()
  for (const { season, name, closedAt, number, teamName, card, leagueVotes: votes, awards } of past) {
    const known = seasons.get(season) ?? { number: season, name, closedAt: new Date(closedAt).toISOString(), seats: [] }
    seasons.set(season, known)
    if (number !== null) known.seats.push({ number, teamName, cardId: card, votes, awards: [...awards] })
  }
  return [...seasons.values()]
}

/** Records after the response that a league was opened. */
export function openLeague(c: EdgeContext, { row }: LeagueState): void {
  const { backend, clock } = c.var.services
  const now = clock()
  if (now - row.openedAt < DAY_MS) return
  c.executionCtx.waitUntil(backend.service(c.var.origin).db.batch([recordOpening(row.id, now)]))
}
