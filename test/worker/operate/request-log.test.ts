import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { createAuthApp, PASSWORD } from '../../support/auth.ts'
import { as, PROJECT } from '../../support/backend.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole, takeRequestLines } from '../../support/quiet.ts'

beforeEach(freshDatabase)

type Line = { id: string; route: string; method: string; status: number; ms: number }
const readLines = () => takeRequestLines().map((line) => JSON.parse(line) as Line)

describe('the request log', () => {
  test('logs a request’s route, status, counts and time', async () => {
    await seedCard({ id: 'a'.repeat(32) })
    const { send } = createTestApp()
    await (await send(`/card/${'a'.repeat(32)}`, { headers: { 'cf-ray': 'ray-1' } })).text()

    expect(readLines()).toEqual([
      {
        event: 'request',
        id: 'ray-1',
        route: '/card/:id',
        method: 'GET',
        status: 200,
        ms: expect.any(Number),
      },
    ])
  })

  test('logs which limit refused a vote', async () => {
    await seedCard({ id: 'c1' })
    const visitor = createTestApp().visitor()
    await visitor.arrive()
    for (const votes of [1, 2]) await (await visitor.post('/api/cards/c1/votes', { votes })).text()
    const [, cast, refused] = readLines()
    expect(cast).not.toHaveProperty('code')
    expect(refused).toMatchObject({ route: '/api/cards/:id/votes', status: 409, code: '23505', limit: 'vote:again' })
  })

  test.each([
    ['/nowhere/at/all', 404],
    ['/card/unknown', 404],
    ['/api/generations/unknown', 404],
  ])('logs a failing request once: %s', async (path, status) => {
    const { send } = createTestApp()
    await (await send(path)).text()
    expect(readLines()).toEqual([expect.objectContaining({ status })])
  })

  test('logs a failure under the request id of its response', async () => {
    const broken = {
      prepare: () => {
        throw new Error('ann@example.com is down')
      },
    } as unknown as D1Database
    const { send } = createTestApp({}, { ...testEnv(), DB: broken })
    const response = await send('/rest/v1/fantasy_football_cards?select=id', { headers: as.public() })
    const { requestId } = await response.json<{ requestId: string }>()
    const [failure] = takeConsole().map(([line]) => JSON.parse(line as string) as Record<string, string>)
    expect(readLines()).toEqual([expect.objectContaining({ id: requestId, status: 500 })])
    expect(failure).toMatchObject({ requestId, cause: expect.stringMatching(/<- Error: \[mail address\] is down$/) })
  })
})

test('logs no personal data: no name, email address, IP address, cookie, token or query', async () => {
  const secrets = ['Ann Unmistakable', 'ann.unmistakable', '203.0.113.77', 'Leipzig', PASSWORD, 'access_token=', '?']
  const app = createAuthApp()
  const { post } = app
  const ip = '203.0.113.77'
  const visitor = app.visitor({ 'cf-connecting-ip': ip, 'user-agent': 'Leipzig Browser' })
  secrets.push((await visitor.arrive()).split('=')[1]!)

  const email = 'ann.unmistakable@example.com'
  const signedUp = await post('/signup', { email, password: PASSWORD, name: 'Ann Unmistakable' }, { ip })
  const { access_token, refresh_token } = signedUp.body
  secrets.push(access_token, refresh_token)
  await post('/signin', { email, password: 'not the password' }, { ip })
  await post('/signin/magic', { email, redirect_url: 'https://cards.example/' }, { ip })
  const id = 'b'.repeat(32)
  await seedCard({ id, playerName: 'Ann Unmistakable' })
  secrets.push(id)

  const requests: [string, RequestInit][] = [
    ['/', {}],
    [`/card/${id}?from=ann.unmistakable`, {}],
    [`/og/${id}.1.jpg`, {}],
    ['/hall-of-fame?search=Ann+Unmistakable', {}],
    [`/admin/session?access_token=${access_token}`, {}],
    [`/admin/enter?token=${refresh_token}`, {}],
    [`/auth?project_id=${PROJECT}&email=${email}`, {}],
    [`/storage/${PROJECT}/player-photos/ann.unmistakable.jpg`, {}],
    [`/rest/v1/fantasy_football_cards?player_name=eq.Ann+Unmistakable`, { headers: as.public() }],
    [`/api/notifications/${PROJECT}/outbox?to=${email}`, { headers: as.service() }],
    [`/ann.unmistakable@example.com`, {}],
    ['/api/auth/me', { headers: { authorization: `Bearer ${access_token}` } }],
  ]
  for (const [path, init] of requests) await (await visitor.send(path, init)).arrayBuffer()
  await visitor.post('/functions/v1/contact-submit', { name: 'Ann Unmistakable', email, message: 'Hi', website: '' })

  const lines = [...takeRequestLines(), ...takeConsole().map(String), ...takeConsole('warn').map(String)]
  expect(lines.length).toBeGreaterThanOrEqual(requests.length + 5)
  for (const line of lines) for (const secret of secrets) expect(line).not.toContain(secret)
})
