import { beforeEach, describe, expect, test } from 'vitest'
import { FAILURE } from '#shared/domain/messages.ts'
import { createTestApp, ORIGIN, type TestVisitor } from '../../support/app.ts'
import { countOf, rowOf, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { readPage } from '../../support/page.ts'
import { takeConsole } from '../../support/quiet.ts'

const DAY_MS = 86_400_000

function createPlace(settings: Record<string, string> = {}) {
  const time = { now: Date.UTC(2026, 10, 21) }
  const app = createTestApp({ clock: () => time.now }, { ...testEnv(), ...settings })
  return { time, app }
}

/** Sends a page's form as a browser does. */
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

const left = async () => [(await rowOf('c1'))!['votes'], await countOf('contact_submissions'), await countOf('outbox')]

beforeEach(async () => {
  await freshDatabase()
  await seedCard({ id: 'c1' })
})

describe.each(FORMS)('the form of a %s', (_, path, fields) => {
  test('is refused from other sites, and in any encoding but a form’s', async () => {
    const visitor = createPlace().app.visitor()
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

  test('is not read beyond what people type', async () => {
    const response = await sendForm(createPlace().app.visitor(), path, { ...fields, more: 'x'.repeat(200_000) })
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(await left()).toEqual([0, 0, 0])
  })
})

describe('a vote without a script', () => {
  const vote = (visitor: TestVisitor, votes = 1) => sendForm(visitor, '/card/c1/vote', { votes: String(votes) })

  test('counts, leads back to the card, and the card says until when', async () => {
    const { app } = createPlace()
    const visitor = app.visitor()
    await visitor.arrive()
    const before = await (await visitor.send('/card/c1')).text()
    expect(before).toContain('action="/card/c1/vote"')
    expect(before).toMatch(/<button(?=[^>]* name="votes")[^>]* value="1"/)

    const answer = await vote(visitor)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/card/c1'])
    // Its next lists are read past the cache, as after a vote of the app.
    expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^fresh=1;/))
    expect(await rowOf('c1')).toMatchObject({ votes: 1 })
    const after = await (await visitor.send('/card/c1')).text()
    expect((await readPage(after)).text).toContain('Voted. Vote again in 24\u00a0h')
    expect(after).not.toContain('name="votes"')
  })

  test('sent again leads to the same page and counts once', async () => {
    const { app, time } = createPlace()
    const visitor = app.visitor()
    await visitor.arrive()
    for (let n = 0; n < 3; n++) expect((await vote(visitor)).status).toBe(303)
    expect(await rowOf('c1')).toMatchObject({ votes: 1 })
    time.now += DAY_MS
    expect((await vote(visitor, 2)).status).toBe(303)
    expect(await rowOf('c1')).toMatchObject({ votes: 2 })
  })

  test('and one of the app are of the same voter', async () => {
    const { app } = createPlace()
    const visitor = app.visitor()
    await visitor.arrive()
    expect((await visitor.post('/api/cards/c1/votes', { votes: 1 })).status).toBe(200)
    expect((await vote(visitor, 2)).status).toBe(303)
    expect(await rowOf('c1')).toMatchObject({ votes: 1 })
  })

  test('meets the limits of the API: the page says so, and keeps the button', async () => {
    const { app } = createPlace()
    const network = { 'cf-connecting-ip': '192.0.2.1' }
    let refused: Response | null = null
    for (let n = 0; n < 20 && refused === null; n++) {
      const visitor = app.visitor(network)
      await visitor.arrive()
      const answer = await sendForm(visitor, '/card/c1/vote', { votes: String(n + 1) })
      if (answer.status !== 303) refused = answer
    }
    expect(refused!.status).toBe(429)
    expect(Number(refused!.headers.get('retry-after'))).toBeGreaterThan(0)
    const page = await refused!.text()
    expect((await readPage(page)).text).toMatch(/Failed to vote\. You can vote (?:for this card )?again in /)
    expect(page).toContain('name="votes"')
  })

  test('for a card that is not there, or of no number, is answered with a page and not with data', async () => {
    const visitor = createPlace().app.visitor()
    const missing = await sendForm(visitor, '/card/none/vote', { votes: '1' })
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const many = await sendForm(visitor, '/card/c1/vote', { votes: 'many' })
    expect(many.status).toBe(400)
    expect(await many.text()).toContain(FAILURE.vote)
  })

  test('of a total out of reach is asked for again, with the true one', async () => {
    const { app } = createPlace()
    const visitor = app.visitor()
    await visitor.arrive()
    const answer = await vote(visitor, 99)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    const page = await answer.text()
    expect(page).toContain('Please vote again.')
    expect(page).toMatch(/<button(?=[^>]* name="votes")[^>]* value="1"/)
  })
})

describe('a message without a script', () => {
  const send = (visitor: TestVisitor, own: Record<string, string> = {}) =>
    sendForm(visitor, '/contact', { ...TYPED, ...own })

  test('is stored and mailed as the app’s, and leads to the thanks', async () => {
    const { app } = createPlace()
    const visitor = app.visitor()
    const answer = await send(visitor)
    const stored = await testEnv().DB.prepare('select id, name, email, message from contact_submissions').all()
    const id = String(stored.results[0]!['id'])
    const reference = id.slice(0, 8).toUpperCase()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/contact?sent=${reference}`])
    expect(stored.results).toEqual([{ id, name: 'Ann "<b>"', email: 'ann@example.com', message: 'Nice\ncards!' }])
    const { text } = await readPage(await (await visitor.send(answer.headers.get('location')!)).text())
    expect(text).toContain('Message sent')
    expect(text).toContain(`Your reference number is ${reference}`)
    const madeUp = await readPage(await (await visitor.send('/contact?sent=Call%20555-0100')).text())
    expect(madeUp.text).toContain('Message sent')
    expect(madeUp.text).not.toMatch(/reference number|555/u)
  })

  test('is refused at its fields when they are no good, with everything still in them', async () => {
    const visitor = createPlace().app.visitor()
    for (const [own, words, fields] of [
      [{ email: 'ann@example' }, 'Please enter a valid email address.', ['email']],
      [{ name: ' ', message: '' }, 'Please fill in all fields.', ['name', 'message']],
      [{ message: 'x'.repeat(5001) }, 'This is too long: 5000 characters at most.', ['message']],
    ] as const) {
      const answer = await send(visitor, own)
      expect(answer.status, words).toBe(400)
      const page = await answer.text()
      expect((await readPage(page)).text).toContain(words)
      expect(page.split('aria-invalid="true"')).toHaveLength(fields.length + 1)
      const { email } = { ...TYPED, ...own }
      expect(page).toContain(`value="${email}"`)
    }
    expect(await left()).toEqual([0, 0, 0])
  })

  test('meets the limits of the API with the form kept, and goes when it is sent again', async () => {
    const { app, time } = createPlace()
    const visitor = app.visitor()
    await visitor.arrive()
    await send(visitor, { key: 'a'.repeat(32) })
    const again = { message: 'One more', key: 'b'.repeat(32) }
    const answer = await send(visitor, again)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    const page = await answer.text()
    expect((await readPage(page)).text).toContain('Please wait a moment before sending another message.')
    expect(page).toContain('>One more</textarea>')
    expect(page).toMatch(new RegExp(`name="key" value="${again.key}"`))
    time.now += 60_000
    expect((await send(visitor, again)).status).toBe(303)
    expect(await countOf('contact_submissions')).toBe(2)
  })

  test('sent twice by the same form is one; with other words in it, another', async () => {
    const { app, time } = createPlace()
    const visitor = app.visitor()
    await visitor.arrive()
    const key = 'a'.repeat(32)
    for (let n = 0; n < 3; n++) expect((await send(visitor, { key })).status).toBe(303)
    expect(await countOf('contact_submissions')).toBe(1)
    time.now += 60_000
    expect((await send(visitor, { key, message: 'Other words' })).status).toBe(303)
    expect(await countOf('contact_submissions')).toBe(2)
  })

  test('is a success when the hidden field is filled, and is mailed to nobody', async () => {
    const answer = await send(createPlace().app.visitor(), { website: 'https://spam.example' })
    expect(answer.status).toBe(303)
    expect(await left()).toEqual([0, 0, 0])
  })

  test('that cannot be stored is kept in the form', async () => {
    const { app } = createPlace()
    await testEnv().DB.prepare('drop table contact_submissions').run()
    const answer = await send(app.visitor())
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await answer.text()).toContain('Nice\ncards!</textarea>')
    takeConsole('error')
  })
})

test('begins the message with the topic and the card that the address names', async () => {
  const { app } = createPlace()
  const page = await (await app.visitor().send('/contact?topic=report&card=c1')).text()
  expect(page).toContain(`>Report a card: ${ORIGIN}/card/c1`)
})
