import { beforeEach, expect, test } from 'vitest'
import { getVisitorId } from '../../support/app.ts'
import { countRows, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createDrivenApp } from './driven.ts'

beforeEach(async () => {
  await freshDatabase()
  await seedCard({ id: 'zz1' })
})

const query = (sql: string) => testEnv().DB.prepare(sql)
/** Returns the number of cards that were started from another card. */
const countInvited = async () =>
  (await query(`select sum(count) as count from analytics_days where name = 'card_invited'`).first<number>('count')) ??
  0
const countGenerated = async () =>
  (await query(`select sum(count) as count from analytics_days where name = 'card_generated'`).first<number>(
    'count',
  )) ?? 0

test('counts a card started from another’s page by day when it is ready, and stores neither id', async () => {
  const driven = createDrivenApp()
  const ann = await driven.visitor()
  const [before, id] = [await countGenerated(), await driven.start(ann, { from: 'zz1' })]
  expect(await countInvited()).toBe(0)
  expect((await driven.finish(ann, id)).state).toBe('ready')
  expect([await countInvited(), (await countGenerated()) - before]).toEqual([1, 1])
  const columns = await query('select * from analytics_days').first<Record<string, unknown>>()
  expect(Object.keys(columns!)).toEqual(['day', 'measure', 'name', 'count'])
  const { results } = await query('select * from analytics_seen').all()
  expect(results).toHaveLength(1)
  const cardId = await query(`select id from fantasy_football_cards where generation_id = '${id}'`).first<string>('id')
  for (const known of ['zz1', id, cardId!, getVisitorId(ann.cookie()!)])
    expect(JSON.stringify(results)).not.toContain(known)
})

test('counts a finished card once when its last step runs twice', async () => {
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
  expect(await countInvited()).toBe(1)
})

test('does not count a photo that produces no card', async () => {
  const driven = createDrivenApp()
  driven.seen.respond = () => ({ kind: 'none' })
  expect((await driven.run(await driven.visitor(), { from: 'zz1' })).state).toBe('failed')
  expect(await countInvited()).toBe(0)
})

test('does not count a redraw of an existing card', async () => {
  const driven = createDrivenApp()
  const ann = await driven.visitor()
  const { id } = await driven.run(ann)
  expect((await driven.run(ann, { like: id, from: 'zz1' })).state).toBe('ready')
  expect((await driven.run(ann, { adjusts: id, from: 'zz1' })).state).toBe('ready')
  expect(await countInvited()).toBe(0)
})

test('does not count a card started from a draft, the visitor’s own card or an unknown id', async () => {
  const driven = createDrivenApp()
  const ann = await driven.visitor()
  await seedCard({ id: 'draft', visibility: 'draft' })
  await seedCard({ id: 'own', owner: getVisitorId(ann.cookie()!) })
  for (const from of ['draft', 'own', 'gone', '"><b>']) expect((await driven.run(ann, { from })).state).toBe('ready')
  expect(await countRows('fantasy_football_cards')).toBe(7)
  expect(await countInvited()).toBe(0)
})
