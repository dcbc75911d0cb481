import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { parseMailAddress } from '#shared/domain/mail-address.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { sendByBinding } from '#worker/mail/senders/binding.ts'
import { createTestApp } from '../../support/app.ts'
import { countRows } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { getNetwork, runs, expectSoundJson } from '../../support/hostile-requests.ts'
import { hostileText } from '../../support/hostile-text.ts'

const ATTEMPTS = 80

const KEY = { authorization: 'Bearer public-fantasy-cards', 'content-type': 'application/json' }
const ADMIN = 'admin@example.com'

beforeEach(freshDatabase)

/** Line breaks of various programs, some of them encoded. */
const BREAKS = [
  '\r\n',
  '\n',
  '\r',
  '\n\r',
  '\r\n ',
  '\r\n\t',
  '\u{b}',
  '\f',
  '\u{0}',
  '\u{85}',
  '\u{2028}',
  '\u{2029}',
  '\u{1e}',
  '\u{560a}\u{560d}',
  '%0d%0a',
  '%0A',
  '%250d%250a',
  '\\r\\n',
  '&#13;&#10;',
  '=0D=0A',
  '=?utf-8?Q?=0D=0A?=',
  '=?utf-8?B?DQo=?=',
]
const HEADERS = [
  'Bcc: victim@example.net',
  'Cc: victim@example.net',
  'To: victim@example.net',
  'Reply-To: victim@example.net',
  'From: root@example.com',
  'Subject: You have won',
  'Content-Type: text/html',
  'DKIM-Signature: v=1',
  '\r\n<script>alert(1)</script>',
  '.\r\nMAIL FROM:<x@example.net>',
]
const injection = fc
  .tuple(fc.constantFrom('Ann', '', 'ann@example.com', ' '), fc.constantFrom(...BREAKS), fc.constantFrom(...HEADERS))
  .map((parts) => parts.join(''))

const ADDRESSES = [
  'ann@example.com',
  'аnn@example.com',
  'ann@exаmple.com',
  'ann@example.com\u{202e}moc.live',
  'ann\u{200b}@example.com',
  'ann@example。com',
  'ａnn@example.com',
  'ann＠example.com',
  'admin@еxample.com',
  'ann@xn--exmple-cua.com',
  'ann@example.com,victim@example.net',
  'ann@example.com;victim@example.net',
  'ann@example.com victim@example.net',
  '<ann@example.com>',
  '"ann"@example.com',
  'Ann <ann@example.com>',
  'bcc:victim@example.net',
  'group:ann@example.com;',
  'ann@[127.0.0.1].x',
  'ann(comment)@example.com',
  'ann\\@example.com',
  `${'a'.repeat(300)}@example.com`,
  `ann@${'a.'.repeat(2000)}com`,
]
const address = fc.oneof(
  fc.constantFrom(...ADDRESSES),
  fc
    .tuple(fc.constantFrom(...BREAKS), fc.constantFrom('bcc:v', 'v'))
    .map(([end, more]) => `ann@example.com${end}${more}@example.net`),
  fc.constantFrom(...BREAKS).map((end) => `ann${end}@example.com`),
  injection,
)
const text = fc.oneof(injection, hostileText, fc.constantFrom<unknown>('x'.repeat(5001), '', null, 7, {}, ['Ann']))

const message = fc.record({
  name: fc.oneof({ weight: 1, arbitrary: fc.constant<unknown>('Ann') }, { weight: 2, arbitrary: text }),
  email: fc.oneof({ weight: 1, arbitrary: fc.constant('ann@example.com') }, { weight: 2, arbitrary: address }),
  message: fc.oneof(
    { weight: 3, arbitrary: fc.constant<unknown>('Nice cards!') },
    { weight: 3, arbitrary: text },
    {
      weight: 1,
      arbitrary: fc.constantFrom('m'.repeat(1 << 20), ' '.repeat(1 << 20), '\r\nBcc: v@example.net'.repeat(1e5)),
    },
  ),
  website: fc.oneof(
    { weight: 5, arbitrary: fc.constant<unknown>('') },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>('https://spam.example', ' ', '\r\nBcc: v@example.net', null, [], 0),
    },
  ),
})

/** Returns a mail's headers as production sends them. */
async function getHeaders(row: Record<string, string>) {
  const sent: Record<string, unknown>[] = []
  const binding = {
    send: async (mail: object) => {
      sent.push({ ...mail })
      return { messageId: '1' }
    },
  }
  const { replyTo } = JSON.parse(row['details']!) as { replyTo: string | null }
  const [subject, html, body] = [row['subject']!, row['html']!, row['body']!]
  await sendByBinding(binding)(
    { to: [row['recipient']!], subject, html, text: body, ...(replyTo && { replyTo }) },
    'us@example.com',
  )
  const { html: _html, text: _text, ...headers } = sent[0]!
  return headers
}

/** Every line break, and every bidirectional control character. */
const NOT_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

it('mails each stored message only to the admin, with a one-line subject and the typed reply address', async () => {
  const time = { now: Date.UTC(2026, 10, 21) }
  const app = createTestApp({ clock: () => time.now })
  const seen = { mailed: 0, refused: 0, robots: 0 }
  await fc.assert(
    fc.asyncProperty(message, fc.nat(1 << 24), async (typed, n) => {
      time.now += 10 * MINUTE_MS
      await testEnv().DB.batch(
        ['outbox', 'contact_submissions'].map((table) => testEnv().DB.prepare(`delete from ${table}`)),
      )
      const text = JSON.stringify(typed)
      const { ok, status } = await expectSoundJson(text.slice(0, 500), () =>
        app.send('/functions/v1/contact-submit', { method: 'POST', body: text, headers: { ...KEY, ...getNetwork(n) } }),
      )
      const { results: mails } = await testEnv().DB.prepare('select * from outbox').all<Record<string, string>>()
      const isRobot = typeof typed.website === 'string' && typed.website !== ''
      const expected = ok && !isRobot ? 1 : 0
      expect([text.slice(0, 500), mails.length, await countRows('contact_submissions')]).toEqual([
        text.slice(0, 500),
        expected,
        expected,
      ])
      seen[expected === 1 ? 'mailed' : ok ? 'robots' : 'refused']++
      if (!ok) expect([400, 413]).toContain(status)
      if (expected === 0) return
      const { subject, replyTo = null, ...headers } = await getHeaders(mails[0]!)
      expect(headers).toEqual({ from: 'us@example.com', to: [ADMIN] })
      expect(subject).not.toMatch(NOT_ONE_LINE)
      expect(subject).toMatch(/^\S.* from /)
      // The email address is used as typed with a normalized host, or not at all.
      if (replyTo !== null) expect(replyTo).toBe(parseMailAddress(typed.email.trim()))
      if (replyTo !== null)
        expect(replyTo).toMatch(/^[^\s@,;<>"():\\[\]\p{Cc}\p{Cf}]+@[^\s@,;<>"():\\[\]\p{Cc}\p{Cf}]+$/u)
      const { cc, fromName, attachments } = JSON.parse(mails[0]!['details']!) as Record<string, unknown>
      expect({ cc, fromName, attachments }).toEqual({ cc: [], fromName: null, attachments: [] })
      expect(mails[0]!['html']).not.toContain('<script')
    }),
    runs(ATTEMPTS),
  )
  for (const times of Object.values(seen)) expect(times).toBeGreaterThanOrEqual(ATTEMPTS / 40)
})
