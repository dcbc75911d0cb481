import { beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { as, PROJECT, putFile, sendJson } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

beforeEach(freshDatabase)

const NOW = Date.UTC(2026, 10, 21, 12)
const ADMIN = 'admin@example.com'
const MAIL = { to: ADMIN, subject: 'Hello', html: '<p>Hi</p>' }
const FILE = { filename: 'a.txt', type: 'text/plain', content: 'aGVsbG8=' }

const email = (app: ReturnType<typeof createTestApp>, body: unknown, headers: Record<string, string>) =>
  sendJson(app, `/api/notifications/${PROJECT}/email`, body, { headers })

const outboxRows = async () => (await testEnv().DB.prepare('select recipient, subject from outbox').all()).results

const MALFORMED = [
  ['no recipient', { to: undefined }, 'to'],
  ['an empty list', { to: [] }, 'to'],
  ['no email address', { to: 'nobody' }, 'to'],
  ['a second recipient behind a comma', { to: `${ADMIN},spy@example.com` }, 'to'],
  ['a header in the address', { to: `${ADMIN}\r\nBcc: spy@example.com` }, 'to'],
  ['a header in the subject', { subject: 'Hi\r\nBcc: spy@example.com' }, 'subject'],
  ['a bare line feed in the subject', { subject: 'Hi\nBcc: spy@example.com' }, 'subject'],
  ['no subject', { subject: '' }, 'subject'],
  ['neither html nor text', { html: undefined }, 'html'],
  ['a header in a copy', { cc: `${ADMIN}\nX: y` }, 'cc'],
  ['a header in a blind copy', { bcc: [`${ADMIN}\rX: y`] }, 'bcc.0'],
  ['a header in the reply-to address', { replyTo: `${ADMIN}\nX: y` }, 'replyTo'],
  ['a header in the name of the sender', { from: 'Us\nBcc: spy@example.com' }, 'from'],
  ['a sender in the name of another', { from: 'ceo@example.com' }, 'from'],
  ['more than 50 recipients in total', { cc: Array(25).fill(ADMIN), bcc: Array(25).fill(ADMIN) }, 'to'],
  ['an unknown field', { priority: 'high' }, ''],
  ['an attachment without content', { attachments: [{ filename: 'a.txt' }] }, 'attachments.0.content'],
  ['an attachment with a path', { attachments: [{ ...FILE, filename: '../a.txt' }] }, 'attachments.0.filename'],
  ['an attachment with a header', { attachments: [{ ...FILE, filename: 'a\nb' }] }, 'attachments.0.filename'],
  ['an attachment that is not base64', { attachments: [{ ...FILE, content: 'a b!' }] }, 'attachments.0.content'],
  ['11 attachments', { attachments: Array.from({ length: 11 }, () => FILE) }, 'attachments'],
  [
    'an attachment from another host',
    { attachments: [{ filename: 'a', url: 'http://169.254.169.254/key' }] },
    'attachments.0.url',
  ],
  [
    'an attachment that does not exist',
    { attachments: [{ filename: 'a', url: `${ORIGIN}/storage/${PROJECT}/none.pdf` }] },
    'attachments.0.url',
  ],
] as const

describe('sending mail', () => {
  it('captures mail for its recipients, and shows it only to the service', async () => {
    const app = createTestApp()
    const sent = await email(app, { ...MAIL, to: ['Ann@Example.com', 'bob@example.com'], text: 'Hi' }, as.service())
    expect(await sent.json()).toEqual({ success: true, messageId: expect.stringMatching(/^[0-9a-f]{32}$/) })

    const read = (query: string, headers: Record<string, string>) =>
      app.send(`/api/notifications/${PROJECT}/outbox${query}`, { headers })
    const { messages } = await (await read('?to=ann@example.com', as.service())).json<{ messages: unknown[] }>()
    expect(messages).toEqual([
      expect.objectContaining({ to: 'ann@example.com', subject: 'Hello', html: '<p>Hi</p>', text: 'Hi' }),
    ])
    expect((await (await read('', as.service())).json<{ messages: unknown[] }>()).messages).toHaveLength(2)
    for (const headers of [as.public(), as.keyless(), await as.edge()])
      expect((await read('', headers)).status).toBe(403)
  })

  it('names the field of a malformed mail', async () => {
    const app = createTestApp()
    const responses = []
    for (const [what, change] of MALFORMED) {
      const response = await email(app, { ...MAIL, ...change }, as.service())
      const { code, details } = await response.json<{ code: string; details: { path: string }[] }>()
      expect([what, response.status, code]).toEqual([what, 400, 'VALIDATION_ERROR'])
      responses.push([what, change, details.map(({ path }) => path).join(' ')])
    }
    expect(responses).toEqual(MALFORMED)
    expect(await outboxRows()).toEqual([])
  })

  it('sends copies, blind copies, a sender name and attachments with a mail', async () => {
    const app = createTestApp()
    const stored = ORIGIN + (await putFile(app, 'team.csv', 'a,b', 'text/csv'))
    const rich = {
      ...MAIL,
      cc: 'cy@example.com',
      bcc: ['dee@example.com'],
      replyTo: 'ann@example.com',
      from: 'The Hall',
      attachments: [
        { ...FILE, content: `data:text/plain;base64,${FILE.content}` },
        { filename: 'team.csv', url: stored },
        { ...FILE, cid: 'logo' },
      ],
    }
    expect((await email(app, rich, as.service())).status).toBe(200)
    expect((await outboxRows()).map((row) => row['recipient'])).toEqual([ADMIN, 'cy@example.com', 'dee@example.com'])
    const read = await app.send(`/api/notifications/${PROJECT}/outbox?to=${ADMIN}`, { headers: as.service() })
    expect((await read.json<{ messages: unknown[] }>()).messages).toEqual([
      expect.objectContaining({
        cc: ['cy@example.com'],
        replyTo: 'ann@example.com',
        fromName: 'The Hall',
        attachments: [
          { filename: 'a.txt', type: 'text/plain', bytes: 5, cid: null },
          { filename: 'team.csv', type: 'application/octet-stream', bytes: 3, cid: null },
          { filename: 'a.txt', type: 'text/plain', bytes: 5, cid: 'logo' },
        ],
      }),
    ])
  })

  it('rejects attachments of more than 3.5 MB in total', async () => {
    const half = { ...FILE, content: 'A'.repeat(2_400_000) }
    const response = await email(createTestApp(), { ...MAIL, attachments: [half, half] }, as.service())
    expect([response.status, await outboxRows()]).toEqual([413, []])
  })
})

const RECIPIENTS = [
  ['the service', as.service, 'anybody@example.com', 200],
  ['the edge', as.edge, 'anybody@example.com', 200],
  ['the public key', as.public, 'anybody@example.com', 403],
  ['no key', as.keyless, 'anybody@example.com', 403],
  ['no key', as.keyless, [ADMIN, 'anybody@example.com'], 403],
  ['no key', as.keyless, [ADMIN, ADMIN], 403],
  ['no key', as.keyless, ADMIN.toUpperCase(), 200],
] as const

describe('the recipients of each role', () => {
  it('sends each role’s mail only to its allowed recipients', async () => {
    const app = createTestApp()
    const responses = []
    for (const [who, headers, to] of RECIPIENTS) {
      const before = (await outboxRows()).length
      const { status } = await email(app, { ...MAIL, to }, await headers())
      responses.push([who, headers, to, status])
      expect([who, to, (await outboxRows()).length - before]).toEqual([who, to, status === 200 ? 1 : 0])
    }
    expect(responses).toEqual(RECIPIENTS)
  })

  it('rejects copies, sender names and attachments from strangers', async () => {
    for (const more of [
      { cc: 'spy@example.com' },
      { bcc: 'spy@example.com' },
      { from: 'Your bank' },
      { attachments: [FILE] },
    ])
      expect([more, (await email(createTestApp(), { ...MAIL, ...more }, as.public())).status]).toEqual([more, 403])
    expect(await outboxRows()).toEqual([])
  })

  it('limits a stranger to five mails an hour', async () => {
    const app = createTestApp({ clock: () => NOW })
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await email(app, MAIL, {})).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(await outboxRows()).toHaveLength(5)
  })
})

describe('mail from strangers', () => {
  const HTML = '<h1>Sign in</h1><p>Your admin link: <a href="https://evil.example/x">open</a></p><script>1</script>'

  it('sends a stranger’s message as text, marked as a visitor’s', async () => {
    for (const [body, lines] of [
      [{ html: HTML }, ['> Sign in', '> Your admin link: open']],
      [{ text: 'Hello\nAnn' }, ['> Hello', '> Ann']],
    ] as const) {
      await freshDatabase()
      const mail = { to: ADMIN, subject: 'Your admin link', replyTo: 'evil@example.com', ...body }
      expect((await email(createTestApp(), mail, as.public())).status).toBe(200)
      const row = await testEnv().DB.prepare('select subject, html, body from outbox').first()
      expect(row).toMatchObject({ subject: '[From a visitor] Your admin link', html: null })
      const text = String(row!['body'])
      expect(text).toMatch(/^A visitor writes/)
      for (const line of lines) expect(text).toContain(`\n${line}\n`)
      expect(text).not.toContain('evil.example/x')
      expect(text).toContain('(not verified): evil@example.com')
    }
  })

  it('limits guesses at the admin’s email address', async () => {
    const app = createTestApp({ clock: () => NOW })
    const send = async (to: string) => (await email(app, { ...MAIL, to }, {})).status
    const guesses = []
    for (let n = 0; n < 7; n++) guesses.push(await send(`admin${n}@example.com`))
    expect(guesses).toEqual([403, 403, 403, 403, 403, 429, 429])
    expect(await send(ADMIN)).toBe(429)
    expect(await outboxRows()).toEqual([])
  })
})

describe('the outbox page', () => {
  it('escapes messages on the outbox page', async () => {
    const app = createTestApp()
    await email(app, { to: ADMIN, subject: '<img src=x>', html: '<script>alert(1)</script>' }, as.service())
    const page = await app.send(`/dev/outbox?to=${ADMIN}`)
    const html = await page.text()
    expect(html).toContain('&lt;img src=x&gt;')
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toContain('<script>')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('hides the outbox on a deployed Worker', async () => {
    const app = createTestApp({}, { ...testEnv(), APP_ENV: 'production', PUBLIC_URL: ORIGIN } as never)
    expect((await app.send('/dev/outbox')).status).toBe(404)
  })
})
