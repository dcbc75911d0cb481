import { beforeEach, describe, expect, inject, it } from 'vitest'
import { createTestApp, noPictures } from '../../support/app.ts'
import { countRows } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

/**
 * Migrations run before the new Worker is deployed, so the previous version uses the new schema for a while. These are its
 * statements on tables that the current code no longer uses (e25c28b).
 */
const NOW = Date.UTC(2026, 10, 22, 12, 30)
const [HOUR, DAY] = [Math.floor(NOW / 3_600_000), Math.floor(NOW / 86_400_000)]

type Statement = readonly [sql: string, params: readonly (string | number)[], result?: readonly object[]]

const STATEMENTS: Readonly<Record<string, readonly Statement[]>> = {
  'daily cards': [
    ['select used from generation_quotas where visitor = ?1 and day = ?2', ['v', DAY], []],
    [
      `insert into generation_quotas (visitor, day, used) values (?1, ?2, 1)
       on conflict (visitor, day) do update set used = used + 1 where used < ?3 returning used`,
      ['v', DAY, 20],
      [{ used: 1 }],
    ],
    ['select used from generation_quotas where visitor = ?1 and day = ?2', ['v', DAY], [{ used: 1 }]],
  ],
  'cooldowns of the contact form': [
    [
      `insert into contact_gate (sender, next_at) values (?1, ?2)
       on conflict (sender) do update set next_at = excluded.next_at where contact_gate.next_at <= ?3 returning next_at`,
      ['v', NOW + 20_000, NOW],
      [{ next_at: NOW + 20_000 }],
    ],
    ['select next_at from contact_gate where sender = ?1', ['v'], [{ next_at: NOW + 20_000 }]],
    ['update contact_gate set next_at = 0 where sender = ?1', ['v']],
  ],
  'sign-in attempts': [
    [
      `insert into attempts (key, full_at) values (?1, ?2 + ?3)
       on conflict (key) do update set full_at = max(full_at, ?2) + ?3 where full_at <= ?2 + ?4 returning full_at`,
      ['signIn:network:n', NOW, 1000, 59_000],
      [{ full_at: NOW + 1000 }],
    ],
    ['select full_at from attempts where key = ?1', ['signIn:network:n'], [{ full_at: NOW + 1000 }]],
    ['update attempts set full_at = full_at - ?2 where key = ?1', ['signIn:network:n', 1000]],
  ],
  redraws: [
    [
      `insert into redraws (visitor, hour, used) values (?1, ?2, 1)
       on conflict (visitor, hour) do update set used = used + 1 where used < ?3 returning used`,
      ['v', HOUR, 60],
      [{ used: 1 }],
    ],
  ],
  'hourly budgets': [
    [
      `insert into raw_budgets (key, hour, used) values (?1, ?2, ?4)
       on conflict (key, hour) do update set used = used + ?4 where used + ?4 <= ?3 returning used`,
      ['uploads:n', HOUR, 30, 1],
      [{ used: 1 }],
    ],
    ['select used from raw_budgets where key = ?1 and hour = ?2', ['uploads:n', HOUR], [{ used: 1 }]],
  ],
  'AI spending': [
    [
      `insert into ai_leases (holder, token, until)
       select ?3, ?4, ?5 where coalesce((select used from ai_spending where day = ?1 and kind = ?2 and who = ''), 0) < 9
       on conflict (holder) do update set token = excluded.token, until = excluded.until where until <= ?6
       returning token`,
      [DAY, 'calls', 'v', 't', NOW + 1000, NOW],
      [{ token: 't' }],
    ],
    [
      `insert into ai_spending (day, kind, who, used)
       select ?1, ?2, value, ?3 from json_each(?4) where exists (select 1 from ai_leases where token = ?5 and until = ?6)
       on conflict (day, kind, who) do update set used = used + excluded.used`,
      [DAY, 'calls', 2, '["","v"]', 't', NOW + 1000],
    ],
    [
      `update ai_spending set used = max(0, used - ?3)
       where day = ?1 and kind = ?2 and who in (select value from json_each(?4))`,
      [DAY, 'calls', 1, '["","v"]'],
    ],
    [
      'select who, used from ai_spending order by who',
      [],
      [
        { who: '', used: 1 },
        { who: 'v', used: 1 },
      ],
    ],
    ['delete from ai_leases where holder = ?1 and token = ?2', ['v', 't']],
  ],
  'its sweep': [
    ['delete from raw_budgets where hour < ?1', [HOUR]],
    ['delete from contact_gate where next_at <= ?1', [NOW]],
    ['delete from generation_quotas where day < ?1', [DAY]],
    ['delete from redraws where hour < ?1', [HOUR]],
    ['delete from attempts where full_at <= ?1', [NOW]],
    ['delete from ai_spending where day < ?1', [DAY]],
    ['delete from ai_leases where until <= ?1', [NOW]],
  ],
}

beforeEach(freshDatabase)

describe('the previous Worker version', () => {
  it.each(Object.keys(STATEMENTS))('serves the previous Worker version’s statements: %s', async (what) => {
    for (const [sql, params, result] of STATEMENTS[what]!) {
      const { results } = await testEnv()
        .DB.prepare(sql)
        .bind(...params)
        .all()
      if (result !== undefined) expect(results).toEqual(result)
    }
  })

  it('keeps every table and column of the previous version', async () => {
    const { DB } = testEnv()
    const words = inject('migrations').flatMap(({ queries }) => queries)
    expect(words.filter((query) => /\bdrop (?:table|column)\b|\brename\b/i.test(query))).toEqual([])
    const { results } = await DB.prepare(`select name from sqlite_master where type = 'table'`).all<{ name: string }>()
    expect(results.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'attempts',
        'contact_gate',
        'raw_budgets',
        'redraws',
        'ai_spending',
        'generation_quotas',
      ]),
    )
  })
})

it('sweeps the previous version’s rows only once they have expired', async () => {
  const { DB } = testEnv()
  const rows = (hour: number, day: number, at: number) => [
    DB.prepare('insert into raw_budgets (key, hour, used) values (?1, ?1, 1)').bind(hour),
    DB.prepare('insert into redraws (visitor, hour, used) values (?1, ?1, 1)').bind(hour),
    DB.prepare('insert into generation_quotas (visitor, day, used) values (?1, ?1, 1)').bind(day),
    DB.prepare(`insert into ai_spending (day, kind, who, used) values (?1, 'calls', '', 1)`).bind(day),
    DB.prepare('insert into contact_gate (sender, next_at) values (?1, ?1)').bind(at),
    DB.prepare('insert into attempts (key, full_at) values (?1, ?1)').bind(at),
  ]
  await DB.batch([...rows(HOUR - 1, DAY - 1, NOW), ...rows(HOUR, DAY, NOW + 1)])
  await createTestApp({ clock: () => NOW, pictures: noPictures }).services.sweep(NOW)
  const tables = ['raw_budgets', 'redraws', 'generation_quotas', 'ai_spending', 'contact_gate', 'attempts']
  for (const table of tables) expect([table, await countRows(table)]).toEqual([table, 1])
})
