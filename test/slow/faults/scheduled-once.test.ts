import { inject } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import type { MailSender } from '#worker/env.ts'
import { createTestApp, noPictures, ORIGIN } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createFaults } from '../../support/faults/index.ts'
import { aPath, describeOnce, isStatus } from './write-path.ts'

/** Noon, when what is stored now has had its time. */
const start = () => Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS + 12 * HOUR_MS
/** As the schedule says. Art is swept in sixteen shares, one a run. */
const FIVE_MINUTES = 5 * MINUTE_MS

const time = { now: start() }
const mailed: string[] = []
const MAIL: MailSender = { send: async ({ subject }) => ({ messageId: String(mailed.push(subject)) }) }
const faults = createFaults({ ...testEnv(), MAIL }, { time })
const settings = { APP_ENV: 'production', PUBLIC_URL: ORIGIN, MAIL_FROM: 'cards@example.com' }
const { services } = createTestApp({ ...faults.overrides, pictures: noPictures }, { ...faults.env, ...settings })

const iso = (ms: number) => new Date(time.now - ms).toISOString()
const run = (sql: string, ...values: unknown[]) =>
  testEnv()
    .DB.prepare(sql)
    .bind(...values)
    .run()

let names: readonly unknown[] = []

/** As always in the last years, the run before went well. */
async function afterGoodRun() {
  if (names.length === 0) {
    await scheduled()
    names = await idsOf('select name from scheduled_tasks')
  }
  await run(
    `insert or replace into scheduled_tasks (name, started_at, ended_at, ended_well_at, outcome, items)
     select value, ?1, ?1, ?1, 'done', 0 from json_each(?2)`,
    time.now - FIVE_MINUTES,
    JSON.stringify(names),
  )
  await testEnv().DB.exec('delete from operation_counts')
}

/** Of everything that is swept one thing whose time is over, and one whose time is not. */
async function fill() {
  await freshDatabase()
  mailed.length = 0
  time.now = start()
  await afterGoodRun()
  const { FILES } = testEnv()
  // All of it in the share that this run sweeps.
  const share = (Math.floor(time.now / FIVE_MINUTES) % 16).toString(16)
  for (const [id, days] of [
    ['old', 31],
    ['new', 29],
  ] as const) {
    await seedCard({ id, visibility: 'draft', draftedAt: iso(days * DAY_MS) })
    await FILES.put(`cards/${id}/1.jpg`, 'front')
    await FILES.put(`cards/${id}/back.jpg`, 'back')
    await run(`update fantasy_football_cards set art_path = ? where id = ?`, `ai/${share}-${id}.png`, id)
    await FILES.put(`ai/${share}-${id}.png`, 'art')
  }
  await seedCard({ id: 'shown' })
  await FILES.put(`ai/${share}-of-no-card.png`, 'art')
  await FILES.put('player-photos/1.jpg', 'photo')
  await FILES.put('tmp/1', 'half of an upload')
  await run(`insert into removed_cards (id, removed_at) values ('removed', ?)`, time.now - DAY_MS)
  await FILES.put('cards/removed/1.jpg', 'front')
  for (const [voter, days] of [
    ['v1', 3],
    ['v2', 1],
  ] as const)
    await run(
      `insert into votes (voter, card, at, network) values (?, 'shown', ?, 'n')`,
      voter,
      time.now - days * DAY_MS,
    )
  for (const [id, days] of [
    ['old', 735],
    ['new', 729],
  ] as const) {
    await run(
      `insert into contact_submissions (id, name, email, message, created_at) values (?, 'A', 'a@b.co', 'Hi', ?)`,
      id,
      iso(days * DAY_MS),
    )
    await run(
      `insert into one_time_tokens (hash, email, purpose, expires_at) values (?1, ?1, 'magic', ?2)`,
      id,
      id === 'old' ? 1 : time.now + DAY_MS,
    )
    await run(`insert into token_buckets (key, full_at) values (?, ?)`, id, id === 'old' ? 1 : time.now + DAY_MS)
  }
  await run(
    `insert into reports (card, reporter, network, reason, at) values ('shown', 'r', 'n', 'minor', ?)`,
    time.now - 30 * HOUR_MS,
  )
}

const idsOf = async (sql: string) => (await testEnv().DB.prepare(sql).raw<unknown[]>()).flat()

async function scheduled() {
  await services.edge.operations.runScheduled(time.now)
  return new Response()
}

const RUN = aPath<void>({
  route: null,
  what: 'a scheduled run',
  world: fill,
  act: scheduled,
  isDone: isStatus(200),
  // Nobody asks again but the schedule: a bit early, so that it sweeps the same share.
  afterwards: async () => {
    time.now += FIVE_MINUTES - 30_000
    await scheduled()
  },
  effect: async () => ({
    files: (await testEnv().FILES.list()).objects.map(({ key }) => key.replace(/^ai\/./, 'ai/')),
    cards: await idsOf('select id, votes from fantasy_football_cards order by id'),
    entries: await idsOf('select card_id from generations order by card_id'),
    messages: await idsOf('select id from contact_submissions'),
    links: await idsOf('select hash from one_time_tokens'),
    limits: await idsOf('select key from token_buckets'),
    networks: await idsOf('select voter from votes where network is not null'),
    removed: await idsOf('select id, swept from removed_cards'),
    late: (await services.edge.operations.tasks()).filter(({ outcome }) => outcome !== 'done'),
    // A mail whose answer was lost is sent once more; none is lost.
    mails: [...new Set(mailed)],
  }),
})

/** Each run is sixty calls, and two of them make one. */
const { share } = inject('hostile')
describeOnce([RUN], { faults, time, takeConsole, part: share === 1 ? 1 : share / 3 })
