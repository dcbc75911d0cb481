import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { DAY, rows, sweepAt } from './sweeping.ts'

beforeEach(freshDatabase)

describe('a sweep', () => {
  test('forgets limits that are over, and keeps those that still hold', async () => {
    const now = Date.now()
    const hour = Math.floor(now / 3_600_000)
    const day = Math.floor(now / DAY)
    const { DB } = testEnv()
    await DB.batch([
      DB.prepare(`insert into raw_budgets values ('past', ?1, 1), ('current', ?2, 1)`).bind(hour - 1, hour),
      DB.prepare(`insert into contact_gate values ('past', ?1), ('waiting', ?2)`).bind(now - 1, now + 20_000),
      DB.prepare(`insert into generation_quotas values ('past', ?1, 1), ('today', ?2, 1)`).bind(day - 1, day),
      DB.prepare(`insert into redraws values ('past', ?1, 60), ('current', ?2, 60)`).bind(hour - 1, hour),
    ])
    expect(await sweepAt(now)).toMatchObject({ limits: 4 })
    expect(await rows('raw_budgets', 'key')).toEqual(['current'])
    expect(await rows('contact_gate', 'sender')).toEqual(['waiting'])
    expect(await rows('generation_quotas', 'visitor')).toEqual(['today'])
    expect(await rows('redraws', 'visitor')).toEqual(['current'])
  })

  test('takes sign-ins and links that are over, and leaves the others', async () => {
    const { DB } = testEnv()
    const now = Date.now()
    const entries = (sql: string) => DB.prepare(sql).bind(now, now + 1)
    await DB.batch([
      DB.prepare(`insert into users (id, email, created_at) values ('u', 'a@b.c', '')`),
      entries(`insert into sessions (id, user_id, expires_at) values ('over', 'u', ?1), ('open', 'u', ?2)`),
      DB.prepare(`insert into refresh_tokens (hash, session_id) values ('gone', 'over'), ('kept', 'open')`),
      entries(`insert into one_time_tokens values ('over', 'magic', 'a@b.c', ?1), ('good', 'reset', 'a@b.c', ?2)`),
      entries(
        `insert into admin_tokens values ('over', 'link', 'a@b.c', ?1, null), ('good', 'session', 'a@b.c', ?2, 's')`,
      ),
      entries(`insert into attempts values ('over', ?1), ('counts', ?2)`),
    ])
    expect(await sweepAt(now)).toMatchObject({ signIns: 4, limits: 1 })
    expect([await rows('sessions'), await rows('refresh_tokens', 'hash')]).toEqual([['open'], ['kept']])
    expect([await rows('one_time_tokens', 'hash'), await rows('admin_tokens', 'hash')]).toEqual([['good'], ['good']])
    expect([await rows('attempts', 'key'), await rows('users')]).toEqual([['counts'], ['u']])
  })

  test('takes counts of two years and a day, and within days what nothing is counted twice by', async () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const { DB } = testEnv()
    const see = DB.prepare(`insert into analytics_seen (hash, day, measure, name) values (?1, ?1, 'views', '/')`)
    await DB.batch(['2024-11-20', '2024-11-21', '2026-11-16', '2026-11-17'].map((day) => see.bind(day)))
    expect(await sweepAt(now)).toMatchObject({ analytics: 4 })
    expect(await rows('analytics_seen', 'hash')).toEqual(['2026-11-17'])
    expect(await rows('analytics_days', 'day')).toEqual(['2024-11-21', '2026-11-16', '2026-11-17'])
  })
})
