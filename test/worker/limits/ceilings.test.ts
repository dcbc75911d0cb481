import { beforeEach, describe, expect, test } from 'vitest'
import { CEILINGS } from '#worker/limits/ceilings.ts'
import { createTestApp, noPictures, type TestApp } from '../../support/app.ts'
import { type AuthApp, createAuthApp, NOW, ORIGIN, PASSWORD } from '../../support/auth.ts'
import { as, PROJECT } from '../../support/backend.ts'
import { countRows, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole, takeReachedCeilings } from '../../support/quiet.ts'
import { createDrivenApp } from '../edge/driven.ts'
import { connect } from '../realtime/listener.ts'

const DAY_MS = 86_400_000
const ADMIN = 'admin@example.com'

beforeEach(freshDatabase)

/** Empties a token bucket. */
const drain = (pattern: string, until: number) =>
  testEnv().DB.prepare('update token_buckets set full_at = ?2 where key glob ?1').bind(pattern, until).run()
const fill = (key: string, until: number) =>
  testEnv()
    .DB.prepare('insert into token_buckets (key, full_at) values (?1, ?2) on conflict (key) do update set full_at = ?2')
    .bind(key, until)
    .run()

const from = (n: number) => ({ 'cf-connecting-ip': `198.51.100.${n}` })

describe('site-wide daily ceilings', () => {
  const json = { 'content-type': 'application/json' }
  const send = (app: TestApp | AuthApp, path: string, n: number, body: unknown, headers: object = {}) =>
    app.send(path, { method: 'POST', headers: { ...json, ...from(n), ...headers }, body: JSON.stringify(body) })
  const WRITES = {
    signUp: [
      (app: AuthApp, n: number) =>
        send(app, '/api/auth/signup', n, { projectId: PROJECT, email: `p${n}@example.com`, password: PASSWORD }),
      'users',
    ],
    report: [(app: AuthApp, n: number) => send(app, '/api/cards/c1/reports', n, { reason: 'hate' }), 'reports'],
    contact: [
      (app: AuthApp, n: number) =>
        send(
          app,
          '/functions/v1/contact-submit',
          n,
          { name: 'Ann', email: 'ann@example.com', message: 'Hello', website: '' },
          as.public(),
        ),
      'contact_submissions',
    ],
    signInMail: [
      (app: AuthApp, n: number) =>
        send(app, '/api/auth/signin/magic', n, { projectId: PROJECT, email: `p${n}@example.com` }),
      'outbox',
    ],
    siteMail: [
      (app: AuthApp, n: number) =>
        send(
          app,
          `/api/notifications/${PROJECT}/email`,
          n,
          { to: ADMIN, subject: 'Hello', text: 'there' },
          as.public(),
        ),
      'outbox',
    ],
  } as const

  test.each(Object.keys(WRITES) as (keyof typeof WRITES)[])(
    'limits %s per day across all networks, stores nothing beyond the ceiling, and logs it',
    async (kind) => {
      const app = createAuthApp({ ADMIN_EMAIL: ADMIN })
      await seedCard({ id: 'c1' })
      const [write, table] = WRITES[kind]
      expect((await write(app, 1)).status).toBeLessThan(300)
      expect(await countRows(table)).toBe(1)
      await fill(`${kind}:all`, NOW + DAY_MS)
      for (const n of [2, 3]) {
        const refused = await write(app, n)
        expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
      }
      expect(await countRows(table)).toBe(1)
      expect(takeReachedCeilings()).toEqual([`${kind} ${CEILINGS[kind]}`, `${kind} ${CEILINGS[kind]}`])
      // One token is free again after its share of a day.
      app.clock.now += Math.ceil(DAY_MS / CEILINGS[kind])
      expect((await write(app, 4)).status).toBeLessThan(300)
    },
  )

  const vote = (app: AuthApp, address: string) =>
    app.send('/api/cards/c1/votes', {
      method: 'POST',
      headers: { ...json, 'cf-connecting-ip': address },
      body: JSON.stringify({ votes: 1 }),
    })

  test('limits the site’s votes per UTC day, caches no refusal, and logs it', async () => {
    // Half of the ceiling is for unknown visitors.
    const app = createAuthApp({ ADMIN_EMAIL: ADMIN, DAILY_VOTE_CEILING: '4' })
    await seedCard({ id: 'c1' })
    for (const n of [1, 2]) expect((await vote(app, `198.51.100.${n}`)).status).toBe(200)
    for (const n of [3, 3, 4]) {
      const refused = await vote(app, `198.51.100.${n}`)
      expect([refused.status, await refused.json()]).toMatchObject([
        429,
        { code: 'RATE_LIMITED', details: { nextVoteAt: '2026-11-22T00:00:00.000Z', scope: 'voter' } },
      ])
    }
    expect(await countRows('votes')).toBe(2)
    // A second vote is still refused as such.
    expect((await vote(app, '198.51.100.1')).status).toBe(409)
    expect(new Set(takeReachedCeilings())).toEqual(new Set(['vote 2']))
    const raised = createAuthApp({ DAILY_VOTE_CEILING: '6' })
    expect((await vote(raised, '198.51.100.3')).status).toBe(200)
    app.clock.now = Date.parse('2026-11-22T00:00:00Z')
    expect((await vote(app, '198.51.100.4')).status).toBe(200)
  })

  test('counts votes from one IPv6 /56 as one network’s', async () => {
    const app = createAuthApp()
    await seedCard({ id: 'c1' })
    const responses = []
    for (let n = 0; n < 8; n++) responses.push((await vote(app, `2001:db8:1:20${n}0::1`)).status)
    // A first vote, then the same voter again: without a cookie, a voter is a network and a browser family.
    expect(responses).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    expect((await vote(app, '2001:db8:1:2100::1')).status).toBe(200)
  })
})

test('mails a known device even when strangers have used up the day’s sign-in mails', async () => {
  const app = createAuthApp()
  await app.signUp('ann@example.com')
  const link = (email: string) => app.post('/signin/magic', { email })
  await fill('signInMail:all', NOW + DAY_MS)
  expect((await link('bob@example.com')).status).toBe(429)
  takeConsole()
  expect((await link('ann@example.com')).status).toBe(200)
})

test('mails an admin a working link, however many strangers request one', async () => {
  const app = createAuthApp({ ADMIN_EMAILS: ADMIN, PUBLIC_URL: ORIGIN })
  const submit = (path: string, fields: Record<string, string>, n = 0) =>
    app.send(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: ORIGIN, 'cf-connecting-ip': `203.0.113.${n}` },
    })
  // Every five minutes from another network: more links than the admin may be sent.
  for (let n = 0; n < 24; n++) {
    await submit('/admin/link', { email: ADMIN }, n)
    const [newest] = await app.mailsTo(ADMIN)
    const token = new URL(/https:\/\/\S+/.exec(newest!.text!)![0]).searchParams.get('token')!
    if (n % 6 === 5) expect((await submit('/admin/enter', { token }, 200)).status).toBe(303)
    app.clock.now += 5 * 60_000
  }
})

describe('limits of one network', () => {
  test('rejects cards to new cookies of a network that has used up its limit, and to no one else', async () => {
    const driven = createDrivenApp()
    const ann = await driven.visitor(from(1))
    await driven.run(ann)
    await drain('generation:network:*', driven.time.now + DAY_MS)
    const refused = await driven.send(await driven.visitor(from(1)))
    expect([refused.status, await countRows('generation_charges')]).toEqual([429, 1])
    const other = await driven.visitor(from(2))
    expect((await driven.run(other)).state).toBe('ready')
    await fill('generation:all', driven.time.now + DAY_MS)
    expect((await driven.send(await driven.visitor(from(3)))).status).toBe(429)
    expect(takeConsole().flat().join()).toContain('"kind":"generation"')
  })

  test('limits a network’s redraws for new names and stats', async () => {
    const driven = createDrivenApp()
    const ann = await driven.visitor(from(1))
    const { id, card } = await driven.run(ann)
    const rename = (playerName: string) =>
      ann.send(`/api/cards/${card!.id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ playerName }),
      })
    expect((await rename('Nova')).status).toBe(200)
    await drain('redraw:network:*', driven.time.now + DAY_MS)
    expect((await rename('Vega')).status).toBe(429)
    expect((await ann.post(`/api/generations/${id}/stats`, { stats: card!.stats })).status).toBe(429)
    driven.time.now += DAY_MS
    expect((await rename('Vega')).status).toBe(200)
  })

  test('rejects a new channel beyond a network’s limit, and keeps open ones, at any gateway', async () => {
    const app = createTestApp({ pictures: noPictures })
    const ann = await connect(app, '', from(1))
    await ann.subscribe('room-1')
    await drain('channels:free:*', Date.now() + DAY_MS)
    ann.say('subscribe', { channel: 'room-2' })
    expect(await ann.nth('error', 1)).toEqual({
      error: 'Too many channels were opened from your network. Try again later.',
      channel: 'room-2',
    })
    ann.say('publish', { channel: 'room-3', type: 'said', data: 1 })
    expect(await ann.nth('error', 2)).toMatchObject({ channel: 'room-3' })
    ann.say('publish', { channel: 'room-1', type: 'said', data: 1 })
    expect(await ann.nth('message', 1)).toMatchObject({ channel: 'room-1' })
    await ann.subscribe('hall')
    // HTTP counts for the same network and the same objects.
    const say = (channel: string, n: number, headers = as.public()) =>
      app.send(`/api/realtime/${PROJECT}/publish`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...from(n), ...headers },
        body: JSON.stringify({ channel, type: 'said', data: 1 }),
      })
    const refused = await say('room-7', 1)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await say('room-1', 1)).status).toBe(200)
    expect((await say('room-7', 1, as.service())).status).toBe(200)
    expect((await say('room-6', 2)).status).toBe(200)
    // No socket of this gateway has it: a server has published on it.
    expect((await say('room-5', 1, as.service())).status).toBe(200)
    await ann.subscribe('room-5')
    const bob = await connect(app, '', from(2))
    await bob.subscribe('room-4')
  })

  test('charges a large HTTP message like several small ones', async () => {
    const app = createTestApp({ pictures: noPictures })
    const used = async (data: string) => {
      const headers = { 'content-type': 'application/json', ...from(1), ...as.public() }
      const body = JSON.stringify({ channel: 'room', type: 'said', data })
      const sent = await app.send(`/api/realtime/${PROJECT}/publish`, { method: 'POST', headers, body })
      expect(sent.status).toBe(200)
      const counter = testEnv().DB.prepare(`select sum(used) as used from window_counters where key like 'messages:%'`)
      return counter.first<number>('used')
    }
    expect(await used('a')).toBe(1)
    expect(await used('a'.repeat(12_000))).toBe(1 + 3)
  })
})
