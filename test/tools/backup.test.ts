import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runBatch, seededCards } from '../support/seeded-cards.ts'

type Place = { db: D1Database; files: R2Bucket }

const load = <T>(name: string) => import(new URL(`../../.dev/${name}`, import.meta.url).href) as Promise<T>
const { applyErasures, backUp, restore } = await load<{
  applyErasures: (place: Place, folder: string) => Promise<{ accounts: number; cards: number }>
  backUp: (place: Place, folder: string, options?: object) => Promise<{ rows: number; files: number }>
  restore: (place: Place, folder: string) => Promise<{ rows: number; files: number }>
}>('backup/archive.mjs')
const { placeOf } = await load<{ placeOf: (options: { remote: boolean; env?: string }) => object }>('backup/place.mjs')

/** More rows than a page of the backup holds. */
const CARDS = 600
/** Stands for a photo: no backup may hold it. */
const PHOTO = 'the face of a visitor'

/** The part of D1 that backups use, over SQLite in memory. */
function openDatabase(): D1Database {
  const sqlite = new DatabaseSync(':memory:')
  const prepare = (sql: string, values: SQLInputValue[] = []): D1PreparedStatement => {
    const all = async () => {
      const results = sqlite.prepare(sql).all(...values)
      const { changes } = sqlite.prepare('select changes() as changes').get()!
      return { success: true, results, meta: { changes } }
    }
    const first = async () => (await all()).results[0] ?? null
    const bind = (...bound: SQLInputValue[]) => prepare(sql, bound)
    return { bind, all, run: all, first } as unknown as D1PreparedStatement
  }
  const batch = async (statements: readonly D1PreparedStatement[]) => {
    const results = []
    for (const statement of statements) results.push(await statement.run())
    return results
  }
  return { prepare, batch, exec: async (sql: string) => sqlite.exec(sql) } as unknown as D1Database
}

/** The part of R2 that backups use, in memory. */
function openBucket(): R2Bucket {
  const kept = new Map<string, { bytes: Uint8Array<ArrayBuffer>; metadata: object }>()
  const describeObject = (key: string) => ({ key, size: kept.get(key)!.bytes.length, ...kept.get(key)!.metadata })
  return {
    put: async (key: string, value: string | Uint8Array, metadata: object = {}) =>
      void kept.set(key, { bytes: new Uint8Array(Buffer.from(value as string)), metadata }),
    get: async (key: string) => {
      const object = kept.get(key)
      if (object === undefined) return null
      return { ...describeObject(key), body: new Blob([object.bytes]).stream() }
    },
    delete: async (keys: string | string[]) => [keys].flat().forEach((key) => kept.delete(key)),
    list: async ({ prefix = '', startAfter = '', limit = 1000 }: R2ListOptions = {}) => {
      const keys = [...kept.keys()].toSorted().filter((key) => key.startsWith(prefix) && key > startAfter)
      return { objects: keys.slice(0, limit).map(describeObject), truncated: keys.length > limit }
    },
  } as unknown as R2Bucket
}

const openPlace = (): Place => ({ db: openDatabase(), files: openBucket() })

async function rowsOf<T>({ db }: Place, sql: string): Promise<T[]> {
  return (await db.prepare(sql).all<T>()).results
}

const keysOf = async ({ files }: Place) => (await files.list()).objects.map(({ key }) => key)

/** Returns the rows of every table, except for limits, leases and what the sweep notes. */
async function contentOf(place: Place): Promise<Record<string, string[]>> {
  const tables = await rowsOf<{ name: string }>(
    place,
    `select name from sqlite_master where type = 'table' and name not like 'sqlite%'
       and name not in ('token_buckets', 'window_counters', 'ai_leases')`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await rowsOf<Record<string, unknown>>(place, `select * from ${name}`)
    content[name] = rows.map(({ swept: _swept, ...row }) => JSON.stringify(row)).toSorted()
  }
  return content
}

describe('a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'))
  const [backup, ledger] = [join(folder, 'backup'), join(folder, 'ledger')]
  const here = openPlace()
  let user: string
  let [card, renamed]: string[] = []

  beforeAll(async () => {
    const migrations = 'worker/backend/migrations'
    for (const name of readdirSync(migrations).toSorted())
      await here.db.exec(readFileSync(join(migrations, name), 'utf8'))
    for (const batch of seededCards({ cards: CARDS, seed: 1, until: Date.UTC(2026, 10, 1) }))
      await runBatch(here.db, batch)
    const [owner] = await rowsOf<{ id: string }>(here, 'select id from users order by id limit 1')
    user = owner!.id
    const anonymous = await rowsOf<{ id: string }>(
      here,
      "select id from fantasy_football_cards where visibility = 'public' and user_id = 'anonymous' order by id limit 2",
    )
    ;[card, renamed] = anonymous.map(({ id }) => id)
    await here.files.put(`users/${user}/diary.txt`, 'private')
    await here.files.put(`cards/${card}/1.jpg`, 'its picture')
    await here.files.put('cards/other/1.jpg', 'a picture', { httpMetadata: { contentType: 'image/jpeg' } })
    for (const key of ['player-photos/1-a.jpg', 'tmp/part']) await here.files.put(key, PHOTO)
    await here.db.prepare("insert into token_buckets (key, full_at) values ('k', 1)").run()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('that was interrupted cannot be restored, and continues where it stopped', async () => {
    let left = 30
    const failing = {
      prepare(sql: string) {
        if (left-- === 0) throw new Error('the connection broke')
        return here.db.prepare(sql)
      },
    } as unknown as D1Database
    await expect(backUp({ ...here, db: failing }, backup)).rejects.toThrow('the connection broke')
    await expect(restore(openPlace(), backup)).rejects.toThrow('is not complete')
    // A change to a row that was copied before the interruption.
    expect(readFileSync(join(backup, 'tables', 'fantasy_football_cards.ndjson'), 'utf8')).toContain(renamed)
    await here.db.prepare("update fantasy_football_cards set player_name = 'Zed' where id = ?1").bind(renamed).run()

    expect(await backUp(here, backup)).toMatchObject({ files: 3 })
    await expect(backUp(here, backup)).rejects.toThrow('complete backup already')
    const files = readdirSync(backup, { recursive: true, encoding: 'utf8' }).map((name) => join(backup, name))
    const holdsPhoto = (file: string) => statSync(file).isFile() && readFileSync(file, 'utf8').includes(PHOTO)
    expect(files.filter(holdsPhoto)).toEqual([])
  })

  test('restores everything except for an account and a card that were erased since', async () => {
    const hash = createHash('sha256')
      .update(new TextEncoder().encode(`erased account:${user}`))
      .digest('hex')
    const own = `select id from fantasy_football_cards where user_id = '${user}' or id = '${card}'`
    const there = openPlace()
    await restore(there, backup)
    const [copied] = await rowsOf<{ name: string }>(
      there,
      `select player_name as name from fantasy_football_cards where id = '${renamed}'`,
    )
    for (const sql of [
      `update fantasy_football_cards set player_name = '${copied!.name.replaceAll("'", "''")}' where id = '${renamed}'`,
      `insert into removed_cards (id, removed_at, art_path) select id, 1, art_path from fantasy_football_cards where id in (${own})`,
      `delete from generations where card_id in (${own})`,
      `delete from fantasy_football_cards where id in (${own})`,
      `delete from users where id = '${user}'`,
      `insert into erasures (hash, at) values ('${hash}', 1)`,
    ])
      await here.db.prepare(sql).run()
    await backUp(here, ledger, { onlyErasures: true })
    expect(await applyErasures(there, ledger)).toMatchObject({ accounts: 1 })

    const { erasures: _, removed_cards: removed, ...expected } = await contentOf(here)
    const { erasures: __, removed_cards: removedAgain, ...restored } = await contentOf(there)
    expect(restored).toEqual(expected)
    expect(removedAgain).toHaveLength(removed!.length)
    expect(restored['fantasy_football_cards']!.length).toBeGreaterThan(CARDS / 2)
    expect(await keysOf(there)).toEqual(['cards/other/1.jpg'])
    const { objects } = await there.files.list()
    expect(objects[0]).toMatchObject({ httpMetadata: { contentType: 'image/jpeg' } })
    await expect(restore(there, backup)).rejects.toThrow('is not empty')
  })
})

describe('a wrong call', () => {
  test('names what is missing', () => {
    expect(() => placeOf({ remote: true })).toThrow('--remote needs --env')
    expect(() => placeOf({ remote: true, env: 'nowhere' })).toThrow('There is no environment nowhere')
    expect(() => placeOf({ remote: false, env: 'staging' })).toThrow('--env is for --remote')
  })

  test('exits with 2', () => {
    const { status, stderr } = spawnSync(process.execPath, ['.dev/restore.mjs'], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^--from is missing/)])
  })
})
