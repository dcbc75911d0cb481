import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import type { Env } from '#worker/env.ts'
import { forgetCleared, hasUsedObjects, watchObjects } from './used-objects.ts'

/** The bindings and settings of the Worker under test. */
export const testEnv = (): Env => env as unknown as Env
watchObjects(testEnv().JOBS)

/**
 * Empties everything that is stored (D1, R2, KV, Durable Objects) and brings the database to its newest shape. Where no
 * object was made and no table changed since the last time, rows, files and keys are deleted one by one: a tenth of the
 * time of clearing all objects and migrating again, and this runs before most tests.
 */
export async function freshDatabase(): Promise<void> {
  if (migrated !== null && (await emptyKeepingTables(migrated))) return
  await emptyStorage()
  // As one migration: file by file takes three times the calls.
  const queries = inject('migrations').flatMap((migration) => migration.queries)
  await applyD1Migrations(testEnv().DB, [{ name: 'all', queries }])
  migrated = { schema: await schemaOf(), rows: await allRows() }
}

/** The database just after its migrations: what stands in its schema, and the rows that migrations themselves insert. */
type Migrated = { schema: string; rows: ReadonlyMap<string, readonly Row[]> }
type Row = Readonly<Record<string, unknown>>

let migrated: Migrated | null = null

const TABLES = `select name, sql from sqlite_master where name not like 'sqlite_%' and name not like '_cf_%'`

const schemaOf = async () => JSON.stringify((await testEnv().DB.prepare(`${TABLES} order by name`).all()).results)

async function allRows(): Promise<Map<string, Row[]>> {
  const { DB } = testEnv()
  const { results: tables } = await DB.prepare(`${TABLES} and type = 'table'`).all<{ name: string }>()
  const rows = await DB.batch<Row>(tables.map(({ name }) => DB.prepare(`select * from ${name}`)))
  return new Map(tables.map(({ name }, at) => [name, rows[at]!.results]))
}

/** False where only clearing every object makes it new: one was made, or the tables are not as migrations leave them. */
async function emptyKeepingTables({ schema, rows }: Migrated): Promise<boolean> {
  const { DB, FILES, GATE } = testEnv()
  // A job that still draws would hold up each further question, until it is cleared.
  if (hasUsedObjects()) return false
  const [found, files, keys] = await Promise.all([schemaOf(), FILES.list(), GATE.list()])
  if (found !== schema || files.truncated || !keys.list_complete) return false
  // Twice, as triggers of the first deletions insert rows elsewhere.
  const deletions = [...rows.keys(), ...rows.keys()].map((name) => DB.prepare(`delete from ${name}`))
  const insertions = [...rows].flatMap(([name, all]) => all.map((row) => insertion(name, row)))
  await Promise.all([
    DB.batch([DB.prepare('pragma defer_foreign_keys = on'), ...deletions, ...insertions]),
    FILES.delete(files.objects.map(({ key }) => key)),
    ...keys.keys.map(({ name }) => GATE.delete(name)),
  ])
  return true
}

function insertion(table: string, row: Row): D1PreparedStatement {
  const columns = Object.keys(row)
  const values = columns.map(() => '?').join(', ')
  return testEnv()
    .DB.prepare(`insert into ${table} (${columns.join(', ')}) values (${values})`)
    .bind(...Object.values(row))
}

/**
 * Empties D1, R2, KV and whatever object is awake. The runtime keeps the first three in objects too, clears only
 * those that are awake, and lets each fall asleep after some idle seconds: so they are called first.
 */
export async function emptyStorage(): Promise<void> {
  const { DB, FILES, GATE } = testEnv()
  await Promise.all([DB.prepare('select 1').first(), FILES.head('any'), GATE.get('any')])
  await reset()
  forgetCleared()
}
