import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import type { Env } from '#worker/env.ts'
import { clearUsedObjects, watchObjects } from './used-objects.ts'

/** The bindings and settings of the Worker under test. */
export const testEnv = (): Env => env as unknown as Env
watchObjects(testEnv().JOBS)

/**
 * Empties all storage (D1, R2, KV, Durable Objects) and migrates the database to its newest schema. It runs before most
 * tests. If no table changed since the last call, it deletes rows, files, keys and objects one by one. This takes a fifth
 * of the time of clearing everything and migrating again.
 */
export async function freshDatabase(): Promise<void> {
  if (migrated !== null && (await emptyKeepingTables(migrated))) return
  await emptyStorage()
  // One migration with all files, because running file by file takes three times as many calls.
  const queries = inject('migrations').flatMap((migration) => migration.queries)
  await applyD1Migrations(testEnv().DB, [{ name: 'all', queries }])
  migrated = { schema: await readSchema(), rows: await allRows() }
}

/**
 * The database right after its migrations, with its schema and the rows that migrations insert.
 */
type Migrated = { schema: string; rows: ReadonlyMap<string, readonly Row[]> }
type Row = Readonly<Record<string, unknown>>

let migrated: Migrated | null = null

const TABLES = `select name, sql from sqlite_master where name not like 'sqlite_%' and name not like '_cf_%'`

const readSchema = async () => JSON.stringify((await testEnv().DB.prepare(`${TABLES} order by name`).all()).results)

async function allRows(): Promise<Map<string, Row[]>> {
  const { DB } = testEnv()
  const { results: tables } = await DB.prepare(`${TABLES} and type = 'table'`).all<{ name: string }>()
  const rows = await DB.batch<Row>(tables.map(({ name }) => DB.prepare(`select * from ${name}`)))
  return new Map(tables.map(({ name }, at) => [name, rows[at]!.results]))
}

/** Deletes all data and keeps the tables. Returns false if the schema changed. */
async function emptyKeepingTables({ schema, rows }: Migrated): Promise<boolean> {
  const { DB, FILES, GATE } = testEnv()
  await clearUsedObjects()
  const [found, files, keys] = await Promise.all([readSchema(), FILES.list(), GATE.list()])
  if (found !== schema || files.truncated || !keys.list_complete) return false
  await Promise.all([
    deleteRows([...rows.keys()]),
    FILES.delete(files.objects.map(({ key }) => key)),
    ...keys.keys.map(({ name }) => GATE.delete(name)),
  ])
  await DB.batch([...rows].flatMap(([name, all]) => all.map((row) => insertion(name, row))))
  return true
}

/** Deletes the rows of the tables, again while triggers of the deletions insert rows elsewhere. */
async function deleteRows(tables: readonly string[]): Promise<void> {
  const { DB } = testEnv()
  const columns = tables.map((name) => `exists (select 1 from ${name}) as ${name}`)
  const filled = await DB.prepare(`select ${columns.join(', ')}`).first<Record<string, number>>()
  const deletions = tables.filter((name) => filled![name] === 1).map((name) => DB.prepare(`delete from ${name}`))
  if (deletions.length === 0) return
  await DB.batch([DB.prepare('pragma defer_foreign_keys = on'), ...deletions])
  await deleteRows(tables)
}

function insertion(table: string, row: Row): D1PreparedStatement {
  const columns = Object.keys(row)
  const values = columns.map(() => '?').join(', ')
  return testEnv()
    .DB.prepare(`insert into ${table} (${columns.join(', ')}) values (${values})`)
    .bind(...Object.values(row))
}

/**
 * Empties D1, R2, KV and all used objects. The runtime stores the first three in objects too. It clears only active
 * objects and evicts idle ones after some seconds, so this function calls all three first.
 */
export async function emptyStorage(): Promise<void> {
  const { DB, FILES, GATE } = testEnv()
  await clearUsedObjects()
  await Promise.all([DB.prepare('select 1').first(), FILES.head('any'), GATE.get('any')])
  await reset()
}
