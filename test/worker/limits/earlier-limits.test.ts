import { applyD1Migrations } from 'cloudflare:test'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { createTestApp, getVisitorId } from '../../support/app.ts'
import { emptyStorage, testEnv } from '../../support/env.ts'

const NOW = Date.UTC(2026, 10, 21, 12, 30)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const [hour, day] = [Math.floor(NOW / HOUR_MS), Math.floor(NOW / DAY_MS)]

const KEY = { authorization: 'Bearer public-fantasy-cards' }
const MESSAGE = { name: 'Ann', email: 'ann@example.com', message: 'Hello', website: '' }

const isEarlier = ({ name }: { name: string }) => name < '0024'
const apply = (which: (migration: { name: string }) => boolean) =>
  applyD1Migrations(testEnv().DB, inject('migrations').filter(which))

describe('counters from before the migration', () => {
  beforeEach(async () => {
    await emptyStorage()
    await apply(isEarlier)
    const { DB } = testEnv()
    await DB.batch([
      DB.prepare(`insert into attempts values ('signIn:network:n', ?1)`).bind(NOW + 60_000),
      DB.prepare(`insert into contact_gate values ('v', ?1), ('network-n', ?2)`).bind(NOW + 10_000, NOW - 1),
      DB.prepare(`insert into raw_budgets values ('uploads:n', ?1, 30)`).bind(hour),
      DB.prepare(`insert into redraws values ('v', ?1, 60)`).bind(hour),
      DB.prepare(`insert into ai_spending values (?1, 'pictures', '', 7), (?1, 'pictures', 'v', 2)`).bind(day),
    ])
    await apply((migration) => !isEarlier(migration))
  })

  test('keeps earlier counters with their ends after the migration to two tables', async () => {
    const { DB } = testEnv()
    const buckets = await DB.prepare('select key, full_at from token_buckets order by key').all()
    expect(buckets.results).toEqual([
      { key: 'contact:network-n', full_at: NOW - 1 },
      { key: 'contact:v', full_at: NOW + 10_000 },
      { key: 'signIn:network:n', full_at: NOW + 60_000 },
    ])
    const counters = await DB.prepare('select key, ends_at, used from window_counters order by key').all()
    const [ofHour, ofDay] = [{ ends_at: (hour + 1) * HOUR_MS }, { ends_at: (day + 1) * DAY_MS }]
    expect(counters.results).toEqual([
      { key: 'ai:pictures:everybody', used: 7, ...ofDay },
      { key: 'ai:pictures:v', used: 2, ...ofDay },
      { key: 'redraws:v', used: 60, ...ofHour },
      { key: 'uploads:n', used: 30, ...ofHour },
    ])
  })

  test('keeps a sender’s earlier cooldown after the migration', async () => {
    const time = { now: NOW }
    const app = createTestApp({ clock: () => time.now })
    const visitor = app.visitor()
    await visitor.arrive()
    const bucket = `contact:${getVisitorId(visitor.cookie()!)}`
    await testEnv().DB.prepare(`update token_buckets set key = ?1 where key = 'contact:v'`).bind(bucket).run()
    const send = () => visitor.post('/functions/v1/contact-submit', MESSAGE, KEY)
    const early = await send()
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '10'])
    time.now += 10_000
    // The deny cache keeps its refusal until then, and no longer.
    expect((await send()).status).toBe(200)
  })
})
