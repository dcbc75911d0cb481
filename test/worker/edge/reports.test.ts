import { beforeEach, describe, expect, test } from 'vitest'
import type { CardPage } from '#shared/contracts/cards.ts'
import { GRAVE_REASONS, ReportReason } from '#shared/contracts/reports.ts'
import type { CapturedMail } from '#worker/mail/outbox.ts'
import { ORIGIN } from '../../support/app.ts'
import { countRows, getCardRow, seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import {
  app,
  decideReport,
  isHidden,
  maker,
  storeOwnCard,
  queue,
  report,
  reporter,
  service,
  startReporting,
  time,
  YOUNG,
} from './reporting.ts'

const DAY = 86_400_000

beforeEach(async () => {
  await freshDatabase()
  startReporting()
})

const MILD = ReportReason.options.filter((reason) => !(GRAVE_REASONS as readonly string[]).includes(reason))

describe('a report', () => {
  test('hides a card at once for a grave report, and returns the same response as for other reasons', async () => {
    for (const reason of GRAVE_REASONS) {
      await seedCard({ id: reason, createdAt: YOUNG })
      const response = await report(reason, undefined, reason)
      expect([response.status, await response.json()], reason).toEqual([202, { received: true }])
      expect(await isHidden(reason), reason).toBe(true)
    }
  })

  test('hides a card after three reports for a minor reason', async () => {
    for (const reason of MILD) {
      await seedCard({ id: reason, createdAt: YOUNG })
      for (const hidden of [false, false, true]) {
        expect((await report(reason, undefined, reason)).status, reason).toBe(202)
        expect(await isHidden(reason), reason).toBe(hidden)
      }
    }
  })

  test('counts one report per visitor, whatever its reason', async () => {
    await storeOwnCard()
    const one = await reporter()
    for (const reason of [...MILD, ...GRAVE_REASONS]) expect((await report(reason, one)).status).toBe(202)
    expect(await isHidden()).toBe(false)
    expect(await countRows('reports')).toBe(1)
  })

  test('counts one report per network, across cookies and browsers', async () => {
    await storeOwnCard()
    for (let n = 0; n < 3; n++) await report('hate', await reporter('203.0.113.9'))
    for (const agent of ['Firefox/1', 'Chrome/1', 'Safari/1'])
      await report('hate', app.visitor({ 'cf-connecting-ip': '203.0.113.9', 'user-agent': agent }))
    expect(await isHidden()).toBe(false)
    expect(await queue()).toHaveLength(1)
    await report('hate')
    await report('hate')
    expect(await isHidden()).toBe(true)
  })

  test('limits one network to hiding three cards a day by grave reports, and queues the rest', async () => {
    for (let n = 0; n < 5; n++) {
      await seedCard({ id: `n${n}`, createdAt: YOUNG })
      expect((await report('minor', await reporter('203.0.113.9'), `n${n}`)).status).toBe(202)
      expect(await isHidden(`n${n}`)).toBe(n < 3)
    }
    expect(await queue()).toHaveLength(5)
    await report('minor', undefined, 'n3')
    expect(await isHidden('n3')).toBe(true)
    time.now += DAY
    await report('minor', await reporter('203.0.113.9'), 'n4')
    expect(await isHidden('n4')).toBe(true)
  })

  test('counts every one of many concurrent reports', async () => {
    await storeOwnCard()
    const visitors = await Promise.all(Array.from({ length: 6 }, () => reporter()))
    await Promise.all(visitors.map((visitor) => report('hate', visitor)))
    expect(await isHidden()).toBe(true)
  })

  test('returns 404 for a report of an unknown card or a draft', async () => {
    await storeOwnCard('draft')
    for (const id of ['never', 'c1']) expect((await report('minor', undefined, id)).status, id).toBe(404)
    expect(await countRows('reports')).toBe(0)
  })

  test('requires one of the listed reasons for a report', async () => {
    await storeOwnCard()
    expect((await report('ugly')).status).toBe(400)
    expect((await (await reporter()).post('/api/cards/c1/reports', {})).status).toBe(400)
  })

  test('returns 429 for the eleventh report of a day, until the first is a day old', async () => {
    const one = await reporter()
    for (let n = 0; n < 12; n++) await seedCard({ id: `n${n}`, createdAt: YOUNG })
    for (let n = 0; n < 10; n++) expect((await report('hate', one, `n${n}`)).status).toBe(202)
    const refused = await report('minor', one, 'n10')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(DAY / 1000)])
    expect(await getCardRow('n10')).toMatchObject({ visibility: 'public', hidden_from: null })
    expect((await report('hate', undefined, 'n10')).status).toBe(202)
    time.now += DAY
    expect((await report('hate', one, 'n11')).status).toBe(202)
  })
})

describe('limits of reports', () => {
  const established = (id: string) => seedCard({ id, createdAt: '2026-11-13T12:00:00.000Z' })

  test('keeps a restored card visible until three other networks report it', async () => {
    await storeOwnCard()
    const one = await reporter('203.0.113.9')
    await report('minor', one)
    expect(await isHidden()).toBe(true)
    await decideReport('restore')
    await report('minor', one)
    await report('minor', await reporter('203.0.113.9'))
    await report('nudity', await reporter('203.0.113.10'))
    await report('minor', await reporter('203.0.113.11'))
    expect(await isHidden()).toBe(false)
    await report('minor', await reporter('203.0.113.12'))
    expect(await isHidden()).toBe(true)
  })

  test('keeps an established card visible after reports from one network: a week old, or with twenty votes', async () => {
    await established('old')
    await seedCard({ id: 'liked', createdAt: YOUNG, votes: 20 })
    for (const id of ['old', 'liked']) {
      await report('minor', undefined, id)
      expect(await isHidden(id)).toBe(false)
      await report('nudity', undefined, id)
      expect(await isHidden(id)).toBe(true)
    }
  })

  test('counts the reports of one IPv6 customer once, across its delegated prefix', async () => {
    for (let n = 0; n < 5; n++) await seedCard({ id: `n${n}`, createdAt: YOUNG })
    for (let n = 0; n < 5; n++) await report('minor', await reporter(`2001:db8:7:${n}::1`), `n${n}`)
    expect(await Promise.all([0, 1, 2, 3, 4].map((n) => isHidden(`n${n}`)))).toEqual([true, true, true, false, false])
    await established('old')
    for (let n = 0; n < 5; n++) await report('hate', await reporter(`2001:db8:7:${n}::2`), 'old')
    expect(await isHidden('old')).toBe(false)
  })

  test('limits one network to hiding ten cards an hour, queues the rest, and alerts the admin once', async () => {
    for (let n = 0; n < 13; n++) {
      await seedCard({ id: `n${n}`, createdAt: YOUNG })
      for (const address of [undefined, undefined, '203.0.113.9'])
        expect((await report('hate', await reporter(address), `n${n}`)).status).toBe(202)
      expect(await isHidden(`n${n}`)).toBe(n < 10)
    }
    expect(await queue()).toHaveLength(13)
    expect(takeConsole().map(String)).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('automatic hiding stopped')),
    )
    const outbox = await app.send('/api/notifications/fantasy-cards/outbox?to=admin@example.com', { headers: service })
    const { messages } = await outbox.json<{ messages: CapturedMail[] }>()
    expect(messages.map(({ subject }) => subject)).toEqual(['Reports from one network no longer hide cards'])
    // A report from another network hides it.
    await report('hate', undefined, 'n12')
    expect(await isHidden('n12')).toBe(true)
  })
})

describe('a card hidden by reports', () => {
  test.each(['public', 'unlisted'] as const)(
    'returns the same responses to others for a hidden %s card as for an unknown one',
    async (visibility) => {
      await storeOwnCard(visibility)
      await report('nudity')
      const other = await reporter()
      for (const list of ['recent', 'strip', 'top', 'new', 'trending', 'week'])
        expect(await (await other.send(`/api/cards?list=${list}`)).json()).toEqual({ cards: [] })
      const listNews = async (id: string) => {
        const responses = [
          await other.send(`/api/cards/${id}`),
          await other.post(`/api/cards/${id}/votes`, { votes: 3 }),
          await other.post(`/api/cards/${id}/share`, {}),
          await other.post(`/api/cards/${id}/reports`, { reason: 'hate' }),
          await other.send(`/og/${id}.jpg`),
        ]
        return Promise.all(
          responses.map(async (response) => [response.status, (await response.json<{ message: string }>()).message]),
        )
      }
      expect(await listNews('c1')).toEqual(await listNews('never'))
    },
  )

  test('hides the image of a hidden card from others at once, and serves it again once restored', async () => {
    const path = (await storeOwnCard()).slice(ORIGIN.length)
    const other = await reporter()
    const statuses = () =>
      Promise.all(
        [
          other.send(path),
          other.send(path, { method: 'HEAD' }),
          other.send(path, { headers: { range: 'bytes=0-1' } }),
          other.send(path.replace('/cards/', '/%63ards/')),
          maker.send(path),
          app.send(path, { headers: service }),
        ].map(async (response) => (await response).status),
      )
    expect(await statuses()).toEqual([200, 200, 206, 200, 200, 200])
    await report('nudity')
    expect(await statuses()).toEqual([404, 404, 404, 404, 200, 200])
    await decideReport('restore')
    expect(await statuses()).toEqual([200, 200, 206, 200, 200, 200])
  })

  test('shows a hidden card to its maker as hidden, and refuses to share or publish it', async () => {
    const imageUrl = await storeOwnCard()
    await report('minor')
    const page = await (await maker.send('/api/cards/c1')).json<CardPage>()
    expect(page).toMatchObject({ id: 'c1', hidden: true, mine: true, visibility: 'public', rank: null, votes: 2 })
    expect((await maker.post('/api/cards/c1/share', {})).status).toBe(404)
    const stats = { strength: 1, agility: 2, touchdownPower: 3, leadership: 4, accuracy: 5 }
    const card = { playerName: 'Ace', jerseyNumber: '12', teamColors: 'Chicago Bears', imageUrl, stats }
    expect((await maker.post('/api/cards', card)).status).toBe(403)
    expect(await isHidden()).toBe(true)
  })

  test('keeps a hidden card through the sweep of old drafts', async () => {
    await storeOwnCard()
    await report('minor')
    await app.services.sweep(time.now + 400 * DAY)
    expect(await getCardRow('c1')).not.toBeNull()
  })
})
