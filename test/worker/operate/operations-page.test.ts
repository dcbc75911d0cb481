import { beforeEach, expect, test } from 'vitest'
import { daysOf } from '#worker/edge/admin/period.ts'
import { type AuthApp, createAuthApp, NOW, ORIGIN } from '../../support/auth.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

beforeEach(freshDatabase)

const ADMIN = 'admin@example.com'

async function comeIn(app: AuthApp): Promise<string> {
  const submit = (path: string, fields: Record<string, string>) =>
    app.send(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin: ORIGIN } })
  await submit('/admin/link', { email: ADMIN })
  const entered = await submit('/admin/enter', { token: (await app.linkTo(ADMIN)).searchParams.get('token')! })
  const cookie = entered.headers.getSetCookie().find((one) => one.startsWith('__Host-admin='))
  return cookie!.split(';')[0]!
}

test('shows how the site runs to admins alone: tasks, alerts and counts, in total and by day', async () => {
  const app = createAuthApp({ ADMIN_EMAILS: ADMIN, PICTURE_COST_USD: '0.04' })
  const [today, before] = [0, 1].map((ago) => new Date(NOW - ago * 86_400_000).toISOString().slice(0, 10))
  const count = testEnv().DB.prepare('insert into operation_counts (day, measure, name, count) values (?1, ?2, ?3, ?4)')
  await testEnv().DB.batch([
    count.bind(today, 'requests', '07 all', 900),
    count.bind(today, 'requests', '12 all', 100),
    count.bind(today, 'requests', '12 failed', 7),
    count.bind(before, 'refusals', 'vote:again', 5),
    count.bind(before, 'generations', 'embedded ink', 30),
    count.bind(before, 'generations', 'question', 4),
    count.bind(today, 'generation failures', 'AI_TIMEOUT', 2),
    count.bind(today, 'failures', 'INTERNAL', 7),
    count.bind(before, 'bought', 'pictures', 50),
    count.bind(before, 'mails', 'sent', 9),
    count.bind(before, 'storage', 'bytes', 12_300_000),
    count.bind(before, 'storage', 'objects', 77),
  ])
  await app.services.edge.operations.runScheduled(NOW - 86_400_000)

  const refused = await app.send('/admin/operations')
  expect([refused.status, refused.headers.get('location')]).toEqual([303, '/admin'])
  const cookie = await comeIn(app)
  const read = async (path: string) => (await app.send(path, { headers: { cookie } })).text()
  expect(await read('/admin')).toContain('href="/admin/operations"')
  const html = await read('/admin/operations')
  const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(text).toContain(
    'Requests 1,000 Failed requests 7 Refused by a limit 5 Cards drawn 30 Votes 0 Mails sent 9 Pictures bought 50 AI calls bought 0',
  )
  expect(text).toContain('Stored 12.3 MB Files 77 Estimated cost $2.00')
  expect(text).toMatch(/photos 2026-11-21 \d\d:\d\d UTC 2026-11-21 \d\d:\d\d UTC 0 things done/)
  expect(text).toContain('Ended with Count embedded ink 30 question 4')
  expect(text).toContain('Code Count AI_TIMEOUT 2')
  expect(text).toContain('Limit Count vote:again 5')
  expect(text).toContain('Counted as nothing, because it is not set: AI_CALL_COST_USD, MAIL_COST_USD.')
  expect(text).toContain('Stored in R2 Estimated cost Nov 21 1,000 7 0 0 0 0 0 0 12.3 MB')
  const headings = [...html.matchAll(/<h2 [^>]*id="([\w-]+)"/g)].map(([, id]) => id)
  expect(headings.length).toBeGreaterThan(3)
  expect(new Set(headings).size).toBe(headings.length)
})

test('what is stored is measured once a day, a page at a time', async () => {
  const app = createAuthApp()
  for (const name of ['a', 'b', 'c']) await testEnv().FILES.put(`cards/${name}.jpg`, 'x'.repeat(10))
  const { operations } = app.services.edge
  await operations.runScheduled(NOW)
  await testEnv().FILES.put('cards/d.jpg', 'x')
  await operations.runScheduled(NOW)
  const report = await operations.report(daysOf(7, NOW))
  expect([report.storedBytes.at(-1), report.storedObjects.at(-1), report.storedBytes[0]]).toEqual([30, 3, 0])
})
