import { describe, expect, test } from 'vitest'
import { countsOf, pageOf } from '#worker/backend/analytics/counts.ts'
import { type LoggedEvent, readEvents } from '#worker/backend/analytics/schema.ts'
import { offendersOf } from '../../support/offenders.ts'

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

test('a path is counted as its page', async () => {
  const offenders = await offendersOf(
    [
      ['/', '/'],
      ['/hall-of-fame/', '/hall-of-fame'],
      ['/card/0123456789abcdef', '/card/:id'],
      ['/card/1', '/card/:id'],
      ['/a/very-long-part-that-names-a-single-thing', '/a/:id'],
      ['//', '/'],
    ],
    JSON.stringify,
    ([pathname, page]) => expect(pageOf(pathname)).toBe(page),
  )
  expect(offenders).toEqual([])
})

describe('an event', () => {
  test('that is malformed is dropped', async () => {
    const offenders = await offendersOf(
      [
        ['is of another project', { project_id: 'p2' }],
        ['is forged without one', { project_id: undefined }],
        ['has no type', { type: '' }],
        ['has a type that is no word', { type: '<b>' }],
        ['has a giant type', { type: 'x'.repeat(65) }],
        ['says no time', { timestamp: 'yesterday' }],
        ['is two days and a second old', { timestamp: at(-48 * HOUR - 1000) }],
        ['comes from the future', { timestamp: at(HOUR + 1000) }],
        ['has no visit', { session_id: '' }],
        ['has a giant visit', { session_id: 'x'.repeat(65) }],
        ['has no path', { pathname: 'javascript:alert(1)' }],
        ['has a giant path', { pathname: `/${'x'.repeat(256)}` }],
        ['comes by an unknown channel', { channel: 'Carrier Pigeon' }],
      ],
      JSON.stringify,
      ([, change]) => expect(read({ ...EVENT, ...change })).toEqual([]),
    )
    expect(offenders).toEqual([])
  })

  test.each([
    ['a broken detail', { utm_source: 7, referrer: 'x'.repeat(9000), screen_width: 'wide' }],
    ['anything else', { user_email: 'ann@example.com', user_id: 'u1', anything: { deep: ['x'.repeat(9000)] } }],
    ['a time a little ahead', { timestamp: at(HOUR) }],
    ['a time in another zone', { timestamp: '2026-11-21T13:59:59+02:00' }],
  ])('with %s counts, without it', (_what, change) => {
    const [event] = read({ ...EVENT, ...change })
    expect(event).toMatchObject({ type: 'pageview', channel: 'Social' })
    expect(JSON.stringify(event)).not.toMatch(/ann@|u1|xxx/)
  })

  test('is not found in a body of another shape', async () => {
    const offenders = await offendersOf(
      [null, 7, [], 'x', {}, { events: {} }, { events: null }],
      JSON.stringify,
      (body) => expect(readEvents(body, { projectId: 'p1', now: NOW })).toEqual([]),
    )
    expect(offenders).toEqual([])
  })

  test('of a request is one of 25 at most, however many are sent', () => {
    expect(read(...Array.from({ length: 10_000 }, () => EVENT))).toHaveLength(25)
  })

  test('adds a view or something done to its day, and one visit a day', () => {
    const counts = (change: object) => read({ ...EVENT, ...change }).flatMap((event) => countsOf(event, NOW))
    const shown = (change: object) => counts(change).map(({ day, measure, name }) => `${day} ${measure} ${name}`)
    expect(shown({})).toEqual(['2026-11-21 views /', '2026-11-21 visits Social'])
    expect(shown({ type: 'card_saved' })).toEqual(['2026-11-21 events card_saved', '2026-11-21 visits Social'])
    expect(shown({ timestamp: '2026-11-20T23:59:59Z' })[0]).toBe('2026-11-20 views /')
    const [one, visit] = counts({}).map(({ identity }) => identity)
    expect(counts({ timestamp: at(-5000), pathname: '/x' }).map(({ identity }) => identity)[1]).toBe(visit)
    expect(counts({ timestamp: '2026-11-20T23:59:59Z' }).map(({ identity }) => identity)).not.toContain(visit)
    expect(counts({ pathname: '/x' })[0]!.identity).not.toBe(one)
    const named = counts({ event_id: 'a' }).map(({ identity }) => identity)
    expect(named).toEqual([counts({ event_id: 'a', screen_width: 9 })[0]!.identity, visit])
    expect(counts({ event_id: 'b' })[0]!.identity).not.toBe(named[0])
    // An id that is none is as good as no id.
    for (const id of [null, '', 7, 'x'.repeat(65)]) expect(counts({ event_id: id })[0]!.identity).toBe(one)
  })
})

test('of 2,000 hostile events nothing comes through that could not be counted', () => {
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
  for (const { identity, day, name } of countsOf(event, NOW)) {
    expect(day).toMatch(/^2026-11-(19|20|21)$/)
    expect(name.length).toBeLessThanOrEqual(256)
    expect(identity.length).toBeLessThan(2000)
  }
}
