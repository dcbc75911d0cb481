import { beforeEach, describe, expect, test } from 'vitest'
import { listCauses, type SiteState } from '#worker/operate/causes.ts'
import { Alerts } from '#worker/operate/alerts.ts'
import { createAuthApp, NOW } from '../../support/auth.ts'
import { as } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'

beforeEach(freshDatabase)

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TEAM = 'team@example.com'

const QUIET: SiteState = { late: [], reports: { waiting: 0, oldestMs: 0 } }
const causes = (facts: Partial<SiteState>) =>
  listCauses({ ...QUIET, ...facts }, { reportWaitMs: DAY }).map(({ cause, alert }) => [cause, alert.subject])

test('alerts operators about late tasks and reports older than a day', () => {
  const late = [{ name: 'photos', error: 'Error: R2 is away' }]
  expect(causes({})).toEqual([])
  expect(causes({ late })).toEqual([['tasks', 'Scheduled tasks are overdue']])
  expect(causes({ reports: { waiting: 2, oldestMs: DAY } })).toEqual([])
  expect(causes({ reports: { waiting: 2, oldestMs: DAY + 1 } })).toEqual([['reports', 'Reports waiting: 2']])
  for (const { alert } of listCauses({ late, reports: { waiting: 1, oldestMs: 2 * DAY } }, { reportWaitMs: DAY }))
    expect(alert.todo.length).toBeGreaterThan(0)
})

describe('alert mails', () => {
  const report = (at = NOW - 25 * HOUR) =>
    testEnv().DB.batch([
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
        .bind(at),
    ])
  const subjects = async (app: ReturnType<typeof createAuthApp>, to = TEAM) =>
    (await app.mailsTo(to)).map(({ subject }) => subject)

  test('mails operators once per cause and day, with instructions and a link', async () => {
    const app = createAuthApp({ ALERT_EMAILS: TEAM, PUBLIC_URL: 'https://cards.example' })
    const { operations } = app.services.edge
    await report()
    expect(await Promise.all([operations.watch(), operations.watch(), operations.watch()])).toContain(1)
    app.clock.now += 5 * 60_000
    expect(await operations.watch()).toBe(0)
    const [mail, ...more] = await app.mailsTo(TEAM)
    expect(more).toEqual([])
    expect(mail!.subject).toBe('Reports waiting: 1')
    expect(mail!.text).toContain('What to do\n- ')
    expect(mail!.text).toContain('https://cards.example/admin')
    app.clock.now += DAY
    expect(await operations.watch()).toBe(1)
  })

  test('mails operators about waiting reports, and about tasks that never finish', async () => {
    const app = createAuthApp({ ALERT_EMAILS: TEAM })
    await report()
    await app.services.edge.operations.runScheduled(NOW)
    expect(await subjects(app)).toEqual(['Reports waiting: 1'])
    // No run for an hour: only a monitor can notice.
    app.clock.now += HOUR
    const ready = await app.send('/ready')
    expect([ready.status, await ready.json()]).toEqual([200, { ok: true }])
    expect(await subjects(app)).toEqual(['Scheduled tasks are overdue', 'Reports waiting: 1'])
    const response = await app.send('/ready', { headers: as.service() })
    const { tasks } = await response.json<{ tasks: { name: string; isLate: boolean }[] }>()
    expect(tasks.find(({ name }) => name === 'photos')).toMatchObject({ isLate: true })
  })

  test('mails the contact address when ALERT_EMAILS is empty, and nobody without one', async () => {
    await report()
    const none = createAuthApp({ ADMIN_EMAIL: '' })
    expect(await none.services.edge.operations.watch()).toBe(0)
    const app = createAuthApp({ ADMIN_EMAIL: 'admin@example.com' })
    expect(await app.services.edge.operations.watch()).toBe(1)
    expect(await subjects(app, 'admin@example.com')).toHaveLength(1)
  })

  test('retries a failed alert at the next check', async () => {
    let isDown = true
    const sent: string[] = []
    const mail = {
      send: async ({ subject }: { subject: string }) => {
        if (isDown) throw new Error('mail is away')
        sent.push(subject)
        return { messageId: 'm' }
      },
    }
    const alerts = new Alerts({ db: testEnv().DB, clock: () => NOW, mail, to: [TEAM], link: '/admin' })
    const cause = { cause: 'tasks', alert: { subject: 'Late', words: '', todo: [] } }
    expect(await alerts.raise(cause)).toBe(false)
    expect(takeConsole().flat().join()).toContain('mail is away')
    isDown = false
    expect([await alerts.raise(cause), await alerts.raise(cause)]).toEqual([true, false])
    expect(sent).toEqual(['Late'])
  })
})
