import { describe, expect, test } from 'vitest'
import type { Mail } from '#worker/mail/mail.ts'
import { sendByBinding } from '#worker/mail/senders/binding.ts'
import { sendByResend } from '#worker/mail/senders/resend.ts'

const FROM = 'cards@example.com'
const MAIL: Mail = { to: ['ann@example.com'], subject: 'Hello', html: '<p>Hi</p>', text: null }
const RICH: Mail = {
  ...MAIL,
  text: 'Hi',
  cc: ['cy@example.com'],
  bcc: ['dee@example.com'],
  replyTo: 'bob@example.com',
  fromName: 'The Hall',
  attachments: [
    { filename: 'a.txt', type: 'text/plain', content: 'YQ==', cid: null },
    { filename: 'logo.png', type: 'image/png', content: 'YQ==', cid: 'logo' },
  ],
}

/** A mail service with the test's response. */
function service(respond: () => Response | Promise<Response>) {
  const requests: { url: string; headers: Headers; body: unknown; redirect: string }[] = []
  const send = sendByResend({ key: 'key-1', url: 'https://mail.example' }, async (request) => {
    const { url, headers, redirect } = request
    requests.push({ url, headers, redirect, body: await request.json() })
    return respond()
  })
  return { send, requests }
}

describe('mail by HTTP API', () => {
  test('sends a whole mail through the HTTP API with a key, and returns its id', async () => {
    const { send, requests } = service(() => Response.json({ id: 'm1' }))
    expect(await send(RICH, FROM)).toEqual({ messageId: 'm1' })
    expect(await send(MAIL, FROM)).toEqual({ messageId: 'm1' })
    expect(requests.map(({ url, headers }) => [url, headers.get('authorization')])).toEqual(
      [1, 2].map(() => ['https://mail.example/emails', 'Bearer key-1']),
    )
    expect(requests[0]!.headers.get('idempotency-key')).not.toBe(requests[1]!.headers.get('idempotency-key'))
    expect(requests.map(({ body }) => body)).toEqual([
      {
        from: '"The Hall" <cards@example.com>',
        to: ['ann@example.com'],
        cc: ['cy@example.com'],
        bcc: ['dee@example.com'],
        reply_to: 'bob@example.com',
        subject: 'Hello',
        html: '<p>Hi</p>',
        text: 'Hi',
        attachments: [
          { filename: 'a.txt', content_type: 'text/plain', content: 'YQ==' },
          { filename: 'logo.png', content_type: 'image/png', content: 'YQ==', content_id: 'logo' },
        ],
      },
      { from: FROM, to: ['ann@example.com'], subject: 'Hello', html: '<p>Hi</p>' },
    ])
  })

  const refusal = (status: number, name: string) => () =>
    Response.json({ statusCode: status, name, message: `no: ann@example.com` }, { status })
  test.each([
    ['an unknown key', refusal(401, 'missing_api_key'), 'NOT_CONFIGURED', 503],
    ['an unknown sender', refusal(403, 'validation_error'), 'NOT_CONFIGURED', 503],
    ['a rejected mail', refusal(422, 'invalid_attachment'), 'VALIDATION_ERROR', 400],
    ['too many at once', refusal(429, 'rate_limit_exceeded'), 'RATE_LIMITED', 429],
    ['its own failure', refusal(500, 'application_error'), 'NETWORK_ERROR', 503],
    ['a page of HTML', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'NETWORK_ERROR', 503],
    ['no response', () => Promise.reject(new TypeError('fetch failed')), 'NETWORK_ERROR', 503],
  ])('maps a failed send to an error code without the recipient: %s', async (_what, respond, code, status) => {
    const refused = await service(respond)
      .send(MAIL, FROM)
      .catch((thrown: unknown) => thrown)
    expect(refused).toMatchObject({ code, status })
    expect(JSON.stringify(refused) + String((refused as Error).cause)).not.toContain('ann@example.com')
  })

  test('returns the mail service’s Retry-After', async () => {
    const { send } = service(() => new Response('{}', { status: 429, headers: { 'retry-after': '7' } }))
    await expect(send(MAIL, FROM)).rejects.toMatchObject({ retryAfterSeconds: 7 })
  })

  test('calls the mail service only at its own URL, and limits the size of an error response', async () => {
    const { send, requests } = service(() => new Response(new Uint8Array(1024 * 1024), { status: 500 }))
    await expect(send(MAIL, FROM)).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
    expect(requests.map(({ redirect }) => redirect)).toEqual(['manual'])
  })

  test('sends an accepted mail once, even when the response has no id', async () => {
    expect(await service(() => new Response('OK')).send(MAIL, FROM)).toEqual({ messageId: '' })
  })
})

describe('mail by binding', () => {
  test('sends a whole mail through the binding', async () => {
    const sent: unknown[] = []
    await sendByBinding({ send: async (mail) => (sent.push(mail), { messageId: 'm1' }) })(RICH, FROM)
    expect(sent).toEqual([
      {
        from: { name: 'The Hall', email: FROM },
        to: ['ann@example.com'],
        cc: ['cy@example.com'],
        bcc: ['dee@example.com'],
        replyTo: 'bob@example.com',
        subject: 'Hello',
        html: '<p>Hi</p>',
        text: 'Hi',
        attachments: [
          { disposition: 'attachment', filename: 'a.txt', type: 'text/plain', content: 'YQ==' },
          { disposition: 'inline', contentId: 'logo', filename: 'logo.png', type: 'image/png', content: 'YQ==' },
        ],
      },
    ])
  })

  test.each([
    ['E_SENDER_NOT_VERIFIED', 'NOT_CONFIGURED'],
    ['E_RECIPIENT_NOT_ALLOWED', 'VALIDATION_ERROR'],
    ['E_CONTENT_TOO_LARGE', 'VALIDATION_ERROR'],
    ['E_RATE_LIMIT_EXCEEDED', 'RATE_LIMITED'],
    ['E_DAILY_LIMIT_EXCEEDED', 'RATE_LIMITED'],
    ['E_INTERNAL_SERVER_ERROR', 'NETWORK_ERROR'],
    [undefined, 'NETWORK_ERROR'],
  ])('maps the binding error %s to %s', async (code, expected) => {
    const thrown = Object.assign(new Error('to ann@example.com'), { code })
    const refused: unknown = await sendByBinding({ send: () => Promise.reject(thrown) })(MAIL, FROM).catch((e) => e)
    expect(refused).toMatchObject({ code: expected })
    expect(String((refused as Error).cause)).not.toContain('ann@')
  })
})
