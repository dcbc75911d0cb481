import { applyD1Migrations } from 'cloudflare:test'
import { expect, inject, it } from 'vitest'
import { seedCard } from '../../support/cards.ts'
import { emptyStorage, testEnv } from '../../support/env.ts'
import { all } from './everything.ts'

it('adds the league tables without changing an existing row or column', async () => {
  await emptyStorage()
  const { DB } = testEnv()
  const migrations = inject('migrations')
  const at = migrations.findIndex(({ name }) => name === '0047_leagues.sql')
  await applyD1Migrations(DB, migrations.slice(0, at))
  for (const visibility of ['draft', 'unlisted', 'public'] as const) await seedCard({ id: visibility, visibility })
  await DB.batch([
    DB.prepare(`insert into votes (voter, card, at) values ('v', 'public', 1)`),
    DB.prepare(`insert into reports (card, reporter, network, reason, at) values ('public', 'r', 'n', 'hate', 1)`),
    DB.prepare(`insert into removed_cards (id, removed_at) values ('gone', 1)`),
    DB.prepare(`insert into window_counters (key, ends_at, used) values ('k', 1, 1)`),
  ])
  const before = await all()
  await applyD1Migrations(DB, migrations.slice(0, at + 1))
  const after = await all()
  const { d1_migrations: _, ...rows } = before.rows
  expect(after.rows).toMatchObject(rows)
  const objects = new Map(after.schema.map((one) => [one.name, one]))
  for (const one of before.schema) expect(objects.get(one.name)).toEqual(one)
  expect(
    after.schema.map(({ name }) => name).filter((name) => !before.schema.some((one) => one.name === name)),
  ).toEqual(expect.arrayContaining(['leagues', 'league_seats', 'league_cards', 'removed_leagues', 'leagues_removed']))
})
