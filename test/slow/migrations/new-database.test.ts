import { applyD1Migrations } from 'cloudflare:test'
import { beforeEach, expect, inject, it } from 'vitest'
import { emptyStorage, testEnv } from '../../support/env.ts'
import { all } from './everything.ts'

const migrations = inject('migrations')

beforeEach(emptyStorage)

/** `npm start` applies all migrations in one transaction (`.dev/migrate.mjs`). */
it('creates the same database whether migrations run in one transaction or one by one', async () => {
  const { DB } = testEnv()
  await applyD1Migrations(DB, migrations)
  const expected = await all()
  await emptyStorage()
  // Creates the empty migration ledger, which the migrations' SQL does not.
  await applyD1Migrations(DB, [])
  await DB.batch(
    migrations.flatMap(({ name, queries }) =>
      [...queries, `insert into d1_migrations (name) values ('${name}')`].map((query) => DB.prepare(query)),
    ),
  )
  const { schema, rows } = await all()
  expect(rows['d1_migrations']).toHaveLength(migrations.length)
  expect({ schema, rows }).toEqual(expected)
})
