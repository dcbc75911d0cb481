import { beforeEach, describe, expect, test } from 'vitest'
import { causesOf, type Facts } from '#worker/operate/thresholds.ts'
import { createAlerts } from '#worker/operate/alerts.ts'
import { createAuthApp, NOW } from '../../support/auth.ts'
import { as } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'

beforeEach(freshDatabase)

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TEAM = 'team@example.com'

const quiet: Facts = { requests: { all: 0, failed: 0 }, late: [], reports: { waiting: 0, oldestMs: 0 }, costUsd: 0 }
const THRESHOLDS = { errorShare: 0.01, minRequests: 200, reportWaitMs: 24 * HOUR, costPerDayUsd: 5 }
const causes = (facts: Partial<Facts>, thresholds = THRESHOLDS) =>
  causesOf({ ...quiet, ...facts }, thresholds).map(({ cause }) => cause)

test('the operators are told what they have to know, and no more', () => {
  const cases: readonly (readonly [what: string, facts: Partial<Facts>, told: readonly string[]])[] = [
    ['nothing', {}, []],
    ['one percent of errors', { requests: { all: 200, failed: 2 } }, []],
    ['more than that', { requests: { all: 200, failed: 3 } }, ['errors']],
    ['all of a few requests', { requests: { all: 199, failed: 199 } }, []],
    ['a late task', { late: [{ name: 'photos', error: null }] }, ['tasks']],
    ['a report of a day', { reports: { waiting: 2, oldestMs: 24 * HOUR } }, []],
    ['an older one', { reports: { waiting: 2, oldestMs: 24 * HOUR + 1 } }, ['reports']],
    ['five dollars', { costUsd: 5 }, []],
    ['more than five', { costUsd: 5.01 }, ['cost']],
  ]
  expect(cases.map(([what, facts]) => [what, causes(facts)])).toEqual(cases.map(([what, , told]) => [what, told]))
})

test('without a limit no cost is too much, and every cause says what to do', () => {
  expect(causes({ costUsd: 1e6 }, { ...THRESHOLDS, costPerDayUsd: null as never })).toEqual([])
  const all = causesOf(
    {
      requests: { all: 1000, failed: 15 },
      late: [{ name: 'photos', error: 'Error: R2 is away' }],
      reports: { waiting: 3, oldestMs: 30 * HOUR },
      costUsd: 7,
    },
    THRESHOLDS,
  )
  expect(all.map(({ alert }) => alert.subject)).toEqual([
    'Errors: 1.5 % of requests',
    'Scheduled tasks are late',
    'Reports are waiting: 3',
    'Cost: about 7.00 US dollars today',
  ])
  for (const { alert } of all) expect(alert.todo.length).toBeGreaterThan(0)
})

describe('the mails to the operators', () => {
  const count = (name: string, count: number, now = NOW) =>
    testEnv()
      .DB.prepare(
        `insert into operation_counts (day, measure, name, count) values (?1, 'requests', ?2, ?3)
           on conflict (day, measure, name) do update set count = count + excluded.count`,
      )
      .bind(new Date(now).toISOString().slice(0, 10), `${new Date(now).toISOString().slice(11, 13)} ${name}`, count)
      .run()
  const subjects = async (app: ReturnType<typeof createAuthApp>, to = TEAM) =>
    (await app.mailsTo(to)).map(({ subject }) => subject)

  test('go once for each cause and day, with what to do and where to look', async () => {
    const app = createAuthApp({ ALERT_EMAILS: TEAM, PUBLIC_URL: 'https://cards.example' })
    const { operations } = app.services.edge
    await count('all', 1000)
    await count('failed', 100)
    expect(await Promise.all([operations.watch(), operations.watch(), operations.watch()])).toContain(1)
    app.clock.now += 5 * 60_000
    expect(await operations.watch()).toBe(0)
    const [mail, ...more] = await app.mailsTo(TEAM)
    expect(more).toEqual([])
    expect(mail!.subject).toBe('Errors: 10.0 % of requests')
    expect(mail!.text).toContain('What to do\n- ')
    expect(mail!.text).toContain('https://cards.example/admin/operations')

    app.clock.now += DAY
    await count('all', 1000, app.clock.now)
    await count('failed', 20, app.clock.now)
    expect(await operations.watch()).toBe(1)
    expect(await subjects(app)).toEqual(['Errors: 2.0 % of requests', 'Errors: 10.0 % of requests'])
  })

  test('look at this hour and the last, not at what has passed', async () => {
    const app = createAuthApp({ ALERT_EMAILS: TEAM })
    const { operations } = app.services.edge
    await count('all', 1000, NOW - 2 * HOUR)
    await count('failed', 1000, NOW - 2 * HOUR)
    await count('all', 300)
    expect(await operations.watch()).toBe(0)
    await count('failed', 4, NOW - HOUR)
    expect(await operations.watch()).toBe(1)
  })

  test('tell of reports that wait, of cards that wait, and of tasks that no run ends any more', async () => {
    const app = createAuthApp({ ALERT_EMAILS: TEAM })
    await testEnv().DB.batch([
      testEnv()
        .DB.prepare(
          `insert into fantasy_football_cards (id, team_colors, image_url, created_at, visibility, owner, generation_id, drafted_at)
           values ('c1', 'Dallas Cowboys', 'c1', ?1, 'public', 'v', 'g1', ?1)`,
        )
        .bind(new Date(NOW).toISOString()),
      testEnv()
        .DB.prepare(
          `insert into reports (card, reporter, network, reason, detail, at) values ('c1', 'r', 'n', 'hate', '', ?1)`,
        )
        .bind(NOW - 25 * HOUR),
    ])
    await app.services.edge.operations.runScheduled(NOW)
    expect(await subjects(app)).toEqual(['Reports are waiting: 1'])
    // No run for an hour: only a monitor can notice.
    app.clock.now += HOUR
    const ready = await app.send('/ready')
    expect([ready.status, await ready.json()]).toEqual([200, { ok: true }])
    expect(await subjects(app)).toEqual(['Scheduled tasks are late', 'Reports are waiting: 1'])
    const told = await app.send('/ready', { headers: as.service() })
    const { tasks } = await told.json<{ tasks: { name: string; isLate: boolean }[] }>()
    expect(tasks.find(({ name }) => name === 'photos')).toMatchObject({ isLate: true })
  })

  test('go to the address of the contact form where none is set, and to nobody without one', async () => {
    await count('all', 1000)
    await count('failed', 1000)
    const none = createAuthApp({ ADMIN_EMAIL: '' })
    expect(await none.services.edge.operations.watch()).toBe(0)
    const app = createAuthApp({ ADMIN_EMAIL: 'admin@example.com' })
    expect(await app.services.edge.operations.watch()).toBe(1)
    expect(await subjects(app, 'admin@example.com')).toHaveLength(1)
  })

  test('that could not be sent are sent with the next look', async () => {
    let isDown = true
    const sent: string[] = []
    const mail = {
      send: async ({ subject }: { subject: string }) => {
        if (isDown) throw new Error('mail is away')
        sent.push(subject)
        return { messageId: 'm' }
      },
    }
    const alerts = createAlerts({ db: testEnv().DB, clock: () => NOW, mail, to: [TEAM], link: '/admin/operations' })
    const cause = { cause: 'errors', alert: { subject: 'Errors', words: '', todo: [] } }
    expect(await alerts.raise(cause)).toBe(false)
    expect(takeConsole().flat().join()).toContain('mail is away')
    isDown = false
    expect([await alerts.raise(cause), await alerts.raise(cause)]).toEqual([true, false])
    expect(sent).toEqual(['Errors'])
    expect(await alerts.sent()).toEqual([{ cause: 'errors', day: '2026-11-21', at: NOW }])
  })
})
