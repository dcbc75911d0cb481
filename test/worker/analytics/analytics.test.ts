import { beforeEach, describe, expect, test } from 'vitest'
import { STATIC_PAGES } from '#worker/edge/pages/head.ts'
import { PRODUCT_EVENTS } from '#shared/contracts/product-events.ts'
import { readReport } from '#worker/edge/admin/analytics/read.ts'
import { createTestApp, getVisitorId, noPictures, ORIGIN } from '../../support/app.ts'
import { PROJECT } from '../../support/backend.ts'
import { getCardRow, seedCard } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createHostileKv } from '../../support/faults/hostile-kv.ts'
import { createRecordingDb } from '../db/recording-db.ts'
import { readAllRows } from '../../slow/privacy/place.ts'

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

/** The whole Worker, with a readable Analytics Engine binding. */
function createAnalyticsApp(vars: Record<string, string> = {}) {
  const points: AnalyticsEngineDataPoint[] = []
  const ANALYTICS = { writeDataPoint: (point: AnalyticsEngineDataPoint) => void points.push(point) }
  const app = createTestApp({ clock: () => NOW }, { ...testEnv(), ANALYTICS, ...vars } as never)
  const raw = (body: string, headers: Record<string, string> = {}) =>
    app.send(LOG, { method: 'POST', body, headers: { 'cf-connecting-ip': ADDRESS, ...headers } })
  return {
    points,
    raw,
    /** @returns the status and the number of new events */
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

describe('page events', () => {
  test('counts page views by day and each visit once, without an identity', async () => {
    const { log, points } = createAnalyticsApp()
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
    const everything = JSON.stringify([await readAllRows(), points])
    for (const secret of ['ann@example.com', 'user-7', ADDRESS, 'sess_1_', '0123']) {
      expect(everything).not.toContain(secret)
    }
  })

  test('counts a repeated event once, and events with different ids separately', async () => {
    const { log, points } = createAnalyticsApp()
    const batch = [event({ event_id: 'a' }), event({ event_id: 'b' })]
    const results = await Promise.all([log(batch), log(batch), log([...batch, ...batch])])
    expect(results.map(([, accepted]) => accepted).reduce((sum, accepted) => sum! + accepted!, 0)).toBe(2)
    expect(await log([...batch, event({ pathname: '/y' })])).toEqual([200, 1])
    expect(points).toHaveLength(3)
    expect(await counted()).toEqual(['2026-11-21 views / 2', '2026-11-21 views /y 1', '2026-11-21 visits Social 1'])
  })

  test.each([
    ['not JSON', '{"events": ['],
    ['empty', ''],
    ['the wrong shape', '{"events": 7}'],
    ['larger than 64 KB', JSON.stringify({ events: [event({ more: 'x'.repeat(64_000) })] })],
    ['from another project', JSON.stringify({ events: [event({ project_id: 'other' })] })],
  ])('returns 200 for a batch that is %s, and counts nothing', async (_what, body) => {
    const response = await createAnalyticsApp().raw(body)
    expect([response.status, await response.json()]).toEqual([200, { success: true, accepted: 0 }])
    expect(await counted()).toEqual([])
  })

  test.each([
    ['Do Not Track', { dnt: '1' }],
    ['Global Privacy Control', { 'sec-gpc': '1' }],
    ['a bot’s User-Agent', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ])('ignores every event under %s', async (_what, headers) => {
    expect(await createAnalyticsApp().log([event()], headers)).toEqual([200, 0])
    expect(JSON.stringify(await readAllRows())).not.toContain('2026-11-21')
  })

  test.each([{ authorization: 'Bearer nobody' }, { authorization: 'Bearer a.b.c' }, { apikey: 'wrong' }])(
    'counts events regardless of the request’s credentials: %j',
    async (headers) => expect(await createAnalyticsApp().log([event()], headers)).toEqual([200, 1]),
  )

  test('returns 404 for events of an unknown project', async () => {
    const app = createTestApp()
    expect((await app.send('/api/analytics/other/log', { method: 'POST', body: '{}' })).status).toBe(404)
  })
})

describe('invented events', () => {
  test('counts event names beyond 200 a day under one shared name', async () => {
    const { log } = createAnalyticsApp()
    for (let page = 0; page < 9; page++)
      await log(Array.from({ length: 25 }, (_, i) => event({ type: `made.up.${page}.${i}` })))
    const names = (await counted()).filter((line) => line.includes(' events '))
    expect(names).toHaveLength(201)
    expect(names).toContain('2026-11-21 events other 25')
  })

  test('counts the product’s own events by name, even after 200 invented names', async () => {
    const { log } = createAnalyticsApp()
    const madeUp = (i: number) => String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))
    const made = Array.from({ length: 210 }, (_, i) => [
      event({ type: `made.up.${madeUp(i)}` }),
      event({ pathname: `/up/${madeUp(i)}` }),
    ])
    for (let at = 0; at < made.length; at += 10) await log(made.slice(at, at + 10).flat())
    const pages = STATIC_PAGES.map((pathname) => event({ pathname }))
    const actions = Object.values(PRODUCT_EVENTS).map((type) => event({ type }))
    await log([...pages, event({ pathname: '/card/0123' }), ...actions])
    const own = [
      ...STATIC_PAGES.map((page) => `views ${page} 1`),
      'views /card/:id 1',
      ...Object.values(PRODUCT_EVENTS).map((type) => `events ${type} 1`),
    ]
    expect(await counted()).toEqual(expect.arrayContaining(own.map((one) => `2026-11-21 ${one}`)))
  })

  test('counts up to 6,000 events an hour per network and 50,000 in total, and ignores the rest silently', async () => {
    const { log } = createAnalyticsApp()
    await log([event()])
    await testEnv().DB.prepare(`update window_counters set used = 5999 where key like 'events:%'`).run()
    expect(await log([event({ pathname: '/a' })])).toEqual([200, 1])
    expect(await log([event({ pathname: '/b' })])).toEqual([200, 0])
    expect(await log([event({ pathname: '/b' })], { 'cf-connecting-ip': '203.0.113.10' })).toEqual([200, 1])
    await testEnv().DB.prepare(`update window_counters set used = 49999 where key like 'allEvents:%'`).run()
    const two = [event({ pathname: '/c' }), event({ pathname: '/d' })]
    expect(await log(two, { 'cf-connecting-ip': '203.0.113.11' })).toEqual([200, 0])
    expect(await log([two[0]], { 'cf-connecting-ip': '203.0.113.11' })).toEqual([200, 1])
  })
})

describe('card events', () => {
  /** Returns the app with the counts of the last two of seven days as admins see them. */
  function createReportApp() {
    const time = { now: Date.parse('2026-11-20T23:59:59.999Z') }
    const planned = createRecordingDb(testEnv().DB)
    const counting = createCountingDb(planned.db)
    const app = createTestApp(
      { clock: () => time.now, pictures: noPictures, denyStore: createHostileKv(() => time.now).store },
      {
        ...testEnv(),
        DB: counting.db,
        VOTE_PERIOD_HOURS: '1',
      } as never,
    )
    const report = () => readReport(app.services.edge.backend.service(ORIGIN), 7, time.now)
    return { time, app, report, planned, counts: counting.counts }
  }
  const lastTwo = ({ generated, saved, voted }: Awaited<ReturnType<typeof readReport>>) =>
    [generated, saved, voted].map((series) => series.slice(-2).join(' '))

  test('counts cards by the UTC day of the event, regardless of client clocks and later deletions', async () => {
    const { time, app, report } = createReportApp()
    const maker = app.visitor()
    const draftedAt = new Date(time.now).toISOString()
    await seedCard({ id: 'c1', visibility: 'draft', owner: getVisitorId(await maker.arrive()), draftedAt })
    time.now += 1
    const { player_name: playerName, jersey_number: jerseyNumber, ...row } = (await getCardRow('c1'))!
    const { team_colors: teamColors, image_url: imageUrl } = row
    const stats = JSON.parse(String(row['stats'])) as unknown
    const save = () => maker.post('/api/cards', { playerName, jerseyNumber, teamColors, imageUrl, stats })
    expect([(await save()).status, (await save()).status]).toEqual([201, 409])
    const vote = async () => (await maker.post('/api/cards/c1/votes', { votes: 1 })).status
    expect([await vote(), await vote()]).toEqual([200, 409])
    time.now += 3_600_000
    expect(await vote()).toBe(200)

    const made = Object.values(PRODUCT_EVENTS).flatMap((type) => [event({ type }), event({ type, pathname: '/x' })])
    const timestamp = new Date(time.now).toISOString()
    const body = JSON.stringify({ events: made.map((one) => ({ ...one, timestamp })) })
    expect(await (await app.send(LOG, { method: 'POST', body })).json()).toMatchObject({ accepted: 6 })
    const truth = ['1 0', '0 1', '0 2']
    expect(lastTwo(await report())).toEqual(truth)
    expect((await maker.send('/api/cards/c1', { method: 'DELETE' })).ok).toBe(true)
    expect(lastTwo(await report())).toEqual(truth)
  })

  test('reads the daily report along the primary key, and only the rows that the page shows', async () => {
    const { report, planned, counts } = createReportApp()
    const days = JSON.stringify(
      Array.from({ length: 400 }, (_, i) => new Date(NOW - i * 86_400_000).toISOString().slice(0, 10)),
    )
    const fill = (measure: string, count: number) =>
      testEnv()
        .DB.prepare(
          `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
           insert into analytics_days select value, '${measure}', 'name ' || i, 1 from json_each(?1), n`,
        )
        .bind(days)
        .run()
    const names = { events: 50, views: 3, visits: 2, deeds: 3 }
    for (const [measure, count] of Object.entries(names)) await fill(measure, count)
    await planned.plans()
    const before = counts.rowsRead
    expect((await report()).pages).toHaveLength(3)
    const plans = await planned.plans()
    expect(plans).toHaveLength(3)
    for (const plan of plans) expect(plan).toMatch(/SEARCH analytics_days USING PRIMARY KEY \(day=\? AND measure=\?\)/)
    // Seven days of visits, events, channels and pages, plus the rows scanned to merge them.
    expect(counts.rowsRead - before).toBeLessThan(7 * 10 * 4)
  })
})
