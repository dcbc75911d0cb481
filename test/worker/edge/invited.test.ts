import { beforeEach, expect, test } from 'vitest'
import { idOf } from '../../support/app.ts'
import { countOf, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createDrivenApp } from './driven.ts'

beforeEach(async () => {
  await freshDatabase()
  await seedCard({ id: 'zz1' })
})

const query = (sql: string) => testEnv().DB.prepare(sql)
/** How many cards came of another one. */
const counted = async () =>
  (await query(`select sum(count) as count from analytics_days where name = 'card_invited'`).first<number>('count')) ??
  0
const made = async () =>
  (await query(`select sum(count) as count from analytics_days where name = 'card_generated'`).first<number>(
    'count',
  )) ?? 0

test("a card that was begun from another's page is counted by day when it is ready, and nothing is kept of either", async () => {
  const driven = createDrivenApp()
  const ann = await driven.visitor()
  const [before, id] = [await made(), await driven.start(ann, { from: 'zz1' })]
  expect(await counted()).toBe(0)
  expect((await driven.finish(ann, id)).state).toBe('ready')
  expect([await counted(), (await made()) - before]).toEqual([1, 1])
  const columns = await query('select * from analytics_days').first<Record<string, unknown>>()
  expect(Object.keys(columns!)).toEqual(['day', 'measure', 'name', 'count'])
  const { results } = await query('select * from analytics_seen').all()
  expect(results).toHaveLength(1)
  const cardId = await query(`select id from fantasy_football_cards where generation_id = '${id}'`).first<string>('id')
  for (const known of ['zz1', id, cardId!, idOf(ann.cookie()!)]) expect(JSON.stringify(results)).not.toContain(known)
})

test('a card is counted once when its last step is done twice', async () => {
  let deaths = 1
  const driven = createDrivenApp({
    steps: (real) => ({
      finish: async (job) => {
        const done = await real.finish(job)
        if (deaths-- > 0) throw new Error('the host died')
        return done
      },
    }),
  })
  const ann = await driven.visitor()
  expect((await driven.run(ann, { from: 'zz1' })).state).toBe('ready')
  expect(deaths).toBe(-1)
  expect(takeConsole()).toHaveLength(1)
  expect(await counted()).toBe(1)
})

test('a photo that becomes no card is not counted', async () => {
  const driven = createDrivenApp()
  driven.seen.answer = () => ({ kind: 'none' })
  expect((await driven.run(await driven.visitor(), { from: 'zz1' })).state).toBe('failed')
  expect(await counted()).toBe(0)
})

test('other art for a card that is there makes no other card', async () => {
  const driven = createDrivenApp()
  const ann = await driven.visitor()
  const { id } = await driven.run(ann)
  expect((await driven.run(ann, { like: id, from: 'zz1' })).state).toBe('ready')
  expect((await driven.run(ann, { adjusts: id, from: 'zz1' })).state).toBe('ready')
  expect(await counted()).toBe(0)
})

test("a draft, one's own card and what is no card are not counted", async () => {
  const driven = createDrivenApp()
  const ann = await driven.visitor()
  await seedCard({ id: 'draft', visibility: 'draft' })
  await seedCard({ id: 'own', owner: idOf(ann.cookie()!) })
  for (const from of ['draft', 'own', 'gone', '"><b>']) expect((await driven.run(ann, { from })).state).toBe('ready')
  expect(await countOf('fantasy_football_cards')).toBe(7)
  expect(await counted()).toBe(0)
})
