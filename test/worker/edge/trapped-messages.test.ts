import { beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { createAuthApp } from '../../support/auth.ts'
import { countRows } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

const KEY = { authorization: 'Bearer public-fantasy-cards' }
const MESSAGE = { name: 'Ann', email: 'ann@example.com', message: 'Nice cards!', website: 'https://ann.example' }
const BOSS = 'boss@example.com'

beforeEach(freshDatabase)

const listStored = async () =>
  (await testEnv().DB.prepare('select * from trapped_messages order by name').all()).results

describe('the contact form’s honeypot', () => {
  it('returns success without a reference for a filled honeypot field, and stores the message apart, unmailed', async () => {
    const visitor = createTestApp().visitor()
    for (const website of ['https://ann.example', ' ', 'x'.repeat(9000)]) {
      const response = await visitor.post(
        '/functions/v1/contact-submit',
        { ...MESSAGE, name: website.slice(0, 5), website },
        KEY,
      )
      expect([response.status, await response.json()]).toEqual([200, { success: true }])
    }
    expect(await listStored()).toMatchObject([
      { name: '', website: ' ' },
      { name: 'https', email: 'ann@example.com', message: 'Nice cards!', website: 'https://ann.example' },
      { name: 'xxxxx', website: 'x'.repeat(500) },
    ])
    expect([
      await countRows('contact_submissions'),
      await countRows('outbox'),
      await countRows('contact_gate'),
    ]).toEqual([0, 0, 0])
    // It does not delay a real visitor's message.
    const own = await visitor.post('/functions/v1/contact-submit', { ...MESSAGE, website: '' }, KEY)
    expect(await own.json()).toMatchObject({
      success: true,
      reference: expect.stringMatching(/^[0-9A-F]{8}$/) as string,
    })
  })

  it('stores a honeypot message once per idempotency key', async () => {
    const visitor = createTestApp().visitor()
    await visitor.arrive()
    for (let i = 0; i < 3; i++)
      await visitor.post('/functions/v1/contact-submit', MESSAGE, { ...KEY, 'idempotency-key': 'once' })
    expect(await listStored()).toHaveLength(1)
  })

  it('redirects a honeypot form to a page without a reference, without JavaScript', async () => {
    const app = createTestApp()
    const body = new URLSearchParams(MESSAGE)
    const sent = await app.send('/contact', { method: 'POST', body, headers: { origin: ORIGIN } })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/contact?sent='])
    const page = await (await app.send('/contact?sent=')).text()
    expect(page).toContain('Message sent')
    expect(page).not.toMatch(/Reference/)
    expect(await listStored()).toHaveLength(1)
  })

  it('limits honeypot messages to ten a day per IPv6 /48, so that no network evicts the others', async () => {
    const app = createTestApp()
    const send = (ip: string) =>
      app.visitor({ 'cf-connecting-ip': ip }).post('/functions/v1/contact-submit', MESSAGE, KEY)
    const statuses = []
    for (let i = 0; i < 12; i++) statuses.push((await send(`2001:db8:1:${i}00::1`)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
    expect((await send('2001:db8:2::1')).status).toBe(200)
    expect(await listStored()).toHaveLength(11)
  })

  it('evicts the oldest honeypot messages beyond a thousand', async () => {
    await testEnv().DB.exec(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000) insert into trapped_messages select 'm' || i, 'old', 'a@b.co', 'm', 'w', '2026-01-01T00:00:00.000Z' from n`,
    )
    await createTestApp().visitor().post('/functions/v1/contact-submit', MESSAGE, KEY)
    expect([await countRows('trapped_messages'), (await listStored())[0]!['name']]).toEqual([1000, 'Ann'])
  })

  it('shows honeypot messages only to admins, as plain text', async () => {
    const app = createAuthApp({ ADMIN_EMAILS: BOSS })
    await app.visitor().post('/functions/v1/contact-submit', { ...MESSAGE, message: '<b>hello</b>' }, KEY)
    const response = await app.send('/admin/messages')
    expect([response.status, response.headers.get('location')]).toEqual([303, '/admin'])
    const post = (path: string, fields: Record<string, string>) =>
      app.send(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin: ORIGIN } })
    await post('/admin/link', { email: BOSS })
    const link = await app.linkTo(BOSS)
    const entered = await post('/admin/enter', { token: link.searchParams.get('token')! })
    const cookie = entered.headers
      .getSetCookie()
      .find((one) => one.startsWith('__Host-admin='))!
      .split(';')[0]!
    const page = await (await app.send('/admin/messages', { headers: { cookie } })).text()
    expect(page).toContain('Caught by the spam trap')
    for (const text of ['&lt;b&gt;hello&lt;/b&gt;', 'ann@example.com', 'https://ann.example'])
      expect(page).toContain(text)
    expect(await (await app.send('/admin', { headers: { cookie } })).text()).toContain('href="/admin/messages"')
  })
})

it('marks the honeypot field so that password managers and form fillers ignore it', async () => {
  const page = await (await createTestApp().send('/contact')).text()
  const [field = ''] = /<input[^>]*name="website"[^>]*>/.exec(page) ?? []
  for (const mark of [
    'autocomplete="off"',
    'data-1p-ignore',
    'data-lpignore="true"',
    'data-bwignore',
    'data-form-type="other"',
    'tabindex="-1"',
  ])
    expect(field.toLowerCase(), field).toContain(mark)
})

it('forbids caches to store a generation', async () => {
  for (const id of ['a'.repeat(32), 'unknown']) {
    const response = await createTestApp().send(`/api/generations/${id}`)
    expect(response.headers.get('cache-control')).toContain('no-store')
  }
})
