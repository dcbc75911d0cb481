import { beforeEach, describe, expect, it } from 'vitest'
import { Mailer } from '#worker/mail/mailer.ts'
import { sendByBinding } from '#worker/mail/senders/binding.ts'
import { adminMail, magicMail, passwordChangedMail, resetMail, verifyMail } from '#worker/mail/auth-mails.ts'
import { alertMail, contactMail, hidingAlert } from '#worker/mail/templates.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'

beforeEach(freshDatabase)

const MAIL = { to: ['admin@example.com'], subject: 'Hello', html: '<p>Hi</p>', text: null }
const mailer = (mode: ConstructorParameters<typeof Mailer>[0]['mode']) =>
  new Mailer({ db: testEnv().DB, clock: () => 0, mode })

describe('a mailer', () => {
  it('sends a message and stores no copy', async () => {
    const sent: unknown[] = []
    const send = sendByBinding({ send: async (mail) => (sent.push(mail), { messageId: 'm1' }) })
    const mail = mailer({ kind: 'send', send, from: 'cards@example.com' })
    expect(await mail.send(MAIL)).toEqual({ messageId: 'm1' })
    expect(sent).toEqual([
      { from: 'cards@example.com', to: ['admin@example.com'], subject: 'Hello', html: '<p>Hi</p>' },
    ])
    expect(await mail.captured(null)).toEqual([])
  })

  it('rejects every message when mail is not configured, and logs it once', async () => {
    const mail = mailer({ kind: 'none' })
    await expect(mail.send(MAIL)).rejects.toMatchObject({ code: 'NOT_CONFIGURED', status: 503 })
    await expect(mail.send(MAIL)).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
    expect(takeConsole()).toEqual([['{"event":"mail is not configured","recipients":1}']])
  })

  it('rejects line breaks in headers (header injection)', async () => {
    const mail = mailer({ kind: 'capture' })
    await expect(mail.send({ ...MAIL, subject: 'a\r\nBcc: b@example.com' })).rejects.toMatchObject({ status: 400 })
    await expect(mail.send({ ...MAIL, to: ['a@example.com\nb'] })).rejects.toMatchObject({ status: 400 })
    const file = { filename: 'a\nb', type: 'text/plain', content: 'YQ==', cid: null }
    const parts = { cc: ['a\rb'], bcc: ['a\nb'], replyTo: 'a\nb', fromName: 'a\0b', attachments: [file] }
    for (const [part, value] of Object.entries(parts))
      await expect(mail.send({ ...MAIL, [part]: value })).rejects.toMatchObject({ status: 400 })
    expect(await mail.captured(null)).toEqual([])
  })

  it('shows the newest captured message first', async () => {
    let now = 0
    const clock = () => (now += 1000)
    const mail = new Mailer({ db: testEnv().DB, clock, mode: { kind: 'capture' } })
    for (const subject of ['one', 'two', 'three']) await mail.send({ ...MAIL, subject })
    expect((await mail.captured('ADMIN@example.com')).map(({ subject }) => subject)).toEqual(['three', 'two', 'one'])
  })
})

it('escapes a visitor’s input in the contact mail', () => {
  const { subject, html, text } = contactMail({
    name: 'Eve\r\nBcc: spy@example.com',
    email: 'eve@example.com',
    message: '<script>alert("hi")</script> & \'more\'',
    reference: '1A2B3C4D',
  })
  expect(subject).toBe('New message from Eve Bcc: spy@example.com')
  expect(html).toContain('&lt;script&gt;alert(&quot;hi&quot;)&lt;/script&gt; &amp; &#39;more&#39;')
  expect(html).not.toContain('<script>')
  expect(text).toContain('<script>alert("hi")</script>')
})

it('puts the topic into a contact mail’s subject, and sets Reply-To for a valid email address', () => {
  for (const [message, email, subject, replyTo] of [
    ['Report a card: it shows me', 'ann@example.com', 'Report a card from Ann', 'ann@example.com'],
    ['Hello: Report a card', 'ann@example.com', 'New message from Ann', 'ann@example.com'],
    ['Hello', 'a,b@example.com', 'New message from Ann', null],
    ['Hello', `${'a'.repeat(250)}@example.com`, 'New message from Ann', null],
  ] as const) {
    const mail = contactMail({ name: 'Ann', email, message, reference: '1A2B3C4D' })
    expect(mail).toMatchObject({ subject, replyTo })
    const reply =
      replyTo === null ? 'Replies to this email do not reach the sender' : 'Reply to this email to answer the sender'
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain(`Reference 1A2B3C4D. ${reply}`)
      expect(part.split('to this email')).toHaveLength(2)
    }
  }
})

it('puts the logo on every mail without loading anything', () => {
  const mails = [
    contactMail({ name: 'Ann', email: 'ann@example.com', message: 'Hi', reference: '1A2B3C4D' }),
    alertMail(hidingAlert(5), 'https://cards.example/admin'),
    ...[magicMail, resetMail, verifyMail, adminMail, passwordChangedMail].map((write) =>
      write('https://cards.example/l'),
    ),
  ]
  for (const { html } of mails) {
    expect(html).toContain('Fantasy Football Cards</td>')
    // The mark is made of table cells, which screen readers skip.
    expect(html.replaceAll(/<[^>]*>/gu, '').trim()).toMatch(/^Fantasy Football Cards/u)
    expect(html.match(/<table role="presentation" aria-hidden="true"/gu)).toHaveLength(1)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).not.toMatch(/<(img|link|style|script)|url\(/)
  }
})
