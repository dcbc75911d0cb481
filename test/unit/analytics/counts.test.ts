import { describe, expect, test } from 'vitest'
import { getCounts, getPageName } from '#worker/backend/analytics/counts.ts'
import { type LoggedEvent, readEvents } from '#worker/backend/analytics/schema.ts'
import { findOffenders } from '../../support/offenders.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const HOUR = 3_600_000
const EVENT = {
  type: 'pageview',
  timestamp: '2026-11-21T11:59:59.000Z',
  project_id: 'p1',
  session_id: 'sess_1_abcdefgh',
  pathname: '/',
  channel: 'Social',
}
const at = (ms: number) => new Date(NOW + ms).toISOString()
const read = (...events: unknown[]) => readEvents({ events }, { projectId: 'p1', now: NOW })

test('maps a path to its page', async () => {
  const offenders = await findOffenders(
    [
      ['/', '/'],
      ['/hall-of-fame/', '/hall-of-fame'],
      ['/card/0123456789abcdef', '/card/:id'],
      ['/card/1', '/card/:id'],
      ['/league/abcdefghijklmnopqrstuA', '/league/:id'],
      ['/a/very-long-part-that-names-a-single-thing', '/a/:id'],
      ['//', '/'],
    ],
    JSON.stringify,
    ([pathname, page]) => expect(getPageName(pathname)).toBe(page),
  )
  expect(offenders).toEqual([])
})

describe('an event', () => {
  test('drops a malformed event', async () => {
    const offenders = await findOffenders(
      [
        ['names another project', { project_id: 'p2' }],
        ['names no project', { project_id: undefined }],
        ['has no type', { type: '' }],
        ['has a type that is not a word', { type: '<b>' }],
        ['has a giant type', { type: 'x'.repeat(65) }],
        ['has an invalid time', { timestamp: 'yesterday' }],
        ['is two days and a second old', { timestamp: at(-48 * HOUR - 1000) }],
        ['comes from the future', { timestamp: at(HOUR + 1000) }],
        ['has no session', { session_id: '' }],
        ['has a giant session', { session_id: 'x'.repeat(65) }],
        ['has an invalid path', { pathname: 'javascript:alert(1)' }],
        ['has a giant path', { pathname: `/${'x'.repeat(256)}` }],
        ['has an unknown channel', { channel: 'Carrier Pigeon' }],
      ],
      JSON.stringify,
      ([, change]) => expect(read({ ...EVENT, ...change })).toEqual([]),
    )
    expect(offenders).toEqual([])
  })

  test.each([
    ['malformed details', { utm_source: 7, referrer: 'x'.repeat(9000), screen_width: 'wide' }],
    ['unknown fields', { user_email: 'ann@example.com', user_id: 'u1', anything: { deep: ['x'.repeat(9000)] } }],
    ['a slightly future time', { timestamp: at(HOUR) }],
    ['a time in another zone', { timestamp: '2026-11-21T13:59:59+02:00' }],
  ])('counts an event with %s, without those fields', (_what, change) => {
    const [event] = read({ ...EVENT, ...change })
    expect(event).toMatchObject({ type: 'pageview', channel: 'Social' })
    expect(JSON.stringify(event)).not.toMatch(/ann@|u1|xxx/)
  })

  test('finds no events in a malformed body', async () => {
    const offenders = await findOffenders(
      [null, 7, [], 'x', {}, { events: {} }, { events: null }],
      JSON.stringify,
      (body) => expect(readEvents(body, { projectId: 'p1', now: NOW })).toEqual([]),
    )
    expect(offenders).toEqual([])
  })

  test('counts at most 25 events per request', () => {
    expect(read(...Array.from({ length: 10_000 }, () => EVENT))).toHaveLength(25)
  })

  test('counts a view or event on its day, and one visit a day', () => {
    const counts = (change: object) => read({ ...EVENT, ...change }).flatMap((event) => getCounts(event, NOW))
    const describeCounts = (change: object) =>
      counts(change).map(({ day, measure, name }) => `${day} ${measure} ${name}`)
    expect(describeCounts({})).toEqual(['2026-11-21 views /', '2026-11-21 visits Social'])
    expect(describeCounts({ type: 'card_saved' })).toEqual(['2026-11-21 events card_saved', '2026-11-21 visits Social'])
    expect(describeCounts({ timestamp: '2026-11-20T23:59:59Z' })[0]).toBe('2026-11-20 views /')
    const [one, visit] = counts({}).map(({ identity }) => identity)
    expect(counts({ timestamp: at(-5000), pathname: '/x' }).map(({ identity }) => identity)[1]).toBe(visit)
    expect(counts({ timestamp: '2026-11-20T23:59:59Z' }).map(({ identity }) => identity)).not.toContain(visit)
    expect(counts({ pathname: '/x' })[0]!.identity).not.toBe(one)
    const named = counts({ event_id: 'a' }).map(({ identity }) => identity)
    expect(named).toEqual([counts({ event_id: 'a', screen_width: 9 })[0]!.identity, visit])
    expect(counts({ event_id: 'b' })[0]!.identity).not.toBe(named[0])
    // An invalid id is treated like no id.
    for (const id of [null, '', 7, 'x'.repeat(65)]) expect(counts({ event_id: id })[0]!.identity).toBe(one)
  })
})

test('stores only valid counts for 2,000 hostile events', () => {
  const nasty = [
    '',
    ' ',
    '\0',
    '💥'.repeat(200),
    '../..',
    '/',
    `/${'a/'.repeat(300)}`,
    null,
    {},
    [],
    true,
    -1,
    Infinity,
  ]
  const names = Object.keys(EVENT)
  let seed = 7
  const next = (limit: number) => (seed = (seed * 48_271) % 0x7fffffff) % limit
  for (let i = 0; i < 2000; i++) {
    const change = { [names[next(names.length)]!]: nasty[next(nasty.length)], [`extra${i}`]: nasty[next(nasty.length)] }
    for (const event of read({ ...EVENT, ...change })) isCountable(event)
  }
})

function isCountable(event: LoggedEvent): void {
  for (const { identity, day, name } of getCounts(event, NOW)) {
    expect(day).toMatch(/^2026-11-(19|20|21)$/)
    expect(name.length).toBeLessThanOrEqual(256)
    expect(identity.length).toBeLessThan(2000)
  }
}
