import { beforeEach, describe, expect, test } from 'vitest'
import { createStorageService } from '#worker/backend/storage/service.ts'
import { createSpool } from '#worker/backend/storage/spool.ts'
import { createSweeper } from '#worker/backend/sweep.ts'
import { createTestApp } from '../../support/app.ts'
import { PROJECT } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'

beforeEach(freshDatabase)

const MINUTE = 60_000
const DAY = 86_400_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

const sweepAt = (now: number) => createTestApp({ clock: () => now }).services.sweeper.sweep()
const rows = async (table: string, column = 'id') =>
  (await testEnv().DB.prepare(`select ${column} as id from ${table} order by 1`).all<{ id: unknown }>()).results.map(
    ({ id }) => id,
  )
const keys = async () => (await testEnv().FILES.list()).objects.map(({ key }) => key)

async function writeCard(id: string, { visibility, draftedAt }: { visibility: string; draftedAt: string }) {
  const { DB, FILES } = testEnv()
  await DB.batch([
    DB.prepare(
      `insert into fantasy_football_cards (id, team_colors, image_url, created_at, visibility, owner, generation_id, art_path, drafted_at)
       values (?1, 'Dallas Cowboys', ?2, ?3, ?4, 'visitor', ?5, ?6, ?3)`,
    ).bind(id, `https://cards.example/${id}`, draftedAt, visibility, `generation-${id}`, `ai/0${id}.png`),
    ...['1', '2'].map((edition) =>
      DB.prepare(
        `insert into generations (image_url, generation_id, card_id, visitor, image_path, created_at)
         values (?1, ?2, ?3, 'visitor', ?4, 0)`,
      ).bind(`https://cards.example/${id}/${edition}`, `generation-${id}`, id, `cards/${id}-${edition}.jpg`),
    ),
  ])
  for (const key of [`ai/0${id}.png`, `cards/${id}-1.jpg`, `cards/${id}-2.jpg`]) await FILES.put(key, id)
}

async function writeMessage(id: string, createdAt: string) {
  await testEnv()
    .DB.prepare(
      `insert into contact_submissions (id, name, email, message, created_at) values (?1, 'A', 'a@b.c', 'm', ?2)`,
    )
    .bind(id, createdAt)
    .run()
}

const twoYears = (days: number) => {
  const date = new Date(Date.now() - days * DAY)
  date.setUTCFullYear(date.getUTCFullYear() - 2)
  return date.toISOString()
}

describe('a sweep', () => {
  test('takes a message of two years and a day, and leaves one of two years less a day', async () => {
    await writeMessage('old', twoYears(1))
    await writeMessage('young', twoYears(-1))
    expect(await sweepAt(Date.now())).toMatchObject({ messages: 1 })
    expect(await rows('contact_submissions')).toEqual(['young'])
  })

  test('takes a photo of 61 minutes, and leaves one of 59', async () => {
    await testEnv().FILES.put('player-photos/1.jpg', 'x')
    await testEnv().FILES.put('player-photos-of-others/1.jpg', 'x')
    await sweepAt(Date.now() + 59 * MINUTE)
    expect(await keys()).toContain('player-photos/1.jpg')
    expect(await sweepAt(Date.now() + 61 * MINUTE)).toMatchObject({ photos: 1 })
    expect(await keys()).toEqual(['player-photos-of-others/1.jpg'])
  })

  test('takes a photo at the time it states, but never later than an hour', async () => {
    const put = (name: string, minutes: number) =>
      testEnv().FILES.put(`player-photos/${name}`, 'x', {
        customMetadata: { expiresAt: String(Date.now() + minutes * MINUTE) },
      })
    await put('ten', 10)
    await put('forever', 100_000)
    await sweepAt(Date.now() + 11 * MINUTE)
    expect(await keys()).toEqual(['player-photos/forever'])
    await sweepAt(Date.now() + 61 * MINUTE)
    expect(await keys()).toEqual([])
  })

  test('takes what has arrived of an upload that nobody ended within the hour, and leaves one that is under way', async () => {
    const left = createSpool(testEnv().FILES)
    await left.write(new Uint8Array(9 * 1024 * 1024))
    const [key] = await keys()
    expect(await sweepAt(Date.now() + 45 * MINUTE)).toMatchObject({ uploads: 0 })
    expect(await keys()).toEqual([key])

    expect(await sweepAt(Date.now() + 51 * MINUTE)).toMatchObject({ uploads: 1 })
    expect(await keys()).toEqual([])
  })

  test('takes a draft of 31 days with its pictures, its art and its ledger, and nothing of any other card', async () => {
    await writeCard('old', { visibility: 'draft', draftedAt: ago(31 * DAY) })
    await writeCard('young', { visibility: 'draft', draftedAt: ago(29 * DAY) })
    await writeCard('shared', { visibility: 'unlisted', draftedAt: ago(31 * DAY) })
    await writeCard('saved', { visibility: 'public', draftedAt: ago(400 * DAY) })

    expect(await sweepAt(Date.now())).toMatchObject({ drafts: 1 })
    const left = ['saved', 'shared', 'young']
    expect(await rows('fantasy_football_cards')).toEqual(left)
    expect(new Set(await rows('generations', 'card_id'))).toEqual(new Set(left))
    expect(await keys()).toEqual([
      ...left.map((id) => `ai/0${id}.png`),
      ...left.flatMap((id) => [`cards/${id}-1.jpg`, `cards/${id}-2.jpg`]),
    ])
  })

  test('takes more old drafts than fit in one statement', async () => {
    const insert = testEnv().DB.prepare(
      `insert into fantasy_football_cards (id, team_colors, image_url, created_at, owner, generation_id, drafted_at)
       values (?1, 'Dallas Cowboys', ?1, ?2, 'visitor', ?1, ?2)`,
    )
    await testEnv().DB.batch(Array.from({ length: 450 }, (_, i) => insert.bind(`card-${i}`, ago(40 * DAY))))
    expect(await sweepAt(Date.now())).toMatchObject({ drafts: 450 })
    expect(await rows('fantasy_football_cards')).toEqual([])
  })

  test('takes art that no card names after a day, all of it within two hours of sweeps', async () => {
    await writeCard('kept', { visibility: 'public', draftedAt: ago(DAY) })
    const orphans = Array.from({ length: 16 }, (_, i) => `ai/${i.toString(16)}orphan.png`)
    for (const key of orphans) await testEnv().FILES.put(key, 'x')

    for (let i = 0; i < 16; i++) await sweepAt(Date.now() + 20 * 60 * MINUTE + i * 5 * MINUTE)
    expect(await keys()).toHaveLength(orphans.length + 3)
    for (let i = 0; i < 16; i++) await sweepAt(Date.now() + 25 * 60 * MINUTE + i * 5 * MINUTE)
    expect(await keys()).toEqual(['ai/0kept.png', 'cards/kept-1.jpg', 'cards/kept-2.jpg'])
  })

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
      entries(`insert into admin_tokens values ('over', 'link', 'a@b.c', ?1), ('good', 'session', 'a@b.c', ?2)`),
      entries(`insert into attempts values ('over', ?1), ('counts', ?2)`),
    ])
    expect(await sweepAt(now)).toMatchObject({ signIns: 4, limits: 1 })
    expect([await rows('sessions'), await rows('refresh_tokens', 'hash')]).toEqual([['open'], ['kept']])
    expect([await rows('one_time_tokens', 'hash'), await rows('admin_tokens', 'hash')]).toEqual([['good'], ['good']])
    expect([await rows('attempts', 'key'), await rows('users')]).toEqual([['counts'], ['u']])
  })

  test('that runs again finds nothing to do', async () => {
    await writeCard('old', { visibility: 'draft', draftedAt: ago(31 * DAY) })
    await sweepAt(Date.now())
    expect(await sweepAt(Date.now())).toEqual({
      photos: 0,
      uploads: 0,
      drafts: 0,
      removed: 0,
      art: 0,
      messages: 0,
      limits: 0,
      signIns: 0,
    })
  })

  test('that fails in one part does the others, says so, and makes it good the next time', async () => {
    await writeCard('old', { visibility: 'draft', draftedAt: ago(31 * DAY) })
    await writeMessage('old', ago(800 * DAY))
    const { services } = createTestApp()
    const storage = {
      list: async function* () {
        yield []
      },
      expiryOf: () => 0,
      remove: () => Promise.reject(new Error('R2 is away')),
    }
    const sweeper = createSweeper({ db: testEnv().DB, clock: Date.now, storage })
    expect(await sweeper.sweep()).toMatchObject({ photos: null, drafts: null, messages: 1 })
    expect(JSON.stringify(takeConsole())).toContain('R2 is away')
    // Its card is gone for everybody, and nothing that is left of it is forgotten.
    expect(await rows('fantasy_football_cards')).toEqual([])

    await services.sweeper.sweep()
    expect(await rows('generations')).toEqual([])
    expect(await keys()).toEqual(['ai/0old.png'])
    for (let i = 0; i < 16; i++) await sweepAt(Date.now() + 25 * 60 * MINUTE + i * 5 * MINUTE)
    expect(await keys()).toEqual([])
  })

  test('finds what is left of drafts without reading the whole ledger', async () => {
    const { results } = await testEnv()
      .DB.prepare(
        `explain query plan select id, image_path from generations where visitor = '' and not exists (
           select 1 from fantasy_football_cards where generation_id = generations.generation_id) limit 200`,
      )
      .all<{ detail: string }>()
    const plan = results.map(({ detail }) => detail).join('\n')
    expect(plan).toContain('generations_swept')
    expect(plan).not.toMatch(/SCAN (?!generations USING INDEX generations_swept)/)
  })

  describe('of a draft that is saved in the same instant', () => {
    const save = async () =>
      (await testEnv().DB.prepare("update fantasy_football_cards set visibility = 'public' where id = 'old'").run())
        .meta.changes
    const storage = () =>
      createStorageService({
        files: testEnv().FILES,
        clock: Date.now,
        projectId: PROJECT,
        publicUrl: null,
        cleanPhoto: async (bytes) => bytes,
      })

    test('leaves it all its pictures when the save was first', async () => {
      await writeCard('old', { visibility: 'draft', draftedAt: ago(31 * DAY) })
      const before = await keys()
      const db = new Proxy(testEnv().DB, {
        get: (target, name) =>
          name === 'batch'
            ? async (statements: D1PreparedStatement[]) => {
                await save()
                return target.batch(statements)
              }
            : (Reflect.get(target, name) as (...args: unknown[]) => unknown).bind(target),
      })
      expect(await createSweeper({ db, clock: Date.now, storage: storage() }).sweep()).toMatchObject({ drafts: 0 })
      expect(await rows('fantasy_football_cards')).toEqual(['old'])
      expect(await keys()).toEqual(before)
    })

    test('leaves nothing to save once a first picture is gone', async () => {
      await writeCard('old', { visibility: 'draft', draftedAt: ago(31 * DAY) })
      const real = storage()
      const saved: number[] = []
      const remove = async (paths: readonly string[]) => {
        await real.remove(paths)
        if (paths.length > 0) saved.push(await save())
      }
      const watched = { list: real.list, expiryOf: real.expiryOf, remove }
      expect(await createSweeper({ db: testEnv().DB, clock: Date.now, storage: watched }).sweep()).toMatchObject({
        drafts: 1,
      })
      expect(saved.length).toBeGreaterThan(1)
      expect(new Set(saved)).toEqual(new Set([0]))
      expect(await keys()).toEqual([])
    })
  })
})
