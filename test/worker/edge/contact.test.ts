import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestApp, type TestVisitor } from '../../support/app.ts'
import { countOf } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createHostileKv, type Hostility } from '../../support/hostile-kv.ts'
import { takeConsole } from '../../support/quiet.ts'

const KEY = { authorization: 'Bearer public-fantasy-cards' }
const message = { name: 'Ann', email: 'ann@example.com', message: 'Nice cards!', website: '' }

function createOffice(hostility: Hostility = {}) {
  const time = { now: Date.UTC(2026, 10, 21) }
  const kv = createHostileKv(() => time.now, hostility)
  const db = createCountingDb(testEnv().DB)
  const app = createTestApp({ clock: () => time.now, gateStore: kv.store }, { ...testEnv(), DB: db.db })
  return { time, kv, counts: db.counts, app }
}

const sendBy = (visitor: TestVisitor, body: unknown = message) =>
  visitor.post('/functions/v1/contact-submit', body, KEY)

async function outbox() {
  return (await testEnv().DB.prepare('select * from outbox').all<Record<string, string>>()).results
}

beforeEach(freshDatabase)

describe('a contact message', () => {
  test('is stored and mailed to the admin, with what the visitor typed as text', async () => {
    const { app } = createOffice()
    const response = await sendBy(app.visitor(), { ...message, name: 'Ann <b>', message: '<script>1</script>' })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ success: true })
    const stored = await testEnv().DB.prepare('select name, email, message, created_at from contact_submissions').all()
    expect(stored.results).toEqual([
      {
        name: 'Ann <b>',
        email: 'ann@example.com',
        message: '<script>1</script>',
        created_at: '2026-11-21T00:00:00.000Z',
      },
    ])
    const [mail] = await outbox()
    expect(mail).toMatchObject({ recipient: 'admin@example.com' })
    expect(mail!['html']).toContain('&lt;script&gt;1&lt;/script&gt;')
    expect(mail!['html']).not.toContain('<script>')
  })

  test('from a robot that fills the hidden field gets the same answer and goes nowhere', async () => {
    const { app } = createOffice()
    const visitor = app.visitor()
    const response = await sendBy(visitor, { ...message, website: 'https://spam.example' })
    expect([response.status, await response.json()]).toEqual([200, { success: true }])
    expect([await countOf('contact_submissions'), await countOf('outbox'), await countOf('contact_gate')]).toEqual([
      0, 0, 0,
    ])
    expect((await sendBy(visitor)).status).toBe(200)
  })

  test.each([
    ['nothing', {}, 'Please fill in all fields.'],
    ['no email but null', { ...message, email: null }, 'Please fill in all fields.'],
    ['an empty name', { ...message, name: '  ' }, 'Please fill in all fields.'],
    ['an empty message and a bad address', { ...message, email: 'x', message: '' }, 'Please fill in all fields.'],
    ['a bad address', { ...message, email: 'ann@example' }, 'Please enter a valid email address.'],
    ['a message too long', { ...message, message: 'x'.repeat(5001) }, 'Submission failed'],
  ])('with %s is refused in words and stores nothing', async (_what, body, words) => {
    const { app } = createOffice()
    const response = await sendBy(app.visitor(), body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: words, code: 'VALIDATION_ERROR' })
    expect([await countOf('contact_submissions'), await countOf('outbox'), await countOf('contact_gate')]).toEqual([
      0, 0, 0,
    ])
  })

  test('needs the public key', async () => {
    const { app } = createOffice()
    expect((await app.visitor().post('/functions/v1/contact-submit', message)).status).toBe(401)
  })

  test('that is no JSON is refused', async () => {
    const { app } = createOffice()
    const response = await sendBy(app.visitor(), '{"name":')
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'INVALID_JSON'])
  })

  test('is accepted once per 20 seconds, and a refusal of a refused sender costs one KV read and no statement', async () => {
    const { app, time, kv, counts } = createOffice()
    const visitor = app.visitor()
    await visitor.arrive()
    expect((await sendBy(visitor)).status).toBe(200)
    time.now += 19_999
    const refused = await sendBy(visitor)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({
      error: 'Please wait a moment before sending another message.',
      code: 'TOO_SOON',
    })
    expect(refused.headers.get('retry-after')).toBe('1')

    const before = { reads: kv.calls.reads, statements: counts.statements }
    expect((await sendBy(visitor)).status).toBe(429)
    expect(kv.calls.reads - before.reads).toBe(1)
    expect(counts.statements - before.statements).toBe(0)

    time.now += 1
    expect((await sendBy(visitor)).status).toBe(200)
    expect(await countOf('contact_submissions')).toBe(2)
  })

  test.each<[string, Hostility]>([
    ['well', {}],
    ['60 seconds stale', { staleMs: 60_000 }],
    ['refusing a second write within a second', { refuseFastWrites: true }],
    ['down', { outage: true }],
  ])('sent 50 times at once passes exactly once with a KV that is %s', async (_how, hostility) => {
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    const { app } = createOffice(hostility)
    const visitor = app.visitor()
    await visitor.arrive()
    const answers = await Promise.all(Array.from({ length: 50 }, () => sendBy(visitor)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(49)
    expect(await countOf('contact_submissions')).toBe(1)
    quiet.mockRestore()
  })

  test('is a success for the visitor even when the mail cannot go out', async () => {
    const { app } = createOffice()
    await testEnv().DB.exec('drop table outbox')
    const response = await sendBy(app.visitor())
    expect(response.status).toBe(200)
    expect(await countOf('contact_submissions')).toBe(1)
    expect(JSON.stringify(takeConsole())).toContain('contact mail not sent')
  })

  test('that could not be stored does not use the sender’s turn up', async () => {
    const { app } = createOffice()
    const visitor = app.visitor()
    await visitor.arrive()
    await testEnv().DB.exec('alter table contact_submissions rename to away')
    expect((await sendBy(visitor)).status).toBeGreaterThanOrEqual(400)
    takeConsole()
    await testEnv().DB.exec('alter table away rename to contact_submissions')
    expect((await sendBy(visitor)).status).toBe(200)
  })
})
