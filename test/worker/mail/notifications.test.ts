import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT, sendJson } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

beforeEach(freshDatabase)

const ADMIN = 'admin@example.com'
const MAIL = { to: ADMIN, subject: 'Hello', html: '<p>Hi</p>' }

const email = (app: ReturnType<typeof createTestApp>, body: unknown, headers: Record<string, string>) =>
  sendJson(app, `/api/notifications/${PROJECT}/email`, body, { headers })

const outboxRows = async () => (await testEnv().DB.prepare('select recipient, subject from outbox').all()).results

describe('sending mail', () => {
  test('it is captured for the one it is to, and only the service key reads it', async () => {
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
    for (const headers of [as.public(), as.nobody(), await as.edge()])
      expect((await read('', headers)).status).toBe(403)
  })

  test.each([
    ['no recipient', { to: undefined }, 'to'],
    ['an empty list', { to: [] }, 'to'],
    ['no address', { to: 'nobody' }, 'to'],
    ['a second recipient behind a comma', { to: `${ADMIN},spy@example.com` }, 'to'],
    ['a header in the address', { to: `${ADMIN}\r\nBcc: spy@example.com` }, 'to'],
    ['a header in the subject', { subject: 'Hi\r\nBcc: spy@example.com' }, 'subject'],
    ['a bare line feed in the subject', { subject: 'Hi\nBcc: spy@example.com' }, 'subject'],
    ['no subject', { subject: '' }, 'subject'],
    ['neither html nor text', { html: undefined }, 'html'],
  ])('%s is refused by name', async (_what, change, path) => {
    const response = await email(createTestApp(), { ...MAIL, ...change }, as.service())
    expect(response.status).toBe(400)
    const { code, details } = await response.json<{ code: string; details: { path: string }[] }>()
    expect([code, details.map((detail) => detail.path)]).toEqual(['VALIDATION_ERROR', [path]])
    expect(await outboxRows()).toEqual([])
  })

  test('a hidden copy is not silently dropped but refused', async () => {
    const response = await email(createTestApp(), { ...MAIL, bcc: 'spy@example.com' }, as.service())
    expect(response.status).toBe(400)
  })
})

describe('who may write to whom', () => {
  test.each([
    ['the service', as.service, 'anybody@example.com', 200],
    ['the edge', as.edge, 'anybody@example.com', 200],
    ['the public key', as.public, 'anybody@example.com', 403],
    ['nobody', as.nobody, 'anybody@example.com', 403],
    ['nobody', as.nobody, [ADMIN, 'anybody@example.com'], 403],
    ['nobody', as.nobody, ADMIN.toUpperCase(), 200],
  ])('%s writes to %s', async (_who, headers, to, status) => {
    const response = await email(createTestApp(), { ...MAIL, to }, await headers())
    expect(response.status).toBe(status)
    expect(await outboxRows()).toHaveLength(status === 200 ? 1 : 0)
  })

  test('a stranger writes to the site five times an hour', async () => {
    const app = createTestApp()
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await email(app, MAIL, {})).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(await outboxRows()).toHaveLength(5)
  })
})

describe('the outbox as a page', () => {
  test('shows what a message holds as text', async () => {
    const app = createTestApp()
    await email(app, { to: ADMIN, subject: '<img src=x>', html: '<script>alert(1)</script>' }, as.service())
    const page = await app.send(`/dev/outbox?to=${ADMIN}`)
    const html = await page.text()
    expect(html).toContain('&lt;img src=x&gt;')
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toContain('<script>')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('is not there on a deployed Worker', async () => {
    const app = createTestApp({}, { ...testEnv(), APP_ENV: 'production' } as never)
    expect((await app.send('/dev/outbox')).status).toBe(404)
  })
})
