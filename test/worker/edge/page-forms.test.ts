import { beforeEach, describe, expect, test } from 'vitest'
import { FAILURE } from '#shared/domain/messages.ts'
import { createTestApp, ORIGIN, type TestVisitor } from '../../support/app.ts'
import { countRows, getCardRow, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { readPage } from '../../support/page.ts'
import { takeConsole } from '../../support/quiet.ts'

const DAY_MS = 86_400_000

function createPageApp(settings: Record<string, string> = {}) {
  const time = { now: Date.UTC(2026, 10, 21) }
  const app = createTestApp({ clock: () => time.now }, { ...testEnv(), ...settings })
  return { time, app }
}

/** Sends a page's form like a browser. */
const sendForm = (visitor: TestVisitor, path: string, fields: Record<string, string>, headers: object = {}) =>
  visitor.send(path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: ORIGIN,
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  })

const TYPED = { name: 'Ann "<b>"', email: 'ann@example.com', message: 'Nice\r\ncards!', website: '' }
const FORMS = [
  ['vote', '/card/c1/vote', { votes: '1' }],
  ['message', '/contact', TYPED],
] as const

const left = async () => [
  (await getCardRow('c1'))!['votes'],
  await countRows('contact_submissions'),
  await countRows('outbox'),
]

beforeEach(async () => {
  await freshDatabase()
  await seedCard({ id: 'c1' })
})

describe.each(FORMS)('the form of a %s', (_, path, fields) => {
  test('rejects the form from other sites, and in any other encoding', async () => {
    const visitor = createPageApp().app.visitor()
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
      { origin: '', 'sec-fetch-site': 'cross-site' },
    ])
      expect((await sendForm(visitor, path, fields, headers)).status, JSON.stringify(headers)).toBe(403)
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const { status } = await sendForm(visitor, path, fields, { 'content-type': type })
      expect(status >= 400 && status < 500, type).toBe(true)
    }
    expect(await left()).toEqual([0, 0, 0])
  })

  test('rejects an oversized form', async () => {
    const response = await sendForm(createPageApp().app.visitor(), path, { ...fields, more: 'x'.repeat(200_000) })
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(await left()).toEqual([0, 0, 0])
  })
})

describe('voting without JavaScript', () => {
  const vote = (visitor: TestVisitor, votes = 1) => sendForm(visitor, '/card/c1/vote', { votes: String(votes) })

  test('counts a vote form and redirects to the card, which shows when the next vote counts', async () => {
    const { app } = createPageApp()
    const visitor = app.visitor()
    await visitor.arrive()
    const before = await (await visitor.send('/card/c1')).text()
    expect(before).toContain('action="/card/c1/vote"')
    expect(before).toMatch(/<button(?=[^>]* name="votes")[^>]* value="1"/)

    const response = await vote(visitor)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/card/c1'])
    // Its next lists bypass the cache, as after a vote in the app.
    expect(response.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^fresh=1;/))
    expect(await getCardRow('c1')).toMatchObject({ votes: 1 })
    const after = await (await visitor.send('/card/c1')).text()
    expect((await readPage(after)).text).toContain('Voted. Vote again in 24\u00a0h')
    expect(after).not.toContain('name="votes"')
  })

  test('counts a resent vote form once, and redirects to the same page', async () => {
    const { app, time } = createPageApp()
    const visitor = app.visitor()
    await visitor.arrive()
    for (let n = 0; n < 3; n++) expect((await vote(visitor)).status).toBe(303)
    expect(await getCardRow('c1')).toMatchObject({ votes: 1 })
    time.now += DAY_MS
    expect((await vote(visitor, 2)).status).toBe(303)
    expect(await getCardRow('c1')).toMatchObject({ votes: 2 })
  })

  test('counts votes by form and by app together for one voter', async () => {
    const { app } = createPageApp()
    const visitor = app.visitor()
    await visitor.arrive()
    expect((await visitor.post('/api/cards/c1/votes', { votes: 1 })).status).toBe(200)
    expect((await vote(visitor, 2)).status).toBe(303)
    expect(await getCardRow('c1')).toMatchObject({ votes: 1 })
  })

  test('applies the API’s limits to a vote form, explains the refusal, and keeps the button', async () => {
    const { app } = createPageApp()
    const network = { 'cf-connecting-ip': '192.0.2.1' }
    let refused: Response | null = null
    for (let n = 0; n < 20 && refused === null; n++) {
      const visitor = app.visitor(network)
      await visitor.arrive()
      const response = await sendForm(visitor, '/card/c1/vote', { votes: String(n + 1) })
      if (response.status !== 303) refused = response
    }
    expect(refused!.status).toBe(429)
    expect(Number(refused!.headers.get('retry-after'))).toBeGreaterThan(0)
    const page = await refused!.text()
    expect((await readPage(page)).text).toMatch(/Failed to vote\. You can vote (?:for this card )?again in /)
    expect(page).toContain('name="votes"')
  })

  test('returns a page for a vote form with an unknown card or total', async () => {
    const visitor = createPageApp().app.visitor()
    const missing = await sendForm(visitor, '/card/none/vote', { votes: '1' })
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const many = await sendForm(visitor, '/card/c1/vote', { votes: 'many' })
    expect(many.status).toBe(400)
    expect(await many.text()).toContain(FAILURE.vote)
  })

  test('shows the current total again when a vote form’s total is out of range', async () => {
    const { app } = createPageApp()
    const visitor = app.visitor()
    await visitor.arrive()
    const response = await vote(visitor, 99)
    expect(response.status).toBeGreaterThanOrEqual(400)
    const page = await response.text()
    expect(page).toContain('Please vote again.')
    expect(page).toMatch(/<button(?=[^>]* name="votes")[^>]* value="1"/)
  })
})

describe('contacting without JavaScript', () => {
  const send = (visitor: TestVisitor, own: Record<string, string> = {}) =>
    sendForm(visitor, '/contact', { ...TYPED, ...own })

  test('stores and mails a contact form like the app’s, and redirects to the confirmation', async () => {
    const { app } = createPageApp()
    const visitor = app.visitor()
    const response = await send(visitor)
    const stored = await testEnv().DB.prepare('select id, name, email, message from contact_submissions').all()
    const id = String(stored.results[0]!['id'])
    const reference = id.slice(0, 8).toUpperCase()
    expect([response.status, response.headers.get('location')]).toEqual([303, `/contact?sent=${reference}`])
    expect(stored.results).toEqual([{ id, name: 'Ann "<b>"', email: 'ann@example.com', message: 'Nice\ncards!' }])
    const { text } = await readPage(await (await visitor.send(response.headers.get('location')!)).text())
    expect(text).toContain('Message sent')
    expect(text).toContain(`Your reference number is ${reference}`)
    const madeUp = await readPage(await (await visitor.send('/contact?sent=Call%20555-0100')).text())
    expect(madeUp.text).toContain('Message sent')
    expect(madeUp.text).not.toMatch(/reference number|555/u)
  })

  test('shows errors at the fields of a contact form, and keeps their values', async () => {
    const visitor = createPageApp().app.visitor()
    for (const [own, words, fields] of [
      [{ email: 'ann@example' }, 'Please enter a valid email address.', ['email']],
      [{ name: ' ', message: '' }, 'Please fill in all fields.', ['name', 'message']],
      [{ message: 'x'.repeat(5001) }, 'This is too long: 5000 characters at most.', ['message']],
    ] as const) {
      const response = await send(visitor, own)
      expect(response.status, words).toBe(400)
      const page = await response.text()
      expect((await readPage(page)).text).toContain(words)
      expect(page.split('aria-invalid="true"')).toHaveLength(fields.length + 1)
      const { email } = { ...TYPED, ...own }
      expect(page).toContain(`value="${email}"`)
    }
    expect(await left()).toEqual([0, 0, 0])
  })

  test('applies the API’s limits to a contact form, keeps its text, and accepts it later', async () => {
    const { app, time } = createPageApp()
    const visitor = app.visitor()
    await visitor.arrive()
    await send(visitor, { key: 'a'.repeat(32) })
    const again = { message: 'One more', key: 'b'.repeat(32) }
    const response = await send(visitor, again)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    const page = await response.text()
    expect((await readPage(page)).text).toContain('Please wait a moment before sending another message.')
    expect(page).toContain('>One more</textarea>')
    expect(page).toMatch(new RegExp(`name="key" value="${again.key}"`))
    time.now += 60_000
    expect((await send(visitor, again)).status).toBe(303)
    expect(await countRows('contact_submissions')).toBe(2)
  })

  test('stores a resent contact form once, and one with different text as another message', async () => {
    const { app, time } = createPageApp()
    const visitor = app.visitor()
    await visitor.arrive()
    const key = 'a'.repeat(32)
    for (let n = 0; n < 3; n++) expect((await send(visitor, { key })).status).toBe(303)
    expect(await countRows('contact_submissions')).toBe(1)
    time.now += 60_000
    expect((await send(visitor, { key, message: 'Other words' })).status).toBe(303)
    expect(await countRows('contact_submissions')).toBe(2)
  })

  test('returns success when the form’s honeypot field is filled, and sends no mail', async () => {
    const response = await send(createPageApp().app.visitor(), { website: 'https://spam.example' })
    expect(response.status).toBe(303)
    expect(await left()).toEqual([0, 0, 0])
  })

  test('keeps the text in the form when a message cannot be stored', async () => {
    const { app } = createPageApp()
    await testEnv().DB.prepare('drop table contact_submissions').run()
    const response = await send(app.visitor())
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(await response.text()).toContain('Nice\ncards!</textarea>')
    takeConsole('error')
  })
})

test('starts the message with the topic and card in the URL', async () => {
  const { app } = createPageApp()
  const page = await (await app.visitor().send('/contact?topic=report&card=c1')).text()
  expect(page).toContain(`>Report a card: ${ORIGIN}/card/c1`)
})
