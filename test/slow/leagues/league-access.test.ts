import { beforeAll, expect, it } from 'vitest'
import { LEAGUE_ACCESS } from '#worker/edge/leagues/access.ts'
import type { TestVisitor } from '../../support/app.ts'
import { freshDatabase } from '../../support/env.ts'
import { createStubArtist } from '../../support/stub-artist.ts'
import { createClockAtMidday } from '../../worker/edge/driven.ts'
import { sendForm } from '../../worker/edge/generating.ts'
import { createLeaguePlace, holdSeat, leagueCard } from '../../worker/edge/leagues/league-place.ts'
import { createPrintStub, seatCard } from '../../worker/edge/leagues/printed-league.ts'

beforeAll(freshDatabase)

type Place = ReturnType<typeof createLeaguePlace>
type Caller = {
  readonly visitor: TestVisitor
  readonly code: string
  readonly seat: number
  readonly other: number
  /** One of the caller's own cards. */
  readonly card: string
}
type Call = (place: Place, caller: Caller) => Promise<Response>

/** The seat that a caller without a seat acts on as its own. */
const ANOTHERS_SEAT = 1

/** Starts a duel between a fourth member's card and the third's. */
async function startDuel({ person, join, attach }: Place, code: string): Promise<void> {
  const fourth = await person()
  const { seat } = await join(fourth, code, 'Fourth')
  await leagueCard(code, fourth.id, `card-of-${fourth.id}`)
  await attach(fourth, code, seat, `card-of-${fourth.id}`)
  expect((await fourth.post(`/api/leagues/${code}/seats/3/duels`, {})).status).toBe(201)
}

/** The calls of each action. Actions on seats are tried on the caller's seat and on another. */
const CALLS: Readonly<Record<keyof typeof LEAGUE_ACCESS, Readonly<Record<string, Call>>>> = {
  read: { 'reads the league': ({ get }, { visitor, code }) => get(visitor, code) },
  join: { joins: ({ tryToJoin }, { visitor, code }) => tryToJoin(visitor, code) },
  readPoster: {
    'downloads the poster': async (_, { visitor, code }) => {
      await seatCard(code, 3, `poster-of-${code}`)
      return visitor.send(`/download/league/${code}/feed`)
    },
  },
  printCards: {
    'downloads the cards to print': async (_, { visitor, code }) => {
      await seatCard(code, 3, `print-of-${code}`)
      return visitor.send(`/download/league/${code}/cards-letter`)
    },
  },
  readKeys: { 'reads the keys': (_, { visitor, code }) => visitor.send(`/api/leagues/${code}/keys`) },
  change: {
    'changes the name': ({ patch }, { visitor, code }) => patch(visitor, `/api/leagues/${code}`, { name: 'Other' }),
    'locks joining': ({ patch }, { visitor, code }) => patch(visitor, `/api/leagues/${code}`, { isLocked: true }),
  },
  passOn: {
    'passes the role on': (_, { visitor, code }) => visitor.post(`/api/leagues/${code}/commissioner`, { seat: 2 }),
  },
  readDeletion: { 'asks what would go': (_, { visitor, code }) => visitor.send(`/api/leagues/${code}/deletion`) },
  delete: { 'deletes the league': ({ remove }, { visitor, code }) => remove(visitor, `/api/leagues/${code}`) },
  renameSeat: {
    'renames the own seat': ({ patch }, { visitor, code, seat }) =>
      patch(visitor, `/api/leagues/${code}/seats/${seat}`, { teamName: 'Other' }),
    'renames another seat': ({ patch }, { visitor, code, other }) =>
      patch(visitor, `/api/leagues/${code}/seats/${other}`, { teamName: 'Other' }),
  },
  removeSeat: {
    'leaves the own seat': ({ remove }, { visitor, code, seat }) =>
      remove(visitor, `/api/leagues/${code}/seats/${seat}`),
    'removes another seat': ({ remove }, { visitor, code, other }) =>
      remove(visitor, `/api/leagues/${code}/seats/${other}`),
  },
  fillSeat: {
    'fills a free seat': (_, { visitor, code, card }) =>
      visitor.post(`/api/leagues/${code}/seats/9/fill`, { teamName: 'Ninth', cardId: card }),
    'fills a seat that waits for its card': (_, { visitor, code, card }) =>
      visitor.post(`/api/leagues/${code}/seats/2/fill`, { teamName: 'Second', cardId: card }),
    'fills a seat with a card': (_, { visitor, code, card, other }) =>
      visitor.post(`/api/leagues/${code}/seats/${other}/fill`, { teamName: 'Third', cardId: card }),
  },
  readSeatKey: {
    'reads the key of a seat that was filled': async (_, { visitor, code }) => {
      await holdSeat(code, 9)
      return visitor.send(`/api/leagues/${code}/seats/9/key`)
    },
    'reads the key of a member’s seat': (_, { visitor, code, other }) =>
      visitor.send(`/api/leagues/${code}/seats/${other}/key`),
  },
  attachCard: {
    'puts a card into the own seat': ({ attach }, { visitor, code, seat, card }) => attach(visitor, code, seat, card),
    'puts a card into another seat': ({ attach }, { visitor, code, other, card }) => attach(visitor, code, other, card),
  },
  vote: {
    'votes for the own seat': (_, { visitor, code, seat }) =>
      visitor.post(`/api/leagues/${code}/seats/${seat}/votes`, {}),
    'votes for another seat': (_, { visitor, code, other }) =>
      visitor.post(`/api/leagues/${code}/seats/${other}/votes`, {}),
  },
  giveAward: {
    'gives an award': (_, { visitor, code }) =>
      visitor.post(`/api/leagues/${code}/awards`, { title: 'Champion', seat: 2 }),
    'takes an award back': (_, { visitor, code }) =>
      visitor.post(`/api/leagues/${code}/awards`, { title: 'Champion', seat: null }),
  },
  closeSeason: {
    'starts a season': (_, { visitor, code }) =>
      visitor.post(`/api/leagues/${code}/seasons`, { season: '2027', after: 0 }),
  },
  deleteSeason: {
    'deletes a past season': ({ remove }, { visitor, code }) => remove(visitor, `/api/leagues/${code}/seasons/1`),
  },
  readDraw: { 'reads a draw': (_, { visitor, code }) => visitor.send(`/api/leagues/${code}/draws/1`) },
  prepareDraw: {
    'prepares a draw': (_, { visitor, code }) => visitor.post(`/api/leagues/${code}/draws`, { after: 0 }),
  },
  startDraw: {
    'starts a draw': (_, { visitor, code }) => visitor.post(`/api/leagues/${code}/draws/1/start`, {}),
  },
  readDuel: {
    'reads a duel': async (place, { visitor, code }) => {
      await startDuel(place, code)
      return visitor.send(`/api/leagues/${code}/duels/1`)
    },
  },
  challenge: {
    'challenges the own card': (_, { visitor, code, seat }) =>
      visitor.post(`/api/leagues/${code}/seats/${seat}/duels`, {}),
    'challenges another card': async ({ attach }, { visitor, code, seat, other, card }) => {
      await attach(visitor, code, seat, card)
      return visitor.post(`/api/leagues/${code}/seats/${other}/duels`, {})
    },
  },
  readDuelPicture: {
    // The duel still runs, so there is no picture yet.
    'downloads the picture of a duel': async (place, { visitor, code }) => {
      await startDuel(place, code)
      return visitor.send(`/download/league/${code}/duel/1`)
    },
  },
  generate: { 'has a card drawn': (_, { visitor, code }) => sendForm(visitor, { league: code }) },
}

const ROLES = ['outsider', 'member', 'commissioner', 'commissioner without a seat'] as const
type Role = (typeof ROLES)[number]

/** The expected statuses in the order of {@link ROLES}, independent of the implementation's table. */
const CELLS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  'reads the league': [200, 200, 200, 200],
  joins: [201, 200, 200, 201],
  'downloads the poster': [200, 200, 200, 200],
  'downloads the cards to print': [200, 200, 200, 200],
  'reads the keys': [403, 200, 200, 200],
  'changes the name': [403, 403, 200, 200],
  'locks joining': [403, 403, 200, 200],
  'passes the role on': [403, 403, 200, 200],
  'asks what would go': [403, 403, 200, 200],
  'deletes the league': [403, 403, 204, 204],
  'renames the own seat': [403, 200, 200, 200],
  'renames another seat': [403, 403, 200, 200],
  'leaves the own seat': [403, 200, 200, 200],
  'removes another seat': [403, 403, 200, 200],
  'fills a free seat': [403, 403, 200, 200],
  'fills a seat that waits for its card': [403, 403, 200, 200],
  'fills a seat with a card': [403, 403, 409, 409],
  'reads the key of a seat that was filled': [403, 403, 200, 200],
  'reads the key of a member’s seat': [403, 403, 409, 409],
  'puts a card into the own seat': [403, 200, 200, 403],
  'puts a card into another seat': [403, 403, 403, 403],
  // Nobody may vote for their own seat. The other seat has a card.
  'votes for the own seat': [403, 403, 403, 403],
  'votes for another seat': [403, 200, 200, 403],
  'gives an award': [403, 403, 200, 200],
  'takes an award back': [403, 403, 200, 200],
  'starts a season': [403, 403, 200, 200],
  'deletes a past season': [403, 403, 200, 200],
  'reads a draw': [200, 200, 200, 200],
  'prepares a draw': [403, 403, 200, 200],
  'starts a draw': [403, 403, 200, 200],
  'reads a duel': [200, 200, 200, 200],
  'challenges the own card': [403, 403, 403, 403],
  'challenges another card': [403, 201, 201, 403],
  'downloads the picture of a duel': [409, 409, 409, 409],
  'has a card drawn': [403, 202, 202, 202],
}

const ALL = Object.values(CALLS).flatMap((calls) => Object.entries(calls))

it('covers every league action with a call and expected statuses', () => {
  expect(Object.keys(CALLS).toSorted()).toEqual(Object.keys(LEAGUE_ACCESS).toSorted())
  expect(ALL.map(([name]) => name).toSorted()).toEqual(Object.keys(CELLS).toSorted())
})

/** Creates a league with three seats and a caller who has the given role and a card. */
async function createCaller(place: Place, role: Role): Promise<Caller> {
  const { company, person, join, remove, attach } = place
  const { commissioner, member, outsider, code } = await company()
  const third = await person()
  await join(third, code, 'Third')
  await leagueCard(code, third.id, `card-of-${third.id}`)
  await attach(third, code, 3, `card-of-${third.id}`)
  if (role === 'commissioner without a seat') {
    await remove(commissioner, `/api/leagues/${code}/seats/1`)
    await join(await person(), code, 'First')
  }
  expect((await commissioner.post(`/api/leagues/${code}/draws`, { after: 0 })).status).toBe(200)
  const visitor = { outsider, member, commissioner, 'commissioner without a seat': commissioner }[role]
  const card = `card-of-${visitor.id}`
  await leagueCard(code, visitor.id, card)
  return { visitor, code, card, seat: role === 'member' ? 2 : ANOTHERS_SEAT, other: 3 }
}

it.each(ROLES)('gives the %s exactly the responses of the access table', async (role) => {
  // A clock ahead of the real time, so that no generation starts by itself.
  const { now } = createClockAtMidday()
  const at = ROLES.indexOf(role)
  const overrides = { ...createStubArtist().overrides, ...createPrintStub().overrides, clock: () => now }
  const offenders: string[] = []
  const createPlace = (index: number) => createLeaguePlace(overrides, `10.${at}.1.${index}`)
  // Calls that change nothing share a league, because creating a league takes dozens of requests.
  const sharedPlace = createPlace(ALL.length)
  const sharedCaller = await createCaller(sharedPlace, role)
  for (const [index, [name, call]] of ALL.entries()) {
    const expected = CELLS[name]![at]!
    const isShared = expected >= 400 || /^(?:asks|downloads|reads) /.test(name)
    const place = isShared ? sharedPlace : createPlace(index)
    const { status } = await call(place, isShared ? sharedCaller : await createCaller(place, role))
    if (status !== expected) offenders.push(`${name}: ${status} instead of ${expected}`)
  }
  expect(offenders).toEqual([])
})
