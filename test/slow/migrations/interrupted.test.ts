import { applyD1Migrations } from 'cloudflare:test'
import { beforeEach, expect, inject, it } from 'vitest'
import { emptyStorage, testEnv } from '../../support/env.ts'
import { type All, all } from './everything.ts'
import { fillFirst, FIRST } from './first-rows.ts'

const SESSION = 'a refresh token that is the same in every run'
const CUT = 'the connection is cut'
const migrations = inject('migrations')

/** Applies migrations like `wrangler d1 migrations apply`, each file in one batch with its ledger entry. */
const apply = (db: D1Database, count: number) => applyD1Migrations(db, migrations.slice(0, count))

/** Returns a database whose next batch fails after `statements` statements, or loses its response. */
function cutAfter(statements: number | 'the last'): D1Database {
  const { DB } = testEnv()
  return new Proxy(DB, {
    get: (target, property) => {
      if (property === 'batch')
        return async (batch: D1PreparedStatement[]) => {
          if (statements === 'the last') await target.batch(batch)
          // Invalid JSON makes the batch fail at this position.
          else await target.batch([...batch.slice(0, statements), DB.prepare(`select json('${CUT}')`)])
          throw new Error(CUT)
        }
      const value: unknown = Reflect.get(target, property)
      return typeof value === 'function' && property !== 'constructor'
        ? (value as (...args: unknown[]) => unknown).bind(target)
        : value
    },
  })
}

const ranIn = ({ rows }: All) => rows['d1_migrations']!.length

beforeEach(emptyStorage)

/** Inserts rows of the first version after its migrations. */
async function fillAt(count: number) {
  if (count === FIRST) await fillFirst(SESSION)
}

it('rolls back a migration interrupted after any statement, and applies it on the next attempt', async () => {
  const { DB } = testEnv()
  for (let count = 1; count <= migrations.length; count++) {
    await apply(DB, count)
    await fillAt(count)
  }
  const whole = await all()
  expect(whole.rows['fantasy_football_cards']).toHaveLength(4)
  expect(whole.rows['contact_submissions']).toHaveLength(1)

  await emptyStorage()
  let interruptions = 0
  for (const [at, { name, queries }] of migrations.entries()) {
    // A database without migrations has no ledger table yet.
    await apply(DB, at)
    const before = await all()
    for (let statements = 0; statements <= queries.length; statements++) {
      await expect(apply(cutAfter(statements), at + 1), `${name} after ${statements}`).rejects.toThrow('malformed JSON')
      expect(await all(), `${name} after ${statements}`).toEqual(before)
      interruptions++
    }
    await apply(DB, at + 1)
    expect(ranIn(await all())).toBe(at + 1)
    await fillAt(at + 1)
  }
  expect(interruptions).toBe(migrations.length + migrations.flatMap(({ queries }) => queries).length)
  expect(await all()).toEqual(whole)
})

it('applies a migration once when its response is lost', async () => {
  for (const [at, { name }] of migrations.entries()) {
    await expect(apply(cutAfter('the last'), at + 1), name).rejects.toThrow(CUT)
    const once = await all()
    expect(ranIn(once)).toBe(at + 1)
    await apply(testEnv().DB, at + 1)
    expect(await all(), name).toEqual(once)
    await fillAt(at + 1)
  }
})
