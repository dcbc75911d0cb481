import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { DAY, rows, sweepAt } from './sweeping.ts'

beforeEach(freshDatabase)

describe('a sweep', () => {
  test('sweeps expired limits, and keeps those that still apply', async () => {
    const now = Date.now()
    const day = Math.floor(now / DAY)
    const { DB } = testEnv()
    const charge = DB.prepare(
      `insert into generation_charges (generation, visitor, network, day, kind, card) values (?1, 'v', 'n', ?2, ?3, ?4)`,
    )
    await DB.batch([
      DB.prepare(`insert into window_counters values ('past', ?1, 1), ('current', ?2, 1)`).bind(now, now + 1),
      DB.prepare(`insert into token_buckets values ('past', ?1), ('waiting', ?2)`).bind(now, now + 1),
      charge.bind('past', day - 2, 'card', null),
      charge.bind('today', day, 'card', null),
      charge.bind('adjusted', day - 1, 'adjustment', 'c1'),
      charge.bind('long ago', day - 32, 'adjustment', 'c2'),
    ])
    expect(await sweepAt(now)).toMatchObject({ limits: 4 })
    expect(await rows('window_counters', 'key')).toEqual(['current'])
    expect(await rows('token_buckets', 'key')).toEqual(['waiting'])
    expect(await rows('generation_charges', 'generation')).toEqual(['adjusted', 'today'])
    // After the day, only the number of a draft's adjustments matters.
    expect(await rows('generation_charges', 'visitor')).toEqual(['', 'v'])
  })

  test('sweeps expired sign-ins and links, and keeps the others', async () => {
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
    ])
    expect(await sweepAt(now)).toMatchObject({ signIns: 4 })
    expect([await rows('sessions'), await rows('refresh_tokens', 'hash')]).toEqual([['open'], ['kept']])
    expect([await rows('one_time_tokens', 'hash'), await rows('admin_tokens', 'hash')]).toEqual([['good'], ['good']])
    expect(await rows('users')).toEqual(['u'])
  })

  test('sweeps counts older than two years, and deduplication keys within days', async () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const { DB } = testEnv()
    const see = DB.prepare(`insert into analytics_seen (hash, day, measure, name) values (?1, ?1, 'views', '/')`)
    await DB.batch(['2024-11-20', '2024-11-21', '2026-11-16', '2026-11-17'].map((day) => see.bind(day)))
    expect(await sweepAt(now)).toMatchObject({ analytics: 4 })
    expect(await rows('analytics_seen', 'hash')).toEqual(['2026-11-17'])
    expect(await rows('analytics_days', 'day')).toEqual(['2024-11-21', '2026-11-16', '2026-11-17'])
  })
})
