import { HOUR_MS } from '#shared/time.ts'
import { removeDue, UNDO_SECONDS } from '#worker/edge/reports/held-removals.ts'
import { ORIGIN } from '../../support/app.ts'
import { as } from '../../support/backend.ts'
import { filesBelow, rowOf } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'
import { app, BOSS, createWorld, handedOver, one, submit, time, type World } from './card-world.ts'
import { type AnyPath, aPath, isStatus } from './write-path.ts'

const sql = (query: string, ...values: unknown[]) =>
  testEnv()
    .DB.prepare(query)
    .bind(...values)
    .run()

/** The newest link that was mailed to the admin. */
const linkToken = () => /\/admin\/enter\?token=([\w-]+)/.exec(handedOver.at(-1)!.text)![1]!
const mailLink = (world: World) => submit(world.reader, '/admin/link', { email: BOSS })

async function linked() {
  const world = await createWorld('public')
  await (await mailLink(world)).arrayBuffer()
  return { ...world, token: linkToken() }
}
type Linked = Awaited<ReturnType<typeof linked>>

const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((line) => line.startsWith('__Host-admin='))!
    .split(';')[0]!

/** A card that reports have hidden, and an admin who has come in. */
async function reported() {
  // Links to one address are few in an hour.
  time.now += HOUR_MS
  const world = { ...(await linked()), ...(await createWorld('hidden')) }
  const { card } = world
  await sql(
    `insert into reports (card, reporter, network, reason, at) values (?, 'r', 'n', 'minor', ?)`,
    card,
    time.now - HOUR_MS,
  )
  await sql(`update fantasy_football_cards set art_hash = ? where id = ?`, `art of ${card}`, card)
  const cookie = cookieOf(await submit(world.reader, '/admin/enter', { token: world.token }))
  const html = await (await app.send('/admin', { headers: { cookie } })).text()
  return { ...world, cookie, form: /name="form" value="(\w+)"/.exec(html)![1]! }
}
type Reported = Awaited<ReturnType<typeof reported>>

const decide = ({ cookie, form }: Reported, path: string, fields: Record<string, string> = {}) =>
  app.send(path, {
    method: 'POST',
    headers: { origin: ORIGIN, cookie },
    body: new URLSearchParams({ form, ...fields }),
  })
const remove = (world: Reported) => decide(world, `/admin/cards/${world.card}`, { decision: 'remove', sure: 'yes' })
const byService = ({ card }: World, decision: 'restore' | 'remove') =>
  app.send(`/api/reports/${card}`, {
    method: 'POST',
    headers: { ...as.service(), 'content-type': 'application/json' },
    body: JSON.stringify({ decision }),
  })

/** With a removal that can be taken back. */
const held = async () => {
  const world = await reported()
  await (await remove(world)).arrayBuffer()
  return world
}
/** With a removal whose time has come. */
const due = async () => {
  const world = await held()
  time.now += UNDO_SECONDS * 1000
  return world
}
const removed = async () => {
  const world = await reported()
  await (await byService(world, 'remove')).arrayBuffer()
  return world
}

/** The schedule comes by: a file that could not be removed goes with the next sweep. */
async function sweep() {
  time.now += 5 * 60_000
  await removeDue(app.services.edge, ORIGIN)
  await app.services.sweep()
}

const standing = async ({ card }: World) => ({
  visibility: (await rowOf(card))?.['visibility'] ?? null,
  hiddenFrom: (await rowOf(card))?.['hidden_from'] ?? null,
  files: (await filesBelow(`cards/${card}/`)).length,
  ...(await one(
    `select (select count(*) from reports where card = ?1 and decided = 0) as reports,
       (select count(*) from held_removals where card = ?1) as held,
       (select count(*) from refused_pictures where card = ?1) as refused,
       (select count(*) from removed_cards where id = ?1) as removed`,
    card,
  )),
})

const tokensOf = (kind: 'link' | 'session') =>
  one('select count(*) as n from admin_tokens where kind = ? and expires_at > ?', kind, time.now)

export const MODERATION_PATHS: readonly AnyPath[] = [
  aPath<World>({
    route: 'POST /admin/link',
    what: 'asking for an admin’s link',
    world: async () => {
      time.now += HOUR_MS
      return createWorld('public')
    },
    act: mailLink,
    isDone: isStatus(200),
    // Sent after the answer, which is the same for every address: who gets none asks again.
    effect: async (world) => {
      const before = handedOver.length
      await (await mailLink(world)).arrayBuffer()
      const entered = await submit(world.reader, '/admin/enter', { token: linkToken() })
      return [handedOver.length - before, entered.status]
    },
  }),
  aPath<Linked>({
    route: 'POST /admin/enter',
    what: 'coming in by an admin’s link',
    world: async () => {
      time.now += 9 * HOUR_MS
      return linked()
    },
    act: ({ reader, token }) => submit(reader, '/admin/enter', { token }),
    isDone: isStatus(303),
    effect: async ({ reader, token }) => ({
      links: await tokensOf('link'),
      sessions: await tokensOf('session'),
      again: (await submit(reader, '/admin/enter', { token })).status,
    }),
  }),
  aPath<Reported>({
    route: 'POST /admin/leave',
    what: 'leaving the admin’s pages',
    world: reported,
    act: (world) => decide(world, '/admin/leave'),
    // Who is out already is out.
    isDone: isStatus(303, 401),
    effect: async ({ cookie }) =>
      (await (await app.send('/admin', { headers: { cookie } })).text()).includes('Send me a link'),
  }),
  aPath<Reported>({
    route: 'POST /api/reports/:id',
    what: 'keeping a reported card, by the service key',
    world: reported,
    act: (world) => byService(world, 'restore'),
    isDone: isStatus(200),
    effect: standing,
  }),
  aPath<Reported>({
    route: 'POST /api/reports/:id',
    what: 'removing a reported card, by the service key',
    world: reported,
    act: (world) => byService(world, 'remove'),
    isDone: isStatus(200, 410),
    afterwards: sweep,
    effect: standing,
  }),
  aPath<Reported>({
    route: 'POST /admin/cards/:id',
    what: 'keeping a reported card',
    world: reported,
    act: (world) => decide(world, `/admin/cards/${world.card}`, { decision: 'restore' }),
    isDone: isStatus(303),
    effect: standing,
  }),
  aPath<Reported>({
    route: 'POST /admin/cards/:id',
    what: 'beginning to remove a reported card',
    world: reported,
    act: remove,
    isDone: isStatus(303),
    effect: standing,
  }),
  aPath<Reported>({
    route: 'POST /admin/cards/:id/undo',
    what: 'taking a removal back',
    world: held,
    act: (world) => decide(world, `/admin/cards/${world.card}/undo`),
    // Nothing is left to be taken back.
    isDone: isStatus(303, 404),
    effect: standing,
  }),
  aPath<Reported>({
    route: 'GET /admin',
    what: 'removing what is due, by a look at the queue',
    world: due,
    act: ({ cookie }) => app.send('/admin', { headers: { cookie } }),
    isDone: isStatus(200),
    afterwards: sweep,
    effect: standing,
  }),
  aPath<Reported>({
    route: null,
    what: 'removing what is due, by the schedule',
    world: due,
    act: async () => {
      await removeDue(app.services.edge, ORIGIN)
      return new Response()
    },
    isDone: isStatus(200),
    afterwards: sweep,
    effect: standing,
  }),
  aPath<Reported>({
    route: 'POST /admin/refused/:card',
    what: 'allowing a refused picture again',
    world: removed,
    act: (world) => decide(world, `/admin/refused/${world.card}`),
    isDone: isStatus(303),
    effect: standing,
  }),
]
