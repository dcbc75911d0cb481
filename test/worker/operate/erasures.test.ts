import { beforeEach, expect, test } from 'vitest'
import { hashErasure } from '#worker/backend/auth/remove-account.ts'
import { readErasures, replayErasures } from '#worker/compose/replay-erasures.ts'
import { createAuthApp, NOW, PASSWORD } from '../../support/auth.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

beforeEach(freshDatabase)

test('records a deleted account as a hash of its id, so that no restored backup brings it back', async () => {
  const { post, call } = createAuthApp()
  const { body } = await post('/signup', { email: 'ann@example.com', password: PASSWORD, name: 'Ann' })
  expect((await call('DELETE', '/account', undefined, { token: body.access_token })).status).toBe(200)
  const { results } = await testEnv().DB.prepare('select * from erasures').all()
  expect(results).toEqual([{ hash: await hashErasure(body.user.id), at: NOW }])
  expect(JSON.stringify(results)).not.toContain(body.user.id)
})

test('repeats erasures after a backup was restored, and erases nothing else', async () => {
  const { post, call } = createAuthApp()
  const { DB: db, FILES: files } = testEnv()
  const place = { db, files, clock: () => NOW }
  const { body: ann } = await post('/signup', { email: 'ann@example.com', password: PASSWORD, name: 'Ann' })
  await post('/signup', { email: 'bob@example.com', password: PASSWORD, name: 'Bob' })
  for (const id of ['gone', 'kept']) await seedCard({ id })
  const [row] = (await db.prepare('select * from users where id = ?1').bind(ann.user.id).all()).results
  await call('DELETE', '/account', undefined, { token: ann.access_token })
  await db
    .prepare("insert into removed_cards (id, removed_at, art_path, swept) values ('gone', 1, 'ai/1.png', 1)")
    .run()
  const erasures = await readErasures(place)
  expect(erasures).toMatchObject({ accounts: [await hashErasure(ann.user.id)], cards: [{ id: 'gone' }] })

  // Simulates restoring an earlier backup.
  const columns = Object.keys(row!)
  await db
    .prepare(`insert into users (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
    .bind(...columns.map((name) => row![name]))
    .run()
  await db.prepare('delete from erasures').run()
  await db.prepare('delete from removed_cards').run()
  const paths = ['cards/gone/1.jpg', 'ai/1.png', `users/${ann.user.id}/diary.txt`, 'cards/kept/1.jpg']
  for (const path of paths) await files.put(path, 'x')

  expect(await replayErasures(place, erasures)).toEqual({ accounts: 1, cards: 1, leagues: 0 })
  const left = async (sql: string) => (await db.prepare(sql).all<{ name: string }>()).results.map(({ name }) => name)
  expect(await left('select email as name from users')).toEqual(['bob@example.com'])
  expect(await left('select id as name from fantasy_football_cards')).toEqual(['kept'])
  expect((await files.list()).objects.map(({ key }) => key)).toEqual(['cards/kept/1.jpg'])
  expect(await left('select hash as name from erasures')).toEqual(erasures.accounts)
  expect(await replayErasures(place, erasures)).toEqual({ accounts: 0, cards: 0, leagues: 0 })
})

test('erases a deleted league again, with the cards made for it', async () => {
  const { DB: db, FILES: files } = testEnv()
  const place = { db, files, clock: () => NOW }
  const restore = async () => {
    await seedCard({ id: 'made', visibility: 'unlisted' })
    await db.batch([
      db.prepare(
        `insert into leagues (id, name, season, team, visitor, key_id, created_at, opened_at)
         values ('l', 'Tulsa', '2026', 't', 'v', 'k', 0, 0)`,
      ),
      db.prepare(`insert into league_cards (card, league) values ('made', 'l')`),
    ])
  }
  await restore()
  await db.prepare(`delete from leagues where id = 'l'`).run()
  const erasures = await readErasures(place)
  expect(erasures.leagues).toMatchObject([{ id: 'l' }])

  for (const table of ['removed_leagues', 'removed_cards']) await db.prepare(`delete from ${table}`).run()
  await restore()
  const withoutCards = { ...erasures, cards: [] }
  expect(await replayErasures(place, withoutCards)).toEqual({ accounts: 0, cards: 0, leagues: 1 })
  expect((await db.prepare('select id from fantasy_football_cards').all()).results).toEqual([])
  expect(await readErasures(place)).toMatchObject({ cards: [{ id: 'made' }], leagues: erasures.leagues })
  expect(await replayErasures(place, erasures)).toEqual({ accounts: 0, cards: 0, leagues: 0 })
})
