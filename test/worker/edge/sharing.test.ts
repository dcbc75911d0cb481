import { beforeEach, describe, expect, test } from 'vitest'
import { REFUSAL } from '#shared/domain/messages.ts'
import { statsOf } from '#shared/domain/stats.ts'
import { createTestApp, idOf, noPictures, ORIGIN, type TestApp, type TestVisitor } from '../../support/app.ts'
import { rowOf, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

let app: TestApp
let maker: TestVisitor
let owner: string
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp({ pictures: noPictures })
  maker = app.visitor()
  owner = idOf(await maker.arrive())
})

const draft = (id: string, playerName = 'Ace') => seedCard({ id, playerName, visibility: 'draft', owner })
const share = (visitor: TestVisitor, id: string) => visitor.post(`/api/cards/${id}/share`, {})
const bodyOf = (imageUrl: string) => ({
  playerName: 'Ace',
  jerseyNumber: '12',
  teamColors: 'Green Bay Packers',
  imageUrl,
  stats: statsOf(() => 77),
})

describe('sharing a draft', () => {
  test('makes it unlisted: a page for everybody with the address, in no list', async () => {
    const imageUrl = await draft('c1')
    const shared = { id: 'c1', visibility: 'unlisted', url: `${ORIGIN}/card/c1` }
    expect(await (await share(maker, 'c1')).json()).toEqual(shared)
    expect(await (await app.visitor().send('/api/cards/c1')).json()).toMatchObject({ id: 'c1' })
    expect(await (await app.visitor().send('/api/cards?list=recent')).json()).toEqual({ cards: [] })
    expect(await (await share(app.visitor(), 'c1')).json()).toEqual(shared)
    expect((await maker.post('/api/cards', bodyOf(imageUrl))).status).toBe(201)
  })

  test('is its maker’s alone: to others it is not there, in no list, not to be saved', async () => {
    const imageUrl = await draft('c1')
    const stranger = app.visitor()
    await stranger.arrive()
    expect((await stranger.send('/api/cards/c1')).status).toBe(404)
    for (const list of ['recent', 'strip', 'top'])
      expect(await (await stranger.send(`/api/cards?list=${list}`)).json()).toEqual({ cards: [] })
    expect((await share(stranger, 'c1')).status).toBe(404)
    const theft = await stranger.post('/api/cards', bodyOf(imageUrl))
    expect([theft.status, await theft.json()]).toMatchObject([403, { code: '42501' }])
    expect(await rowOf('c1')).toMatchObject({ visibility: 'draft' })
  })

  test('cannot be published without a cookie, not even with its picture’s address', async () => {
    const imageUrl = await draft('c1')
    await share(maker, 'c1')
    const nameless = await app.send('/api/cards', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...bodyOf(imageUrl), playerName: 'STOLEN' }),
    })
    expect(nameless.status).toBe(403)
    expect(await rowOf('c1')).toMatchObject({ visibility: 'unlisted', player_name: 'Ace' })
  })

  test('and saving it at the same time leaves it in the Hall', async () => {
    for (const id of Array.from({ length: 30 }, (_, i) => `c${i}`)) {
      const body = bodyOf(await draft(id))
      const [shared, saved] = await Promise.all([share(maker, id), maker.post('/api/cards', body)])
      expect([shared.status, saved.status]).toEqual([200, 201])
      expect(await rowOf(id)).toMatchObject({ visibility: 'public' })
    }
  })
})

test('answers about cards are kept by no shared cache', async () => {
  await seedCard({ id: 'c1' })
  for (const path of ['/api/cards?list=top', '/api/cards/c1', '/api/cards/mine', '/api/cards/never'])
    expect((await maker.send(path)).headers.get('cache-control')).toMatch(/no-(cache|store)/)
})

describe('an offensive name', () => {
  const setNumber = (number: string) =>
    testEnv().DB.prepare('update fantasy_football_cards set jersey_number = ?').bind(number).run()

  test.each([
    ['as a nickname', 'f u c k', '12'],
    ['for a number', 'Ace', 'FUCK YOU'],
  ])('%s keeps a draft from being shared, in the words of a save', async (_, name, number) => {
    await draft('c1', name)
    await setNumber(number)
    const refused = await share(maker, 'c1')
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'NICKNAME_REFUSED', message: REFUSAL.nickname })
    expect(await rowOf('c1')).toMatchObject({ visibility: 'draft', player_name: name })
    expect((await app.visitor().send('/api/cards/c1')).status).toBe(404)
    expect(await (await share(app.visitor(), 'c1')).json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('of a card that is shared already takes nothing back: that is for reports', async () => {
    await seedCard({ id: 'c1', playerName: 'sh1t', visibility: 'unlisted', owner })
    expect((await share(maker, 'c1')).status).toBe(200)
  })
})
