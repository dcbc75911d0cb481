import { beforeAll } from 'vitest'
import type { CreatedLeague, JoinedLeague } from '#shared/contracts/league.ts'
import { sha256Hex } from '#worker/http/secrets.ts'
import { createTestApp, getVisitorId, noPictures, type TestVisitor } from '../../support/app.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createFailsOnce } from '../../support/faults/fails-once.ts'
import { takeConsole } from '../../support/quiet.ts'
import { ownedCard } from '../../worker/edge/owned-cards.ts'
import { type Answer, isStatus, itHappensOnce } from './write-path.ts'

const time = { now: Date.UTC(2026, 10, 21, 12) }
const faults = createFailsOnce(testEnv())
const app = createTestApp({ clock: () => time.now, pictures: noPictures }, faults.env)
const setting = { faults, time, takeConsole }
const NEW_LEAGUE = { name: 'Sunday Night Gridiron', season: '2026', team: 'Green Bay Packers' }
let worlds = 0

beforeAll(freshDatabase)

/** Creates a league whose member in seat 1 has a shared card, with each person on a separate network. */
async function createWorld() {
  const n = ++worlds
  const visitorAt = async (last: number) => {
    const visitor = app.visitor({ 'cf-connecting-ip': `10.${n >> 8}.${n & 255}.${last}` })
    return { visitor, id: getVisitorId(await visitor.arrive()) }
  }
  const [commissioner, member, outsider] = [await visitorAt(1), await visitorAt(2), await visitorAt(3)]
  const { code } = await (await commissioner.visitor.post('/api/leagues', NEW_LEAGUE)).json<CreatedLeague>()
  await (await member.visitor.post(`/api/leagues/${code}/seats`, { teamName: 'One' })).json<JoinedLeague>()
  const card = `card-${n}`
  await ownedCard(member.id, { id: card, visibility: 'unlisted' })
  await run('insert into league_cards (card, league) values (?, ?)', card, await sha256Hex(code))
  return {
    n,
    path: `/api/leagues/${code}`,
    league: await sha256Hex(code),
    card,
    commissioner: commissioner.visitor,
    member: member.visitor,
    outsider: outsider.visitor,
    outsiderId: outsider.id,
  }
}
type World = Awaited<ReturnType<typeof createWorld>>

/** Like {@link createWorld}, with a second member. */
async function createDrawWorld() {
  const world = await createWorld()
  await world.outsider.post(`${world.path}/seats`, { teamName: 'Two' })
  return world
}

/** Creates a league with two members who each have a card in their seat. */
async function createDuelWorld() {
  const world = await createDrawWorld()
  const card = `other-${world.n}`
  await ownedCard(world.outsiderId, { id: card, visibility: 'unlisted' })
  await run('insert into league_cards (card, league) values (?, ?)', card, world.league)
  await world.member.post(`${world.path}/seats/1/card`, { cardId: world.card })
  await world.outsider.post(`${world.path}/seats/2/card`, { cardId: card })
  return world
}

const run = (sql: string, ...values: unknown[]) =>
  testEnv()
    .DB.prepare(sql)
    .bind(...values)
    .run()
const rows = async (sql: string, ...values: unknown[]) => (await run(sql, ...values)).results

const readSeats = ({ league, card }: World) =>
  rows(
    `select number, team_name, iif(card = ?, 'card', card) as card from league_seats where league = ? order by number`,
    card,
    league,
  )
const send = (visitor: TestVisitor, method: string, path: string, body?: object) =>
  visitor.send(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/** Accepts a successful first attempt, or a later one that is rejected because the first already succeeded. */
const isDoneOnce =
  (status: number, afterwards: number) =>
  (result: Answer, nth: number): boolean =>
    isStatus(status)(result) || (nth > 0 && isStatus(afterwards)(result))

itHappensOnce<World>(
  {
    does: 'creates a league',
    world: createWorld,
    run: ({ outsider, n }) => outsider.post('/api/leagues', NEW_LEAGUE, { 'idempotency-key': `press-${n}` }),
    isDone: isStatus(201),
    effect: ({ outsiderId }) => rows('select name, version from leagues where visitor = ?', outsiderId),
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'joins a league',
    world: createWorld,
    run: ({ outsider, path }) => outsider.post(`${path}/seats`, { teamName: 'Two' }),
    isDone: isStatus(200, 201),
    effect: readSeats,
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'puts a card into a seat',
    world: createWorld,
    run: ({ member, path, card }) => member.post(`${path}/seats/1/card`, { cardId: card }),
    isDone: isStatus(200),
    effect: readSeats,
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'renames a seat',
    world: createWorld,
    run: ({ member, path }) => send(member, 'PATCH', `${path}/seats/1`, { teamName: 'Uno' }),
    isDone: isStatus(200),
    effect: readSeats,
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'leaves a seat',
    world: createWorld,
    run: ({ member, path }) => send(member, 'DELETE', `${path}/seats/1`),
    isDone: isDoneOnce(200, 403),
    effect: readSeats,
    says: ['FORBIDDEN'],
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'passes the role on',
    world: createWorld,
    run: ({ commissioner, path }) => commissioner.post(`${path}/commissioner`, { seat: 1 }),
    isDone: isDoneOnce(200, 403),
    effect: ({ league }) =>
      rows(
        `select s.number from leagues l join league_seats s on s.league = l.id and s.visitor = l.visitor where l.id = ?`,
        league,
      ),
    says: ['FORBIDDEN'],
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'gives an award',
    world: createWorld,
    run: ({ commissioner, path }) => commissioner.post(`${path}/awards`, { title: 'Champion', seat: 1 }),
    isDone: isStatus(200),
    effect: ({ league }) => rows('select title, seat from league_awards where league = ?', league),
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'casts the vote of a league',
    world: async () => {
      const world = await createWorld()
      await world.member.post(`${world.path}/seats/1/card`, { cardId: world.card })
      await world.outsider.post(`${world.path}/seats`, { teamName: 'Two' })
      return world
    },
    run: ({ outsider, path }) => outsider.post(`${path}/seats/1/votes`, {}),
    isDone: isStatus(200),
    effect: ({ league }) => rows('select voter, seat from league_votes where league = ?', league),
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'starts a season',
    world: createWorld,
    run: ({ commissioner, path }) => commissioner.post(`${path}/seasons`, { season: '2027', after: 0 }),
    isDone: isStatus(200),
    effect: ({ league }) =>
      rows(
        `select l.season as now, y.name, p.team_name from leagues l join league_seasons y on y.league = l.id
         join league_past_seats p on p.league = l.id and p.season = y.number where l.id = ?`,
        league,
      ),
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'prepares a draw',
    world: createDrawWorld,
    run: ({ commissioner, path }) => commissioner.post(`${path}/draws`, { after: 0 }),
    isDone: isStatus(200),
    effect: ({ league }) =>
      rows(
        `select d.number, length(d.seed) as seed, d.starts_at, s.number as seat from league_draws d
         join league_draw_seats s on s.league = d.league and s.draw = d.number where d.league = ?`,
        league,
      ),
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'starts a draw',
    world: async () => {
      const world = await createDrawWorld()
      await world.commissioner.post(`${world.path}/draws`, { after: 0 })
      return world
    },
    run: ({ commissioner, path }) => commissioner.post(`${path}/draws/1/start`, {}),
    isDone: isStatus(200),
    effect: ({ league }) =>
      rows(
        'select number, starts_at > 0 as started, json_array_length(picks) as picks from league_draws where league = ?',
        league,
      ),
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'starts a duel',
    world: createDuelWorld,
    run: ({ member, path }) => member.post(`${path}/seats/2/duels`, {}),
    isDone: isStatus(201),
    effect: ({ league }) =>
      rows(
        `select number, challenger, opponent, length(seed) as seed, json_array_length(rounds) > 0 as is_played
         from league_duels where league = ?`,
        league,
      ),
  },
  setting,
)

itHappensOnce<World>(
  {
    does: 'deletes a league with its cards',
    world: createWorld,
    run: ({ commissioner, path }) => send(commissioner, 'DELETE', path),
    isDone: isDoneOnce(204, 404),
    effect: async (world) => ({
      seats: await readSeats(world),
      left: await rows('select id from leagues where id = ?', world.league),
      card: await rows('select swept from removed_cards where id = ?', world.card),
      cards: await rows('select id from fantasy_football_cards where id = ?', world.card),
    }),
    says: ['NOT_FOUND'],
  },
  setting,
)
