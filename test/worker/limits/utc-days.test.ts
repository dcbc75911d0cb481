import { beforeEach, describe, expect, test } from 'vitest'
import { createGenerationCharges } from '#worker/limits/generation-charges.ts'
import { createWindowCounters } from '#worker/limits/window-counter.ts'
import { createAlerts } from '#worker/operate/alerts.ts'
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
const charges = () => createGenerationCharges({ db: testEnv().DB, clock, limits: LIMITS })
const counters = () => createWindowCounters({ db: testEnv().DB, clock })
const alerts = () =>
  createAlerts({
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
/** Takes whatever may be had once a day. @returns what was to be had, and how long to wait for it */
async function takeAll() {
  const generation = `g${++names}`
  const card = await charges().takeCard({ generation, visitor: 'ann', network: 'home' }, false)
  const waitMs = await counters().take({ shares: [{ key: 'calls', limit: 1 }], windowMs: DAY })
  const isMailed = await alerts().raise({
    cause: 'reports',
    alert: { subject: 'Reports are waiting: 1', words: 'Since yesterday.', todo: [] },
  })
  const { left, resetsAt } = await charges().quota('ann')
  return { card, waitMs, isMailed, left, resetsAt }
}
const iso = (at: number) => new Date(at).toISOString()

/** Days that are 23 or 25 hours long somewhere, with the moment of the change, and days at whose end more than the day changes. */
describe.each([
  ['summer time begins in New York', '2027-03-14', 7 * HOUR],
  ['summer time ends in New York', '2026-11-01', 6 * HOUR],
  ['summer time begins in Berlin', '2027-03-28', 1 * HOUR],
  ['summer time ends in Berlin', '2026-10-25', 1 * HOUR],
  ['summer time begins in Lord Howe, by half an hour', '2026-10-03', 15.5 * HOUR],
  ['a year ends', '2026-12-31', 12 * HOUR],
  ['February has a day more', '2028-02-28', 12 * HOUR],
  ['the day more ends', '2028-02-29', 12 * HOUR],
])('on the day when %s', (_, day, changeMs) => {
  test('what is limited by the day is to be had once, from midnight to midnight in UTC', async () => {
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

test('a clock that goes back over midnight gives nothing a second time, and one that is ahead takes none of the next day', async () => {
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
