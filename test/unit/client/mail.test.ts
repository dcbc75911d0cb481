import { describe, expect, test } from 'vitest'
import type { Email } from '#shared/client/notifications.ts'
import { createRecorder, getRejection } from './recorder.ts'

const MAIL: Email = { to: 'ann@example.com', subject: 'Hello', text: 'Hi' }
const NEEDED = 'Email requires to, subject, and html or text'

/** The input, the error, and the number of requests. */
const ROWS: readonly [name: string, email: unknown, response: unknown, kind: string, says: string, requests: number][] =
  [
    ...[
      { ...MAIL, to: undefined },
      { ...MAIL, to: '' },
      { ...MAIL, to: [] },
      { ...MAIL, to: ['ann@example.com', ' '] },
      { ...MAIL, to: 7 },
      { ...MAIL, subject: undefined },
      { ...MAIL, subject: ' ' },
      { ...MAIL, text: undefined },
      { ...MAIL, text: '', html: '' },
    ].map((email) => [JSON.stringify(email), email, {}, 'notifications', NEEDED, 0] as never),
    ['no success field', MAIL, {}, 'notifications', 'Failed to send email', 1],
    ['a success that is not a boolean', MAIL, { success: 'yes' }, 'notifications', 'Failed to send email', 1],
    ['an empty response', MAIL, new Response(null, { status: 204 }), 'notifications', 'Failed to send email', 1],
    ['400', MAIL, refuse(400, 'Invalid request parameters'), 'validation', 'Invalid request parameters', 1],
    ['401', MAIL, refuse(401, 'This needs a valid key.'), 'auth', 'This needs a valid key.', 1],
    ['403', MAIL, refuse(403, 'Not to him.'), 'network', 'Not to him.', 1],
    ['429', MAIL, refuse(429, 'Too many.'), 'network', 'Too many.', 1],
    ['503', MAIL, refuse(503, 'Mail is not configured.'), 'network', 'Mail is not configured.', 1],
    ['a response without a body', MAIL, new Response('', { status: 500 }), 'network', 'HTTP 500', 1],
  ]

function refuse(status: number, error: string): Response {
  return Response.json({ error, message: error, code: 'X', details: null, hint: null }, { status })
}

describe('a mail', () => {
  test.each(ROWS)('rejects with its own message: %s', async (_name, email, result, kind, message, sent) => {
    const { client, requests } = createRecorder(() =>
      result instanceof Response ? result.clone() : Response.json(result),
    )
    expect(await getRejection(client.notifications.email(email as Email))).toMatchObject({ kind, message })
    expect(requests).toHaveLength(sent)
  })

  test('sends a mail unchanged', async () => {
    const rich: Email = {
      to: ['ann@example.com', 'bob@example.com'],
      subject: 'Hello',
      html: '<p>Hi</p>',
      from: 'The Hall',
      replyTo: 'cy@example.com',
      cc: 'dee@example.com',
      bcc: ['eve@example.com'],
      attachments: [{ filename: 'a.txt', type: 'text/plain', content: 'YQ==', disposition: 'inline', cid: 'a' }],
    }
    const { client, requests } = createRecorder({ success: true, messageId: 'm1' })
    expect(await client.notifications.email(rich)).toEqual({ success: true, messageId: 'm1' })
    expect(requests).toMatchObject([
      { method: 'POST', url: 'https://core.example/api/notifications/p1/email', body: rich },
    ])
  })

  test('returns no success for a mail that the server did not send', async () => {
    const { client } = createRecorder({ success: false })
    expect(await client.notifications.email(MAIL)).toEqual({ success: false, messageId: null })
  })
})
