import { beforeEach, describe, expect, test } from 'vitest'
import { createCounts } from '#worker/operate/counts.ts'
import { createTestApp, idOf, noPictures } from '../../support/app.ts'
import { as } from '../../support/backend.ts'
import { seedCard } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createDrivenApp } from '../edge/driven.ts'

beforeEach(freshDatabase)

const NOW = Date.parse('2026-11-21T12:00:00Z')
const DAY = '2026-11-21'

const rows = async () =>
  (
    await testEnv()
      .DB.prepare('select day, measure, name, count from operation_counts order by day, measure, name')
      .raw<[string, string, string, number]>()
  ).map((row) => row.join(' '))

describe('counters by day', () => {
  test('are added up in memory, and written by one statement for all of them', async () => {
    const scheduled: (() => Promise<void>)[] = []
    const { db, counts: used } = createCountingDb(testEnv().DB)
    const counts = createCounts({ db, clock: () => NOW, schedule: (flush) => void scheduled.push(flush) })
    for (let i = 0; i < 50; i++) counts.add('requests', '12 all')
    counts.add('mails', 'sent', 2)
    counts.add('bought', 'calls', 0)
    expect([scheduled.length, used.statements]).toEqual([1, 0])
    await scheduled[0]!()
    expect(used.statements).toBe(1)
    expect(await rows()).toEqual([`${DAY} mails sent 2`, `${DAY} requests 12 all 50`])
    counts.add('requests', '12 all')
    expect(scheduled).toHaveLength(2)
    await scheduled[1]!()
    expect(await rows()).toContain(`${DAY} requests 12 all 51`)
  })

  test('that could not be written are written with the next ones', async () => {
    let isDown = true
    const db = {
      prepare: (sql: string) => {
        if (isDown) throw new Error('D1 is away')
        return testEnv().DB.prepare(sql)
      },
    } as unknown as D1Database
    const counts = createCounts({ db, clock: () => NOW, schedule: () => {} })
    counts.add('mails', 'sent')
    await counts.flush()
    expect(takeConsole().flat().join()).toContain('counts not stored')
    isDown = false
    counts.add('mails', 'sent')
    await counts.flush()
    expect(await rows()).toEqual([`${DAY} mails sent 2`])
  })
})

describe('what a request is counted as', () => {
  test('costs it no call, and names neither caller nor address', async () => {
    const { db, counts: used } = createCountingDb(testEnv().DB)
    const app = createTestApp({ clock: () => NOW, pictures: noPictures }, { ...testEnv(), DB: db } as never)
    const visitor = app.visitor({ 'cf-connecting-ip': '203.0.113.77' })
    const id = idOf(await visitor.arrive())
    await seedCard({ id: 'c1', playerName: 'Ann Unmistakable' })
    await visitor.post('/api/cards/c1/votes', { votes: 1 })
    expect((await visitor.post('/api/cards/c1/votes', { votes: 1 })).status).toBe(409)
    await visitor.send('/api/cards/unknown-card')
    await app.send('/api/db/fantasy-cards/rest/v1/nothing', { headers: as.public() })
    const before = used.statements
    await app.services.counts.flush()
    expect(used.statements - before).toBe(1)
    expect(await rows()).toEqual([
      `${DAY} failures 42P01 1`,
      `${DAY} failures NOT_FOUND 1`,
      `${DAY} refusals vote:again 1`,
      `${DAY} requests 12 all 5`,
    ])
    const text = (await rows()).join()
    for (const secret of [id, '203.0.113', 'Ann', 'c1', 'unknown-card']) expect(text).not.toContain(secret)
  })

  test('tells failures on our side from refusals by a limit, by its name without whose it is', async () => {
    let isDown = true
    const DB = {
      prepare: (sql: string) => {
        if (isDown) throw new Error('D1 is away')
        return testEnv().DB.prepare(sql)
      },
    }
    const app = createTestApp({ clock: () => NOW }, { ...testEnv(), DB } as never)
    expect((await app.send('/rest/v1/fantasy_football_cards?select=id', { headers: as.public() })).status).toBe(500)
    takeConsole()
    isDown = false
    await app.services.counts.flush()
    expect(await rows()).toEqual([
      `${DAY} failures INTERNAL 1`,
      `${DAY} requests 12 all 1`,
      `${DAY} requests 12 failed 1`,
    ])
    await testEnv().DB.exec('delete from operation_counts')

    const real = createTestApp({ clock: () => NOW })
    const statuses = []
    for (let i = 0; i < 21; i++)
      statuses.push(
        (
          await real.send('/admin/link', {
            method: 'POST',
            body: new URLSearchParams({ email: `p${i}@example.com` }),
            headers: { origin: 'https://cards.example', 'cf-connecting-ip': '203.0.113.9' },
          })
        ).status,
      )
    expect(statuses.at(-1)).toBe(429)
    await real.services.counts.flush()
    expect(await rows()).toEqual([`${DAY} refusals admin:network 1`, `${DAY} requests 12 all 21`])
  })
})

test('a generation is counted once by engine and finish, and one that ends otherwise by how', async () => {
  const driven = createDrivenApp()
  const ann = await driven.visitor()
  expect((await driven.run(ann)).state).toBe('ready')
  driven.seen.answer = () => ({ kind: 'none' })
  expect((await driven.run(ann)).state).toBe('failed')
  await driven.app.services.counts.flush()
  expect((await rows()).filter((row) => row.includes(' generation')).map((row) => row.slice(11))).toEqual([
    'generations embedded ink 1',
    'generations question 1',
  ])
})
