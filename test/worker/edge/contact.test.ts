import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestApp, type TestVisitor } from '../../support/app.ts'
import { countRows } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createHostileKv, type Hostility } from '../../support/faults/hostile-kv.ts'
import { takeConsole } from '../../support/quiet.ts'

const KEY = { authorization: 'Bearer public-fantasy-cards' }
const message = { name: 'Ann', email: 'ann@example.com', message: 'Nice cards!', website: '' }

function createContactApp(hostility: Hostility = {}) {
  const time = { now: Date.UTC(2026, 10, 21) }
  const kv = createHostileKv(() => time.now, hostility)
  const db = createCountingDb(testEnv().DB)
  const app = createTestApp({ clock: () => time.now, denyStore: kv.store }, { ...testEnv(), DB: db.db })
  return { time, kv, counts: db.counts, app }
}

const sendBy = (visitor: TestVisitor, body: unknown = message) =>
  visitor.post('/functions/v1/contact-submit', body, KEY)

const sendNamed = (visitor: TestVisitor, name: string, body: unknown = message) =>
  visitor.post('/functions/v1/contact-submit', body, { ...KEY, 'idempotency-key': name })

async function outbox() {
  return (await testEnv().DB.prepare('select * from outbox').all<Record<string, string>>()).results
}

beforeEach(freshDatabase)

describe('a contact message', () => {
  test('stores a contact message and mails it to the admin as plain text', async () => {
    const { app } = createContactApp()
    const response = await sendBy(app.visitor(), { ...message, name: 'Ann <b>', message: '<script>1</script>' })

    expect(response.status).toBe(200)
    const result = await response.json<{ reference: string }>()
    expect(result).toEqual({ success: true, reference: expect.stringMatching(/^[0-9A-F]{8}$/u) })
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
    const { id } = (await testEnv().DB.prepare('select id from contact_submissions').first<{ id: string }>())!
    expect(result.reference).toBe(id.slice(0, 8).toUpperCase())
    expect(mail!['body']).toContain(`Reference ${result.reference}`)
    expect(await countRows('outbox'), 'nobody but the admin gets a copy').toBe(1)
    expect(JSON.parse(mail!['details']!)).toMatchObject({ replyTo: 'ann@example.com' })
    expect(mail!['html']).toContain('&lt;script&gt;1&lt;/script&gt;')
    expect(mail!['html']).not.toContain('<script>')
  })

  test('trims a contact message before validating, storing and mailing it', async () => {
    const { app } = createContactApp()
    const padded = `${message.message}${' '.repeat(20_000)}`
    expect(
      (await sendBy(app.visitor(), { ...message, message: padded, name: ` Ann ${' '.repeat(20_000)}` })).status,
    ).toBe(200)
    const [mail] = await outbox()
    const plain = createContactApp()
    plain.time.now += 60_000
    await sendBy(plain.app.visitor())
    expect(mail!['html']!.length).toBe((await outbox())[0]!['html']!.length)
    expect(mail!['subject']).toBe('New message from Ann')
    const huge = await sendBy(app.visitor(), { ...message, message: `m${' '.repeat(900_000)}` })
    expect(huge.status).toBe(413)
  })

  test('accepts one contact message per network in twenty seconds, and forty a day, across cookies', async () => {
    const { app, time } = createContactApp()
    const send = (ip: string, agent = 'Chrome') => sendBy(app.visitor({ 'cf-connecting-ip': ip, 'user-agent': agent }))
    const responses = await Promise.all(['Chrome', 'Firefox', 'Safari', 'Edg'].map((agent) => send('192.0.2.1', agent)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429])
    expect((await send('192.0.2.2')).status).toBe(200)
    let refused: Response | undefined
    for (let n = 1; n < 45; n++) {
      time.now += 20_000
      const response = await send('192.0.2.1')
      if (response.status !== 200) refused = response
    }
    const { error } = await refused!.json<{ error: string }>()
    expect([refused!.status, error]).toEqual([
      429,
      'Too many messages came from your network today. Please try again tomorrow.',
    ])
    // Forty from the first network, and one from the second.
    expect(await countRows('contact_submissions')).toBe(41)
  })

  test('returns success without a reference when the honeypot field is filled, and sends no mail', async () => {
    const { app } = createContactApp()
    const visitor = app.visitor()
    const response = await sendBy(visitor, { ...message, website: 'https://spam.example' })
    expect([response.status, await response.json()]).toEqual([200, { success: true }])
    // Only the honeypot's ceilings count it: site-wide, for unknown visitors and for its network.
    expect([
      await countRows('contact_submissions'),
      await countRows('outbox'),
      await countRows('token_buckets'),
    ]).toEqual([0, 0, 3])
    expect((await sendBy(visitor)).status).toBe(200)
  })

  test('rejects a contact message that is incomplete, too long or without a valid email address, and stores nothing', async () => {
    const { app } = createContactApp()
    const visitor = app.visitor()
    const [empty, address] = ['Please fill in all fields.', 'Please enter a valid email address.']
    const refusals = [
      [{}, empty],
      [{ ...message, email: null }, empty],
      [{ ...message, name: '  ' }, empty],
      [{ ...message, email: 'x', message: '' }, empty],
      [{ ...message, email: 'ann@example' }, address],
      [{ ...message, message: 'x'.repeat(5001) }, 'This is too long: 5000 characters at most.'],
    ] as const
    for (const [body, words] of refusals) {
      const response = await sendBy(visitor, body)
      expect(response.status, words).toBe(400)
      expect(await response.json()).toMatchObject({ error: words, code: 'VALIDATION_ERROR' })
    }
    expect([
      await countRows('contact_submissions'),
      await countRows('outbox'),
      await countRows('token_buckets'),
    ]).toEqual([0, 0, 0])
  })

  test('requires the public key for a contact message', async () => {
    const { app } = createContactApp()
    expect((await app.visitor().post('/functions/v1/contact-submit', message)).status).toBe(401)
  })

  test('rejects a contact message that is not JSON', async () => {
    const { app } = createContactApp()
    const response = await sendBy(app.visitor(), '{"name":')
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'INVALID_JSON'])
  })

  test('stores a contact message once per idempotency key, and returns the same response to a retry', async () => {
    const { app, time, kv, counts } = createContactApp()
    const visitor = app.visitor()
    await visitor.arrive()
    const references = new Set<string>()
    for (const wait of [0, 1000, 60_000]) {
      time.now += wait
      const response = await sendNamed(visitor, 'one')
      expect(response.status).toBe(200)
      references.add((await response.json<{ reference: string }>()).reference)
      expect([await countRows('contact_submissions'), await countRows('outbox')]).toEqual([1, 1])
    }
    expect(references.size).toBe(1)
    expect((await sendBy(visitor)).status).toBe(200)
    // KV alone knows that the message was accepted and that another one is too soon.
    for (const [name, status] of [
      ['one', 200],
      ['two', 429],
    ] as const) {
      const before = { ...kv.calls, ...counts }
      expect((await sendNamed(visitor, name)).status).toBe(status)
      expect({ ...kv.calls, ...counts }).toEqual({ ...before, reads: before.reads + 1 })
    }
    // An idempotency key belongs to one visitor, and reveals nothing to another.
    const other = app.visitor({ 'cf-connecting-ip': '198.51.100.7' })
    await other.arrive()
    expect((await sendNamed(other, 'one')).status).toBe(200)
    expect(await countRows('contact_submissions')).toBe(3)
  })

  test('stores and mails a retried message once, within and after its cooldown, however KV fails', async () => {
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    const hostilities: Readonly<Record<string, Hostility>> = {
      none: {},
      '60 seconds stale': { staleMs: 60_000 },
      'always empty': { staleMs: Number.POSITIVE_INFINITY },
      down: { outage: true },
      'forgetting two of three writes': { keepsEvery: 3 },
    }
    for (const [n, [how, hostility]] of Object.entries(hostilities).entries()) {
      const { app, time } = createContactApp(hostility)
      const visitor = app.visitor({ 'cf-connecting-ip': `192.0.2.${n}` })
      await visitor.arrive()
      const statuses = []
      for (const wait of [0, 3000, 3000, 30_000, 70_000, 3_600_000]) {
        time.now += wait
        statuses.push((await sendNamed(visitor, 'one')).status)
      }
      const stored = [await countRows('contact_submissions'), await countRows('outbox')]
      expect([statuses, stored], how).toEqual([
        [200, 200, 200, 200, 200, 200],
        [n + 1, n + 1],
      ])
    }
    quiet.mockRestore()
  })

  test('mails a stored but unmailed message when it is retried, once for any number of retries', async () => {
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    const office = createContactApp({ outage: true })
    const first = office.app.visitor()
    await first.arrive()
    expect((await sendNamed(first, 'one')).status).toBe(200)
    // Simulates that the Worker stopped between storing and mailing.
    await testEnv().DB.batch([
      testEnv().DB.prepare('delete from outbox'),
      testEnv().DB.prepare('update contact_submissions set mailed_by = null'),
    ])
    const visitor = office.app.visitor()
    await visitor.arrive()
    office.time.now += 60_000
    const send = () => sendNamed(visitor, 'two')
    expect((await Promise.all([send(), send(), send()])).map(({ status }) => status)).toContain(200)
    await testEnv().DB.batch([
      testEnv().DB.prepare('delete from outbox'),
      testEnv().DB.prepare('update contact_submissions set mailed_by = null'),
    ])
    const again = await Promise.all([send(), send(), send(), send()])
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect([await countRows('contact_submissions'), await countRows('outbox')]).toEqual([2, 1])
    quiet.mockRestore()
  })

  test('treats different text under the same idempotency key as another message', async () => {
    const office = createContactApp()
    const visitor = office.app.visitor()
    await visitor.arrive()
    expect((await sendNamed(visitor, 'one')).status).toBe(200)
    const other = { ...message, message: 'And another thing.' }
    expect((await sendNamed(visitor, 'one', other)).status).toBe(429)
    office.time.now += 20_000
    expect((await sendNamed(visitor, 'one', other)).status).toBe(200)
    expect([await countRows('contact_submissions'), await countRows('outbox')]).toEqual([2, 2])
  })

  test('rejects an idempotency key that is empty, too long or not printable ASCII, and stores nothing', async () => {
    const { app } = createContactApp()
    const visitor = app.visitor()
    for (const name of ['', 'k'.repeat(129), 'a key']) {
      const response = await sendNamed(visitor, name)
      expect([name, response.status, await response.json()]).toMatchObject([
        name,
        400,
        { code: 'VALIDATION_ERROR', details: [{ path: 'idempotency-key' }] },
      ])
    }
    expect(await countRows('contact_submissions')).toBe(0)
  })

  test('accepts one message per 20 seconds, and refuses the first repeat with one KV read and no statement', async () => {
    const { app, time, kv, counts } = createContactApp()
    const visitor = app.visitor()
    await visitor.arrive()
    expect((await sendBy(visitor)).status).toBe(200)
    time.now += 19_999
    const before = { reads: kv.calls.reads, statements: counts.statements }
    const refused = await sendBy(visitor)
    expect(kv.calls.reads - before.reads).toBe(1)
    expect(counts.statements - before.statements).toBe(0)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({
      error: 'Please wait a moment before sending another message.',
      code: 'TOO_SOON',
    })
    expect(refused.headers.get('retry-after')).toBe('1')

    time.now += 1
    expect((await sendBy(visitor)).status).toBe(200)
    expect(await countRows('contact_submissions')).toBe(2)
  })

  test('accepts exactly one of fifty concurrent messages, even while KV is down', async () => {
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    const visitor = createContactApp({ outage: true }).app.visitor()
    await visitor.arrive()
    const responses = await Promise.all(Array.from({ length: 50 }, () => sendBy(visitor)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 49 }, () => 429)])
    expect(await countRows('contact_submissions')).toBe(1)
    quiet.mockRestore()
  })

  test('returns success to the visitor even when the mail cannot be sent', async () => {
    const { app } = createContactApp()
    await testEnv().DB.exec('drop table outbox')
    const response = await sendBy(app.visitor())
    expect(response.status).toBe(200)
    expect(await countRows('contact_submissions')).toBe(1)
    expect(JSON.stringify(takeConsole())).toContain('contact mail not sent')
  })

  test('clears the sender’s cooldown when a message could not be stored', async () => {
    const { app } = createContactApp()
    const visitor = app.visitor()
    await visitor.arrive()
    await testEnv().DB.exec('alter table contact_submissions rename to away')
    expect((await sendBy(visitor)).status).toBeGreaterThanOrEqual(400)
    takeConsole()
    await testEnv().DB.exec('alter table away rename to contact_submissions')
    expect((await sendBy(visitor)).status).toBe(200)
  })
})
