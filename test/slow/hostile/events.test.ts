import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { CHANNELS } from '#shared/client/analytics/event.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#shared/time.ts'
import { createTestApp } from '../../support/app.ts'
import { PROJECT } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { getNetwork, runs, expectSoundJson } from '../../support/hostile-requests.ts'
import { hostileText } from '../../support/hostile-text.ts'

const ATTEMPTS = 100
/** The documented limits of one request. */
const EVENTS_MAX = 25
const BODY_MAX_BYTES = 64_000

const START = Date.parse('2026-11-21T12:00:00Z')
const time = { now: START }
beforeEach(async () => {
  await freshDatabase()
  time.now = START
})

const GIANT = ['x'.repeat(3000), '/'.repeat(5000), '🏈'.repeat(2000), '\u{0}'.repeat(2000), `/${'a/'.repeat(2000)}`]
const odd = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(...GIANT, null, 0, -1, 2 ** 53, true, [], {}, [[]], '', { length: 3 }),
  fc.jsonValue({ maxDepth: 3 }).map((value) => value as unknown),
)

/** `at`: milliseconds from now. */
const good = fc.record({
  type: fc.constantFrom('pageview', 'card_saved', 'a:b.c-d'),
  at: fc.constantFrom(0, -SECOND_MS, -DAY_MS, -2 * DAY_MS, HOUR_MS),
  session_id: fc.constantFrom('s1', 's2', 'sess_1_aaaaaaaa'),
  pathname: fc.oneof(
    fc.constantFrom('/', '/card/0123', '/hall-of-fame', '/<script>alert(1)</script>'),
    hostileText.map((text) => `/${text}`.slice(0, 90)),
  ),
})
type Good = typeof good extends fc.Arbitrary<infer T> ? T : never

const toEvent = ({ at, ...event }: Good) => ({
  ...event,
  project_id: PROJECT,
  timestamp: new Date(time.now + at).toISOString(),
  event_id: crypto.randomUUID(),
})
/** Flaws that invalidate an event. */
const wrong = fc.oneof(
  fc
    .constantFrom(HOUR_MS + SECOND_MS, DAY_MS, 3650 * DAY_MS, -2 * DAY_MS - SECOND_MS, -3650 * DAY_MS)
    .map((at) => () => ({ timestamp: new Date(time.now + at).toISOString() })),
  fc
    .constantFrom<unknown>('9999-99-99T99:99:99Z', '+275760-09-13T00:00:00.000Z', 1e308, -1, 'now', null, '2026-11-21')
    .map((timestamp) => () => ({ timestamp })),
  fc
    .constantFrom<unknown>('other', `${PROJECT}-2`, PROJECT.toUpperCase(), `${PROJECT} `, '', null, [PROJECT], '*')
    .map((project) => () => ({ project_id: project })),
  fc.constantFrom<unknown>('a b', 'x'.repeat(65), '', '<b>', null, 7).map((type) => () => ({ type })),
  fc
    .constantFrom<unknown>('x'.repeat(65), 'x'.repeat(3000), '', null, {})
    .map((session) => () => ({ session_id: session })),
  fc
    .constantFrom<unknown>('', 'card', '//'.repeat(5000), `/${'x'.repeat(5000)}`, null)
    .map((path) => () => ({ pathname: path })),
  fc.constantFrom<unknown>('Carrier pigeon', 7, '__proto__').map((channel) => () => ({ channel })),
)
/** Malformed details, which are dropped from the event. */
const detail = fc
  .tuple(fc.constantFrom('referrer', 'screen_width', 'utm_source', 'utm_campaign', 'user_email', 'data'), odd)
  .map(([name, value]) => ({ [name]: value }))

const entry = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(good, detail).map(([event, more]) => ({ event, part: () => more, counts: true })) },
  { weight: 4, arbitrary: fc.tuple(good, wrong).map(([event, part]) => ({ event, part, counts: false })) },
)
type Entry = typeof entry extends fc.Arbitrary<infer T> ? T : never
const toWrite = (entries: readonly Entry[]) => {
  const events = entries.map(({ event, part, counts }) => ({ sent: { ...toEvent(event), ...part() }, counts }))
  return {
    body: JSON.stringify({ events: events.map(({ sent }) => sent) }),
    counts: events.map(({ counts }) => counts),
  }
}

const NOTHING = [
  '',
  '{',
  'null',
  '[]',
  '{"events":{}}',
  '{"events":{"length":9,"0":{}}}',
  '{"events":"pageview"}',
  '{"__proto__":{"events":[{}]}}',
  `{"events":[${'['.repeat(20_000)}${']'.repeat(20_000)}]}`,
]
const question = fc.oneof(
  { weight: 12, arbitrary: fc.array(entry, { maxLength: 40 }).map((entries) => () => toWrite(entries)) },
  // Ten thousand events, each short enough for thousands to fit into a body.
  { weight: 1, arbitrary: entry.map((one) => () => toWrite(Array.from({ length: 10_000 }, () => one))) },
  { weight: 1, arbitrary: fc.constant(() => ({ body: `{"events":[${'0,'.repeat(9999)}0]}`, counts: [] })) },
  { weight: 2, arbitrary: fc.constantFrom(...NOTHING).map((body) => () => ({ body, counts: [] })) },
  { weight: 2, arbitrary: odd.map((value) => () => ({ body: JSON.stringify({ events: [value] }), counts: [] })) },
)
const PROJECTS = ['other', `${PROJECT}-2`, PROJECT.toUpperCase(), '..%2f', '%00', '__proto__', '*']
const project = fc.oneof(
  { weight: 9, arbitrary: fc.constant(PROJECT) },
  { weight: 1, arbitrary: fc.constantFrom(...PROJECTS) },
)

const counted = async () =>
  (
    await testEnv()
      .DB.prepare('select day, measure, name, count from analytics_days')
      .all<{ day: string; measure: string; name: string; count: number }>()
  ).results

it('counts each valid event of this project and these days once, and nothing else', async () => {
  const app = createTestApp({ clock: () => time.now })
  let [accepted, n] = [0, 0]
  await fc.assert(
    fc.asyncProperty(project, question, async (place, write) => {
      time.now += 61 * SECOND_MS
      const { body, counts } = write()
      const response = await expectSoundJson(`/api/analytics/${place}/log with ${body.slice(0, 500)}`, () =>
        app.send(`/api/analytics/${place}/log`, { method: 'POST', body, headers: getNetwork(++n) }),
      )
      if (place !== PROJECT) return void expect([place, response.status]).toEqual([place, 404])
      const isTooLong = new TextEncoder().encode(body).length > BODY_MAX_BYTES
      const right = isTooLong ? 0 : counts.slice(0, EVENTS_MAX).filter(Boolean).length
      expect([body.slice(0, 300), response.status, response.body]).toEqual([
        body.slice(0, 300),
        200,
        { success: true, accepted: right },
      ])
      accepted += right
    }),
    runs(ATTEMPTS),
  )
  const days = await counted()
  const total = (measures: readonly string[]) =>
    days.filter(({ measure }) => measures.includes(measure)).reduce((sum, { count }) => sum + count, 0)
  expect(total(['views', 'events'])).toBe(accepted)
  expect(accepted).toBeGreaterThan(ATTEMPTS / 2)
  expect([...new Set(days.map(({ measure }) => measure))].toSorted()).toEqual(['events', 'views', 'visits'])
  const [first, last] = [START - 3 * DAY_MS, time.now].map((at) => new Date(at).toISOString().slice(0, 10))
  for (const { day, measure, name } of days) {
    expect([day, day >= first! && day <= last!]).toEqual([day, true])
    if (measure === 'visits') expect(CHANNELS).toContain(name)
    if (measure === 'views') expect(name.length).toBeLessThanOrEqual(200)
  }
}, 180_000)
