import { AppError } from '#shared/client/errors.ts'
import type {
  ChangeLeague,
  CreatedLeague,
  CreateLeague,
  JoinedLeague,
  LeagueDeletion,
} from '#shared/contracts/league.ts'
import {
  AWARD_TITLE_MAX_CHARACTERS,
  LEAGUE_NAME_MAX_CHARACTERS,
  LEAGUE_SEASON_MAX_CHARACTERS,
  LEAGUE_SEATS,
  TEAM_NAME_MAX_CHARACTERS,
} from '#shared/domain/league.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import type { SqlStatement } from '#shared/client/sql.ts'
import { getTeam } from '#shared/domain/team.ts'
import { cutText } from '#shared/domain/text.ts'
import { describeError, log } from '#worker/http/log.ts'
import { newId } from '#worker/http/signature.ts'
import { requireUnderCap } from '#worker/limits/network-caps.ts'
import { isAllowedNickname } from '#worker/limits/nickname-filter.ts'
import type { EdgeContext } from '../app-env.ts'
import { requireOwn } from '../cards/owner/ownership.ts'
import { type LeagueAction, requireRight } from './access.ts'
import { newLeagueCode, signLeagueKey, toLeagueId } from './keys.ts'
import {
  attachCardRow,
  cardsOfDeletion,
  claimSeat,
  deleteSeatRow,
  insertLeague,
  insertSeat,
  leagueRemoval,
  passLeague,
  releaseCards,
  selectRemovedLeague,
  renameSeatRow,
  updateLeague,
} from './league-queries.ts'
import {
  changeLeague,
  leagueNotFound,
  type LeagueState,
  readLeague,
  readPerson,
  requireSeat,
  runOnLeague,
  toLeague,
} from './read.ts'

const MAX_CHARACTERS = {
  title: AWARD_TITLE_MAX_CHARACTERS,
  name: LEAGUE_NAME_MAX_CHARACTERS,
  season: LEAGUE_SEASON_MAX_CHARACTERS,
  teamName: TEAM_NAME_MAX_CHARACTERS,
} as const

/** A visible character. Names that contain only joiners, marks and blanks count as empty. */
const VISIBLE = /[^\p{Z}\p{M}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Normalizes a text for storage. Others read it, so it must pass the word filter.
 *
 * @throws AppError `VALIDATION_ERROR` if it is empty, `NICKNAME_REFUSED`; both name the field
 */
export async function readText(field: keyof typeof MAX_CHARACTERS, text: string): Promise<string> {
  const cut = cutText(text, MAX_CHARACTERS[field])
  if (!VISIBLE.test(cut))
    throw new AppError('VALIDATION_ERROR', undefined, { details: [{ path: field, message: 'is missing' }] })
  if (!(await isAllowedNickname(cut)))
    throw new AppError('NICKNAME_REFUSED', LEAGUE_FAILURE[field], {
      details: [{ path: field, message: 'is not allowed' }],
    })
  return cut
}

/** @throws AppError `VALIDATION_ERROR` */
function readTeam(name: string): string {
  if (getTeam(name) !== null) return name
  throw new AppError('VALIDATION_ERROR', undefined, {
    details: [{ path: 'team', message: 'is not one of the 32 teams' }],
  })
}

/** Notifies open pages that the league has changed. */
const notifyPages = (c: EdgeContext, { row }: LeagueState): void =>
  c.var.services.live.league(c.var.origin, { id: row.id, version: row.version })

const requireNetwork = (c: EdgeContext): Promise<void> =>
  requireUnderCap(c.var.services.buckets, 'league', c.var.visitor.address, LEAGUE_FAILURE.tooOften)

/** Returns the league if the caller may perform the action. @throws AppError `NOT_FOUND`, `FORBIDDEN` */
export async function requireLeague(
  c: EdgeContext,
  code: string,
  action: LeagueAction,
  seat?: number,
): Promise<LeagueState> {
  const state = await readLeague(c, code)
  requireRight(state, action, seat)
  return state
}

/** Runs statements that change a league, charges the caller's network, and notifies open pages. */
export async function write(c: EdgeContext, { row, person }: LeagueState, statements: readonly SqlStatement[]) {
  await requireNetwork(c)
  const { state, returned } = await changeLeague(c, row.id, person, statements)
  if (state.row.version !== row.version) notifyPages(c, state)
  return { state, returned: returned[0] ?? [] }
}

/**
 * Creates a league with the caller as its commissioner. Idempotent: a retry returns the same league while the caller is
 * still its commissioner.
 *
 * @throws AppError `LEAGUE_LIMIT_REACHED`, `RATE_LIMITED`, `CONFLICT`; the errors of {@link readText}
 */
export async function createLeague(c: EdgeContext, wanted: CreateLeague): Promise<CreatedLeague> {
  const [name, season] = await Promise.all([readText('name', wanted.name), readText('season', wanted.season)])
  const team = readTeam(wanted.team)
  const { ceilings, clock } = c.var.services
  const code = await newLeagueCode(c)
  const [id, person] = await Promise.all([toLeagueId(code), readPerson(c)])
  const insert = insertLeague({ id, name, season, team, ...person, keyId: newId() }, clock())
  const create = async () => {
    const { state, returned } = await runOnLeague(c, id, person, [insert, selectRemovedLeague(id)])
    if (state !== null) return state
    throw (returned[1] ?? []).length > 0
      ? leagueNotFound()
      : new AppError('LEAGUE_LIMIT_REACHED', LEAGUE_FAILURE.tooMany)
  }
  const { state: earlier } = await runOnLeague(c, id, person, [])
  const state = earlier ?? (await ceilings.hold('league', c.var.visitor, create, LEAGUE_FAILURE.tooManyFromNetwork))
  // The role was passed on since, so the key belongs to someone else.
  if (state.role !== 'commissioner') throw new AppError('CONFLICT')
  return { code, key: await signLeagueKey(c, id, 'c', state.row.keyId), league: await toLeague(c, state) }
}

/**
 * Takes the lowest free seat for the caller. Returns the seat the caller already has, or claims one that was filled for
 * the caller, who then sends its key.
 *
 * @returns the joined league, and whether the seat is new
 * @throws AppError `LEAGUE_LOCKED`, `LEAGUE_FULL`, `CONFLICT` if someone else has just used the key; the errors of
 *   {@link readText}
 */
export async function joinLeague(
  c: EdgeContext,
  before: LeagueState,
  wanted: string,
): Promise<{ joined: JoinedLeague; isNew: boolean }> {
  const own = before.ownSeat
  const { state, isNew } =
    own === null
      ? await takeSeat(c, before, wanted)
      : { state: requireSeat(before, own).isHeld === 1 ? await takeHeldSeat(c, before, own) : before, isNew: false }
  const { ownSeat: seat } = state
  if (seat === null) throw seatRefusal(state)
  const key = await signLeagueKey(c, state.row.id, seat, requireSeat(state, seat).keyId)
  return { joined: { seat, key, league: await toLeague(c, state) }, isNew }
}

async function takeSeat(c: EdgeContext, before: LeagueState, wanted: string) {
  if (before.row.isLocked === 1 || before.seats.length >= LEAGUE_SEATS) throw seatRefusal(before)
  const teamName = await readText('teamName', wanted)
  const seat = { ...before.person, teamName, keyId: newId() }
  const { state, returned } = await write(c, before, [insertSeat(before.row.id, seat, c.var.services.clock())])
  return { state, isNew: returned.length > 0 }
}

/** Gives the caller a seat that the commissioner has filled. The caller has sent its key. */
async function takeHeldSeat(c: EdgeContext, before: LeagueState, number: number): Promise<LeagueState> {
  const { state } = await write(c, before, claimSeat(toSeatName(before, number), before.person, newId()))
  if (state.ownSeat !== number) throw new AppError('CONFLICT', LEAGUE_FAILURE.memberThere)
  return state
}

const seatRefusal = ({ row }: LeagueState): AppError =>
  row.isLocked === 1
    ? new AppError('LEAGUE_LOCKED', LEAGUE_FAILURE.locked)
    : new AppError('LEAGUE_FULL', LEAGUE_FAILURE.full)

/** Changes the league's name, season, colors or lock. Missing fields stay unchanged. */
export async function updateSettings(c: EdgeContext, before: LeagueState, wanted: ChangeLeague): Promise<LeagueState> {
  const { name, season, team, isLocked } = wanted
  if ([name, season, team, isLocked].every((value) => value === undefined)) return before
  const change = {
    name: name === undefined ? null : await readText('name', name),
    season: season === undefined ? null : await readText('season', season),
    team: team === undefined ? null : readTeam(team),
    isLocked: isLocked === undefined ? null : Number(isLocked),
  }
  const { state, returned } = await write(c, before, [updateLeague(before.row.id, before.row.keyId, change)])
  if (returned.length === 0) throw roleTransferredError()
  return state
}

/** Creates the error for a commissioner whose role was passed on in the meantime. */
export const roleTransferredError = () => new AppError('FORBIDDEN', LEAGUE_FAILURE.commissionerOnly)

const toSeatName = (state: LeagueState, number: number) => ({
  id: state.row.id,
  number,
  keyId: requireSeat(state, number).keyId,
})

export async function renameSeat(c: EdgeContext, before: LeagueState, number: number, wanted: string) {
  const seat = toSeatName(before, number)
  const { teamName } = requireSeat(before, number)
  const name = await readText('teamName', wanted)
  return name === teamName ? before : (await write(c, before, [renameSeatRow(seat, name)])).state
}

/** Frees a seat. Its card stays with its maker, also when the league is deleted later. */
export async function removeSeat(c: EdgeContext, before: LeagueState, number: number): Promise<LeagueState> {
  const seat = toSeatName(before, number)
  return (await write(c, before, [releaseCards(seat), deleteSeatRow(seat)])).state
}

/**
 * Puts one of the caller's own cards into the caller's seat.
 *
 * @throws AppError `FORBIDDEN`, `NOT_FOUND` or `GONE` for a missing card or another person's, `CONFLICT` for a draft or
 *   a hidden card
 */
export async function attachCard(c: EdgeContext, before: LeagueState, number: number, card: string) {
  const seat = toSeatName(before, number)
  const { visibility } = await requireOwn(c, card)
  if (visibility === 'draft') throw new AppError('CONFLICT', LEAGUE_FAILURE.draftCard)
  const { state } = await write(c, before, [attachCardRow(seat, card)])
  // The commissioner may have removed the seat in the meantime.
  requireSeat(state, number)
  return state
}

/** Makes the member of a seat the commissioner. The former commissioner's key stops working. */
export async function transferRole(c: EdgeContext, before: LeagueState, number: number): Promise<LeagueState> {
  if (requireSeat(before, number).isHeld === 1) throw new AppError('CONFLICT', LEAGUE_FAILURE.nobodyThere)
  const pass = passLeague(before.row.id, before.row.keyId, number, newId())
  const { state, returned } = await write(c, before, [pass])
  if (returned.length > 0) return state
  requireSeat(state, number)
  throw roleTransferredError()
}

/** Returns what a deletion would remove and what would stay. */
export async function readDeletion(c: EdgeContext, { row, person }: LeagueState): Promise<LeagueDeletion> {
  const { state, returned } = await changeLeague(c, row.id, person, [cardsOfDeletion(row.id)])
  const cards = (returned[0] ?? []) as readonly (LeagueDeletion['cards'][number] & Record<string, unknown>)[]
  const removedIds = new Set(cards.map(({ id }) => id))
  return {
    seats: state.seats.length,
    cards: cards.map(({ id, playerName, jerseyNumber }) => ({ id, playerName, jerseyNumber })),
    detached: state.seats.filter(({ id }) => id !== null && !removedIds.has(id)).length,
    awards: sum([...state.seats, ...state.past].map(({ awards }) => awards.length)),
    votes: sum([...state.seats, ...state.past].map(({ leagueVotes }) => leagueVotes)),
    seasons: new Set(state.past.map(({ season }) => season)).size,
    draws: state.draws.length,
    duels: state.duels.length,
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

type RemovedCard = { readonly id: string; readonly generationId: string; readonly visibility: 'draft' | 'unlisted' }

/**
 * Deletes a league with its seats and the cards made only for it, in one transaction. The pictures of these cards
 * respond with 410 from then on, and the next sweep deletes their files.
 */
export async function deleteLeague(c: EdgeContext, { row }: LeagueState): Promise<void> {
  const { backend, clock, jobs, live } = c.var.services
  await requireNetwork(c)
  const { results } = await backend.service(c.var.origin).db.batch(leagueRemoval(row.id, row.keyId, clock()))
  if ((results.at(-1)?.rows ?? []).length === 0) throw leagueNotFound()
  live.league(c.var.origin, { id: row.id, version: row.version + 1 })
  const cards = (results[0]?.rows ?? []) as unknown as readonly RemovedCard[]
  for (const { id, visibility } of cards) live.gone(c.var.origin, id, visibility)
  c.executionCtx.waitUntil(
    Promise.allSettled(cards.map(({ generationId }) => jobs.forget(generationId))).then((settled) => {
      for (const { reason } of settled.filter((one) => one.status === 'rejected'))
        log.error('generation of a deleted league not forgotten', { cause: describeError(reason) })
    }),
  )
}

/** Returns the caller's own keys. */
export async function readKeys(c: EdgeContext, state: LeagueState) {
  const { row, role, ownSeat } = state
  return {
    member: ownSeat === null ? null : await signLeagueKey(c, row.id, ownSeat, requireSeat(state, ownSeat).keyId),
    commissioner: role === 'commissioner' ? await signLeagueKey(c, row.id, 'c', row.keyId) : null,
  }
}
