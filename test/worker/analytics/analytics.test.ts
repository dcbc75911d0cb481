import { beforeEach, describe, expect, test } from 'vitest'
import { FIRST_PAINT_PAGES } from '#shared/contracts/first-paint.ts'
import { PRODUCT_EVENTS } from '#shared/contracts/product-events.ts'
import { createTestApp } from '../../support/app.ts'
import { PROJECT } from '../../support/backend.ts'
import { everyRow } from '../privacy/place.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

beforeEach(freshDatabase)

const NOW = Date.parse('2026-11-21T12:00:00Z')
const ADDRESS = '203.0.113.9'
const LOG = `/api/analytics/${PROJECT}/log`

const event = (part: Record<string, unknown> = {}) => ({
  type: 'pageview',
  timestamp: new Date(NOW - 1000).toISOString(),
  project_id: PROJECT,
  user_id: 'user-7',
  user_email: 'ann@example.com',
  session_id: 'sess_1_aaaaaaaa',
  pathname: '/',
  referrer: 'https://t.co/x',
  screen_width: 360,
  channel: 'Social',
  utm_source: 'paper',
  ...part,
})

/** The whole Worker, with a place for single events that the test can look into. */
function createPlace(vars: Record<string, string> = {}) {
  const points: AnalyticsEngineDataPoint[] = []
  const ANALYTICS = { writeDataPoint: (point: AnalyticsEngineDataPoint) => void points.push(point) }
  const app = createTestApp({ clock: () => NOW }, { ...testEnv(), ANALYTICS, ...vars } as never)
  const raw = (body: string, headers: Record<string, string> = {}) =>
    app.send(LOG, { method: 'POST', body, headers: { 'cf-connecting-ip': ADDRESS, ...headers } })
  return {
    points,
    raw,
    /** @returns status, and how many were new */
    async log(events: readonly unknown[], headers: Record<string, string> = {}) {
      const response = await raw(JSON.stringify({ events }), headers)
      return [response.status, (await response.json<{ accepted: number }>()).accepted]
    },
  }
}

const counted = async () =>
  (
    await testEnv()
      .DB.prepare('select day, measure, name, count from analytics_days order by measure, name')
      .raw<[string, string, string, number]>()
  ).map(([day, measure, name, count]) => `${day} ${measure} ${name} ${count}`)

describe('what happened on pages', () => {
  test('is counted by day, a visit once, and who it was is nowhere', async () => {
    const { log, points } = createPlace()
    const other = { session_id: 'sess_2_bbbbbbbb', channel: 'Direct' }
    expect(
      await log([
        event(),
        event({ pathname: '/card/0123' }),
        event({ pathname: '/card/4567' }),
        event({ type: 'card_saved' }),
        event(other),
      ]),
    ).toEqual([200, 5])
    expect(await counted()).toEqual([
      '2026-11-21 events card_saved 1',
      '2026-11-21 views / 2',
      '2026-11-21 views /card/:id 2',
      '2026-11-21 visits Direct 1',
      '2026-11-21 visits Social 1',
    ])
    expect(points[0]).toEqual({
      indexes: [PROJECT],
      blobs: ['pageview', '/', 'Social', 't.co', 'paper', '', ''],
      doubles: [1, 360],
    })
    const everything = JSON.stringify([await everyRow(), points])
    for (const secret of ['ann@example.com', 'user-7', ADDRESS, 'sess_1_', '0123']) {
      expect(everything).not.toContain(secret)
    }
  })

  test('is counted once however often it is sent, at once and again', async () => {
    const { log, points } = createPlace()
    const batch = [event(), event({ pathname: '/x' })]
    const answers = await Promise.all([log(batch), log(batch), log([...batch, ...batch])])
    expect(answers.map(([, accepted]) => accepted).reduce((sum, accepted) => sum! + accepted!, 0)).toBe(2)
    expect(await log([...batch, event({ pathname: '/y' })])).toEqual([200, 1])
    expect(points).toHaveLength(3)
    expect(await counted()).toEqual([
      '2026-11-21 views / 1',
      '2026-11-21 views /x 1',
      '2026-11-21 views /y 1',
      '2026-11-21 visits Social 1',
    ])
  })

  test.each([
    ['no JSON', '{"events": ['],
    ['nothing', ''],
    ['another shape', '{"events": 7}'],
    ['64 KB', JSON.stringify({ events: [event({ more: 'x'.repeat(64_000) })] })],
    ['events of another project', JSON.stringify({ events: [event({ project_id: 'other' })] })],
  ])('is well received and not counted when it is %s', async (_what, body) => {
    const response = await createPlace().raw(body)
    expect([response.status, await response.json()]).toEqual([200, { success: true, accepted: 0 }])
    expect(await counted()).toEqual([])
  })

  test.each([
    ['Do Not Track', { dnt: '1' }],
    ['Global Privacy Control', { 'sec-gpc': '1' }],
    ['a robot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ])('is not even looked at under %s', async (_what, headers) => {
    expect(await createPlace().log([event()], headers)).toEqual([200, 0])
    expect(JSON.stringify(await everyRow())).not.toContain('2026-11-21')
  })

  test.each([{ authorization: 'Bearer nobody' }, { authorization: 'Bearer a.b.c' }, { apikey: 'wrong' }])(
    'is counted whatever key it brings: %j',
    async (headers) => expect(await createPlace().log([event()], headers)).toEqual([200, 1]),
  )

  test('of a project that is not here is not found', async () => {
    const app = createTestApp()
    expect((await app.send('/api/analytics/other/log', { method: 'POST', body: '{}' })).status).toBe(404)
  })
})

describe('who makes things up', () => {
  test('fills no table: of more than 200 names a day the rest is one', async () => {
    const { log } = createPlace()
    for (let page = 0; page < 9; page++)
      await log(Array.from({ length: 25 }, (_, i) => event({ type: `made.up.${page}.${i}` })))
    const names = (await counted()).filter((line) => line.includes(' events '))
    expect(names).toHaveLength(201)
    expect(names).toContain('2026-11-21 events other 25')
  })

  test('is known by its name when it is the product’s own, whatever was made up before', async () => {
    const { log } = createPlace()
    const madeUp = (i: number) => String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))
    const made = Array.from({ length: 210 }, (_, i) => [
      event({ type: `made.up.${madeUp(i)}` }),
      event({ pathname: `/up/${madeUp(i)}` }),
    ])
    for (let at = 0; at < made.length; at += 10) await log(made.slice(at, at + 10).flat())
    const pages = FIRST_PAINT_PAGES.map((pathname) => event({ pathname }))
    const deeds = Object.values(PRODUCT_EVENTS).map((type) => event({ type }))
    await log([...pages, event({ pathname: '/card/0123' }), ...deeds])
    const own = [
      ...FIRST_PAINT_PAGES.map((page) => `views ${page} 1`),
      'views /card/:id 1',
      ...Object.values(PRODUCT_EVENTS).map((type) => `events ${type} 1`),
    ]
    expect(await counted()).toEqual(expect.arrayContaining(own.map((one) => `2026-11-21 ${one}`)))
  })

  test('is heard 1,200 times an hour from one network, and then no more, without being told', async () => {
    const { log } = createPlace()
    await log([event()])
    await testEnv().DB.prepare(`update raw_budgets set used = 1199 where key like 'events:%'`).run()
    expect(await log([event({ pathname: '/a' })])).toEqual([200, 1])
    expect(await log([event({ pathname: '/b' })])).toEqual([200, 0])
    expect(await log([event({ pathname: '/b' })], { 'cf-connecting-ip': '203.0.113.10' })).toEqual([200, 1])
  })
})
