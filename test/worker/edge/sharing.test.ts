import { beforeEach, describe, expect, test } from 'vitest'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { createStats } from '#shared/domain/stats.ts'
import { createTestApp, getVisitorId, noPictures, ORIGIN, type TestApp, type TestVisitor } from '../../support/app.ts'
import { getCardRow, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

let app: TestApp
let maker: TestVisitor
let owner: string
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp({ pictures: noPictures })
  maker = app.visitor()
  owner = getVisitorId(await maker.arrive())
})

const draft = (id: string, playerName = 'Ace') => seedCard({ id, playerName, visibility: 'draft', owner })
const share = (visitor: TestVisitor, id: string) => visitor.post(`/api/cards/${id}/share`, {})
const getBody = (imageUrl: string) => ({
  playerName: 'Ace',
  jerseyNumber: '12',
  teamColors: 'Green Bay Packers',
  imageUrl,
  stats: createStats(() => 77),
})

describe('sharing a draft', () => {
  test('makes a shared draft unlisted: its page is open to anyone with the URL, and in no list', async () => {
    const imageUrl = await draft('c1')
    const shared = { id: 'c1', visibility: 'unlisted', url: `${ORIGIN}/card/c1` }
    expect(await (await share(maker, 'c1')).json()).toEqual(shared)
    expect(await (await app.visitor().send('/api/cards/c1')).json()).toMatchObject({ id: 'c1' })
    expect(await (await app.visitor().send('/api/cards?list=recent')).json()).toEqual({ cards: [] })
    expect(await (await share(app.visitor(), 'c1')).json()).toEqual(shared)
    expect((await maker.post('/api/cards', getBody(imageUrl))).status).toBe(201)
  })

  test('turns a card back into a draft, unless it was in the Hall or is too old', async () => {
    const unshare = (id: string) => maker.post(`/api/cards/${id}/unshare`, {})
    for (const id of ['c1', 'c2'])
      await seedCard({ id, visibility: 'draft', owner, draftedAt: '2099-01-01T00:00:00.000Z' })
    await seedCard({ id: 'c3', visibility: 'draft', owner, draftedAt: '2020-01-01T00:00:00.000Z' })
    for (const id of ['c1', 'c2', 'c3']) await share(maker, id)
    const undone = await unshare('c1')
    expect([undone.status, await undone.json()]).toMatchObject([200, { id: 'c1', visibility: 'draft' }])
    expect((await app.visitor().send('/api/cards/c1')).status).toBe(404)
    await testEnv().DB.prepare(`update fantasy_football_cards set published_at = 1 where id = 'c2'`).run()
    for (const id of ['c2', 'c3']) {
      expect((await unshare(id)).status).toBe(409)
      expect(await getCardRow(id)).toMatchObject({ visibility: 'unlisted' })
    }
  })

  test('hides a draft from others: on its page, in lists, and from saving', async () => {
    const imageUrl = await draft('c1')
    const stranger = app.visitor()
    await stranger.arrive()
    expect((await stranger.send('/api/cards/c1')).status).toBe(404)
    for (const list of ['recent', 'strip', 'top'])
      expect(await (await stranger.send(`/api/cards?list=${list}`)).json()).toEqual({ cards: [] })
    expect((await share(stranger, 'c1')).status).toBe(404)
    const theft = await stranger.post('/api/cards', getBody(imageUrl))
    expect([theft.status, await theft.json()]).toMatchObject([403, { code: '42501' }])
    expect(await getCardRow('c1')).toMatchObject({ visibility: 'draft' })
  })

  test('refuses to publish a shared draft without a cookie, even with its image URL', async () => {
    const imageUrl = await draft('c1')
    await share(maker, 'c1')
    const nameless = await app.send('/api/cards', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...getBody(imageUrl), playerName: 'STOLEN' }),
    })
    expect(nameless.status).toBe(403)
    expect(await getCardRow('c1')).toMatchObject({ visibility: 'unlisted', player_name: 'Ace' })
  })

  test('keeps a card in the Hall when it is shared and saved concurrently', async () => {
    for (const id of Array.from({ length: 30 }, (_, i) => `c${i}`)) {
      const body = getBody(await draft(id))
      const [shared, saved] = await Promise.all([share(maker, id), maker.post('/api/cards', body)])
      expect([shared.status, saved.status]).toEqual([200, 201])
      expect(await getCardRow(id)).toMatchObject({ visibility: 'public' })
    }
  })
})

test('forbids shared caches to store responses about cards', async () => {
  await seedCard({ id: 'c1' })
  for (const path of ['/api/cards?list=top', '/api/cards/c1', '/api/cards/mine', '/api/cards/never'])
    expect((await maker.send(path)).headers.get('cache-control')).toMatch(/no-(cache|store)/)
})

describe('an offensive name', () => {
  const setNumber = (number: string) =>
    testEnv().DB.prepare('update fantasy_football_cards set jersey_number = ?').bind(number).run()

  test.each([
    ['as a nickname', 'f u c k', '12'],
    ['as a number', 'Ace', 'FUCK YOU'],
  ])('refuses to share a draft with an offensive name %s, with the same message as a save', async (_, name, number) => {
    await draft('c1', name)
    await setNumber(number)
    const refused = await share(maker, 'c1')
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'NICKNAME_REFUSED', message: REFUSAL.nickname })
    expect(await getCardRow('c1')).toMatchObject({ visibility: 'draft', player_name: name })
    expect((await app.visitor().send('/api/cards/c1')).status).toBe(404)
    expect(await (await share(app.visitor(), 'c1')).json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('leaves a shared card with an offensive name to reports', async () => {
    await seedCard({ id: 'c1', playerName: 'sh1t', visibility: 'unlisted', owner })
    expect((await share(maker, 'c1')).status).toBe(200)
  })
})
