import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createApp } from '#worker/app.ts'
import { rowOf, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { networkOf, soundAnswer } from '../../support/hostile-requests.ts'
import { takeConsole } from '../../support/quiet.ts'
import { ACCOUNT_CALLS } from './bodies/account-calls.ts'
import { BACKEND_CALLS } from './bodies/backend-calls.ts'
import type { BodyCall, Sent } from './bodies/call.ts'
import { type Body, changed, written } from './bodies/changed.ts'
import { LARGE } from './bodies/large.ts'
import { PRODUCT_CALLS } from './bodies/product-calls.ts'
import { createWorld, type World } from './bodies/world.ts'

/** Bodies of every kind to every call that changes something, replayable from the seed. */
const { seed, share } = inject('hostile')
const CALLS = { ...BACKEND_CALLS, ...ACCOUNT_CALLS, ...PRODUCT_CALLS }
const names = Object.keys(CALLS)
const numRuns = Math.ceil((14_000 * share) / names.length)

/** What says that the body itself is no good. */
const REFUSED = [400, 413, 415, 422]
const REFUSES = 3

let world: World
/** A card and an account that no call is about. */
let bystanders: () => Promise<unknown[]>
beforeAll(async () => {
  await freshDatabase()
  world = await createWorld()
  await seedCard({ id: 'bystander', playerName: 'Zelda', votes: 3 })
  const { email } = await world.person()
  await testEnv().DB.exec('create table odd (id text primary key, n integer, j json)')
  await testEnv().DB.exec(`insert into odd (id) values ('one')`)
  bystanders = async () => [
    await rowOf('bystander'),
    await testEnv().DB.prepare('select * from users where email = ?').bind(email).first(),
  ]
})
afterAll(() => void vi.restoreAllMocks())

let networks = 0
const methodOf = (name: string) => name.split(' ')[0]!

const ask = (name: string, { path, headers }: Sent, { body, type }: Body) =>
  world.send(path, {
    method: methodOf(name),
    body,
    redirect: 'manual',
    headers: { ...networkOf(++networks), 'content-type': type, ...headers },
  })

async function send(name: string, sent: Sent, { body, type }: Body) {
  const shown = typeof body === 'string' ? `${body.length} characters, ${body.slice(0, 300)}` : 'a form'
  const { taken = [] } = CALLS[name]!
  const answer = await soundAnswer(`${name} with ${shown}`, () => ask(name, sent, { body, type }), [501, ...taken])
  if (taken.includes(answer.status)) takeConsole()
  return answer
}

const isTaken = ({ taken }: BodyCall, status: number) => taken?.includes(status) ?? (status >= 200 && status < 400)

test('every route of the app that may be sent a body is among these', () => {
  const { routes } = createApp(world.driven.app.services)
  const writes = routes.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS', 'ALL'].includes(method))
  // Middleware is registered for all methods too, below a path or for the route behind it.
  const any = routes.filter(({ method, path }) => method === 'ALL' && !path.endsWith('*')).map(({ path }) => path)
  const bare = new Set(writes.map(({ path }) => path))
  const tables = [...new Set(any)].filter((path) => !bare.has(path))
  expect(tables.toSorted()).toEqual(['/api/db/:projectId/rest/v1/:table', '/rest/v1/:table'])
  const expected = [
    ...writes.map(({ method, path }) => `${method} ${path}`),
    ...tables.flatMap((path) => [`POST ${path}`, `PATCH ${path}`]),
  ]
  expect(names.toSorted()).toEqual([...new Set(expected)].toSorted())
})

test.each(names)('%s takes a good body, refuses others, and breaks of none', { timeout: 240_000 }, async (name) => {
  const call = CALLS[name]!
  const before = await bystanders()
  let sent = await call.make(world)
  // Not timed: what is loaded for the first time is made of hundreds of files here.
  const good = await ask(name, sent, written(call.kind, sent.good))
  const said = await good.text()
  if (!isTaken(call, good.status)) expect.fail(`a good body was answered ${good.status}: ${said.slice(0, 300)}`)
  takeConsole()
  const counts = { taken: 0, refused: 0, others: 0 }
  let isUsed = call.once === true
  await fc.assert(
    fc.asyncProperty(changed(call.kind, Object.keys(sent.good)), async (change) => {
      if (isUsed) sent = await call.make(world)
      const { status, text } = await send(name, sent, change(sent.good))
      const known = isTaken(call, status) || [...REFUSED, ...(call.also ?? [])].includes(status)
      if (!known) expect.fail(`${name} answered ${status}: ${text.slice(0, 300)}`)
      isUsed = call.once === true && isTaken(call, status)
      counts[isTaken(call, status) ? 'taken' : REFUSED.includes(status) ? 'refused' : 'others']++
    }),
    { numRuns, seed },
  )
  if (call.kind === 'none') expect(counts).toEqual({ taken: numRuns, refused: 0, others: 0 })
  else expect(counts.refused * 10).toBeGreaterThanOrEqual((call.refuses ?? REFUSES) * numRuns)
  expect(await bystanders()).toEqual(before)
})

test(
  'no body that is a million deep or some megabytes long breaks a call or holds it up',
  { timeout: 240_000 },
  async () => {
    const every = Math.round(1 / share)
    const cases = names.flatMap((name) => LARGE.map((body) => ({ name, body })))
    const chosen = cases.filter((_, i) => i % every === seed % every)
    for (const { name, body } of chosen) {
      const call = CALLS[name]!
      const { type } = written(call.kind, {})
      const { status, text } = await send(name, await call.make(world), { body: body(), type })
      const known = isTaken(call, status) || [...REFUSED, ...(call.also ?? [])].includes(status)
      if (!known) expect.fail(`${name} answered ${status}: ${text.slice(0, 300)}`)
    }
  },
)
