import { beforeEach, describe, expect, test } from 'vitest'
import { GenerationCharges } from '#worker/limits/generation-charges.ts'
import { WindowCounters } from '#worker/limits/window-counter.ts'
import { Alerts } from '#worker/operate/alerts.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const time = { now: 0 }
const clock = () => time.now
const mails: string[] = []

beforeEach(async () => {
  await freshDatabase()
  mails.length = 0
})

const LIMITS = {
  perVisitorPerDay: 1,
  perNetworkPerDay: null,
  freeLooks: 10,
  freeAdjustments: 3,
  freePoses: 10,
  freePerNetworkPerHour: 60,
}
const charges = () => new GenerationCharges({ db: testEnv().DB, clock, limits: LIMITS })
const counters = () => new WindowCounters({ db: testEnv().DB, clock })
const alerts = () =>
  new Alerts({
    db: testEnv().DB,
    clock,
    to: ['boss@example.com'],
    link: 'https://cards.example/admin',
    mail: {
      send: async ({ subject }) => {
        mails.push(subject)
        return { messageId: subject }
      },
    },
  })

let names = 0
/** Uses up every daily limit. @returns what was granted, and the wait for more */
async function takeAll() {
  const generation = `g${++names}`
  const card = await charges().takeCard({ generation, visitor: 'ann', network: 'home' }, false)
  const waitMs = await counters().take({ shares: [{ key: 'calls', limit: 1 }], windowMs: DAY })
  const isMailed = await alerts().raise({
    cause: 'reports',
    alert: { subject: 'Reports waiting: 1', words: 'Since yesterday.', todo: [] },
  })
  const { left, resetsAt } = await charges().quota('ann')
  return { card, waitMs, isMailed, left, resetsAt }
}
const iso = (at: number) => new Date(at).toISOString()

/** Days that are 23 or 25 hours long somewhere, with the time of the change, and days that end a month or year. */
describe.each([
  ['daylight saving time starts in New York', '2027-03-14', 7 * HOUR],
  ['daylight saving time ends in New York', '2026-11-01', 6 * HOUR],
  ['daylight saving time starts in Berlin', '2027-03-28', 1 * HOUR],
  ['daylight saving time ends in Berlin', '2026-10-25', 1 * HOUR],
  ['daylight saving time starts on Lord Howe Island, by half an hour', '2026-10-03', 15.5 * HOUR],
  ['a year ends', '2026-12-31', 12 * HOUR],
  ['February has a leap day tomorrow', '2028-02-28', 12 * HOUR],
  ['a leap day ends', '2028-02-29', 12 * HOUR],
])('a day when %s', (_, day, changeMs) => {
  test('grants daily limits once, from midnight to midnight in UTC', async () => {
    const midnight = Date.parse(`${day}T00:00:00.000Z`)
    const next = midnight + DAY
    time.now = midnight
    const none = { left: 0, resetsAt: iso(next) }
    expect(await takeAll()).toEqual({ card: 'taken', waitMs: null, isMailed: true, ...none })
    for (const at of [1, changeMs - 1, changeMs, changeMs + HOUR, DAY - HOUR, DAY - 1]) {
      time.now = midnight + at
      expect({ at: iso(time.now), ...(await takeAll()) }).toEqual({
        at: iso(time.now),
        card: 'used up',
        waitMs: DAY - at,
        isMailed: false,
        ...none,
      })
    }
    time.now = next
    expect(await takeAll()).toEqual({ card: 'taken', waitMs: null, isMailed: true, left: 0, resetsAt: iso(next + DAY) })
    expect(mails).toHaveLength(2)
  })
})

test('grants nothing twice when the clock goes back over midnight, and nothing early when it runs ahead', async () => {
  const midnight = Date.parse('2027-01-01T00:00:00.000Z')
  time.now = midnight - 1
  expect(await takeAll()).toMatchObject({ card: 'taken', waitMs: null, isMailed: true })
  time.now = midnight + 5 * 60_000
  expect(await takeAll()).toMatchObject({ card: 'taken', waitMs: null, isMailed: true })
  time.now = midnight - 5 * 60_000
  expect(await takeAll()).toMatchObject({ card: 'used up', waitMs: 5 * 60_000, isMailed: false })
  time.now = midnight + 10 * 60_000
  expect(await takeAll()).toMatchObject({ card: 'used up', isMailed: false })
})
