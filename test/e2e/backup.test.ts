import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

type Statement = {
  bind(...values: unknown[]): Statement
  all<T>(): Promise<{ results: T[] }>
  run(): Promise<unknown>
}
type Place = {
  db: { prepare(query: string): Statement }
  files: {
    put(key: string, value: string, options?: object): Promise<unknown>
    get(key: string): Promise<{ text(): Promise<string>; httpMetadata?: { contentType?: string } } | null>
    list(): Promise<{ objects: { key: string }[] }>
    delete(key: string): Promise<void>
  }
  close(): Promise<void>
}

const dev = <T>(name: string) => import(new URL(`../../.dev/${name}`, import.meta.url).href) as Promise<T>
const { openPlace } = await dev<{ openPlace: (where: object) => Promise<Place> }>('backup/place.mjs')
const { backUp } = await dev<{ backUp: (place: Pick<Place, 'db' | 'files'>, folder: string) => Promise<object> }>(
  'backup/archive.mjs',
)

async function at<T>(dataDir: string, work: (place: Place) => Promise<T>): Promise<T> {
  const place = await openPlace({ remote: false, env: null, dataDir })
  try {
    return await work(place)
  } finally {
    await place.close()
  }
}

const rowsOf = async <T>({ db }: Place, query: string, ...values: unknown[]): Promise<T[]> =>
  (
    await db
      .prepare(query)
      .bind(...values)
      .all<T>()
  ).results

const rename = ({ db }: Place, card: string, name: string) =>
  db.prepare('update fantasy_football_cards set player_name = ? where id = ?').bind(name, card).run()

const keysOf = async ({ files }: Place) => (await files.list()).objects.map(({ key }) => key).toSorted()

/** Every table that lasts, with all its rows. Limits pass; what was swept of a removed card is swept again. */
async function contentOf(place: Place): Promise<Record<string, string[]>> {
  const tables = await rowsOf<{ name: string }>(
    place,
    `select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' and name not like 'sqlite%'
       and name not in ('token_buckets', 'window_counters', 'ai_leases')`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await rowsOf<Record<string, unknown>>(place, `select * from ${name}`)
    content[name] = rows.map(({ swept: _swept, ...row }) => JSON.stringify(row)).toSorted()
  }
  return content
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

/** Stands for a photo: it must be in no backup. */
const PHOTO = 'the face of a visitor'

const CARDS = 10_000

test('a backup of 10,000 cards is restored without what was erased since @long', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-journey-'))
  const [here, there, backup, ledger] = ['here', 'there', 'backup', 'ledger'].map((name) => join(folder, name))
  const node = (...args: string[]) =>
    spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, DATA_DIR: here } })
  try {
    const seeded = node('test/bench/seed.ts', `--cards=${CARDS}`)
    assert.equal(seeded.status, 0, seeded.stderr)

    const [user, card, renamed, name] = await at(here!, async (place) => {
      const [owner] = await rowsOf<{ id: string }>(place, 'select id from users order by id limit 1')
      const [saved] = await rowsOf<{ id: string }>(
        place,
        `select id from fantasy_football_cards where visibility = 'public' and user_id = 'anonymous' order by id limit 1`,
      )
      const [renamed] = await rowsOf<{ id: string; player_name: string }>(
        place,
        `select id, player_name from fantasy_football_cards
         where visibility = 'public' and user_id = 'anonymous' and player_name <> '' order by id limit 1 offset 1`,
      )
      await place.files.put(`users/${owner!.id}/diary.txt`, 'private')
      await place.files.put(`cards/${saved!.id}/1.jpg`, 'its picture')
      await place.files.put('cards/other/1.jpg', 'a picture', { httpMetadata: { contentType: 'image/jpeg' } })
      await place.files.put('player-photos/1-a.jpg', PHOTO)
      await place.files.put('tmp/part', PHOTO)
      await place.db.prepare(`insert into token_buckets (key, full_at) values ('k', 1)`).run()

      // Interrupted in the middle of the tables.
      let left = 30
      const failing = {
        prepare: (query: string) => {
          if (left-- === 0) throw new Error('the connection broke')
          return place.db.prepare(query)
        },
      }
      await assert.rejects(backUp({ db: failing, files: place.files }, backup!), /the connection broke/)
      // When its rows were copied, and before the backup goes on.
      assert.ok(readFileSync(join(backup!, 'tables', 'fantasy_football_cards.ndjson'), 'utf8').includes(renamed!.id))
      await rename(place, renamed!.id, 'Zed')
      return [owner!.id, saved!.id, renamed!.id, renamed!.player_name]
    })
    const tooEarly = node('.dev/restore.mjs', '--from', backup!, '--data', there!)
    assert.deepEqual([tooEarly.status, /is not complete/.test(tooEarly.stderr)], [1, true])

    const done = node('.dev/backup.mjs', '--to', backup!)
    assert.equal(done.status, 0, done.stderr)
    const again = node('.dev/backup.mjs', '--to', backup!)
    assert.deepEqual([again.status, /complete backup already/.test(again.stderr)], [1, true])
    for (const file of filesBelow(backup!)) assert.ok(!readFileSync(file, 'utf8').includes(PHOTO), file)

    // An account and a card are erased after the backup.
    const expected = await at(here!, async (place) => {
      const hash = createHash('sha256').update(`erased account:${user}`).digest('hex')
      const own = `select id from fantasy_football_cards where user_id = '${user}' or id = '${card}'`
      await rename(place, renamed!, name!)
      for (const statement of [
        `insert into removed_cards (id, removed_at, art_path) select id, 1, art_path from fantasy_football_cards where id in (${own})`,
        `delete from generations where card_id in (${own})`,
        `delete from fantasy_football_cards where id in (${own})`,
        `delete from users where id = '${user}'`,
        `insert into erasures (hash, at) values ('${hash}', 1)`,
      ])
        await place.db.prepare(statement).run()
      return contentOf(place)
    })
    const erasures = node('.dev/backup.mjs', '--to', ledger!, '--erasures')
    assert.equal(erasures.status, 0, erasures.stderr)

    const restored = node('.dev/restore.mjs', '--from', backup!, '--erasures', ledger!, '--data', there!)
    assert.equal(restored.status, 0, restored.stderr)
    await at(there!, async (place) => {
      const content = await contentOf(place)
      assert.deepEqual(Object.keys(content).toSorted(), Object.keys(expected).toSorted())
      for (const [table, rows] of Object.entries(expected)) {
        if (table === 'erasures' || table === 'removed_cards') continue
        assert.deepEqual(content[table], rows, table)
      }
      assert.equal(content['removed_cards']!.length, expected['removed_cards']!.length)
      assert.ok(content['fantasy_football_cards']!.length > CARDS / 2)
      assert.deepEqual(await keysOf(place), ['cards/other/1.jpg'])
      const kept = await place.files.get('cards/other/1.jpg')
      assert.deepEqual([await kept!.text(), kept!.httpMetadata?.contentType], ['a picture', 'image/jpeg'])
    })
    const full = node('.dev/restore.mjs', '--from', backup!, '--data', there!)
    assert.deepEqual([full.status, /is not empty/.test(full.stderr)], [1, true])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

for (const [args, said] of [
  [['.dev/backup.mjs'], '--to is missing'],
  [['.dev/backup.mjs', '--to', 'x', '--remote'], '--remote needs --env'],
  [['.dev/backup.mjs', '--to', 'x', '--remote', '--env', 'nowhere'], 'There is no environment nowhere'],
  [['.dev/restore.mjs'], '--from is missing'],
] as const)
  test(`a wrong call is said and exits with 2: ${args.join(' ')} @core`, () => {
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    assert.deepEqual([status, stderr.startsWith(said)], [2, true])
  })
