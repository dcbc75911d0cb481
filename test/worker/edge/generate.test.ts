import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import type { Card } from '#shared/domain/card.ts'
import { statsOf } from '#shared/domain/stats.ts'
import { decodePhoto } from '#worker/artist/photo/clean-photo.ts'
import { turnUpright } from '#worker/artist/photo/turn-upright.ts'
import { decodeRgba, render } from '#worker/render/engine.ts'
import { createTestApp, idOf, noPictures, ORIGIN, type TestApp, type TestVisitor } from '../../support/app.ts'
import { countOf, filesBelow, rowOf, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { holds, SECRETS, withSecrets } from '../../support/pictures.ts'
import { portraitBytes } from '../../support/portrait.ts'

const FIELDS = { nickname: 'Ace', number: '12', team: 'Green Bay Packers', armor: 'duck' }

let app: TestApp
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp({ pictures: noPictures })
})

/** The last thing a generation does is remove its photo: then nothing of it can reach into the next test. */
const untilPhotosGone = () =>
  vi.waitFor(async () => expect(await filesBelow('player-photos/')).toEqual([]), { timeout: 10_000, interval: 50 })
afterEach(untilPhotosGone)

async function generate(visitor: TestVisitor, fields: Record<string, string> = {}, photo = portraitBytes()) {
  const response = await visitor.form('/api/generations', {
    ...FIELDS,
    ...fields,
    photo: new File([photo], 'me.jpg', { type: 'image/jpeg' }),
  })
  expect(response.status).toBe(202)
  const { id } = (await response.json()) as Generation
  return vi.waitFor(
    async () => {
      const generation = (await (await visitor.send(`/api/generations/${id}`)).json()) as Generation
      expect(['ready', 'failed']).toContain(generation.state)
      return generation
    },
    { timeout: 20_000, interval: 100 },
  )
}

const saveBody = ({ playerName, jerseyNumber, teamColors, imageUrl, stats }: NonNullable<Generation['card']>) => ({
  playerName,
  jerseyNumber,
  teamColors,
  imageUrl,
  stats,
})

const pathOf = (url: string) => url.slice(`${ORIGIN}/storage/fantasy-cards/`.length)
/** The picture as a camera held sideways would have stored it. */
async function sideways(jpeg: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { widthPx: width, heightPx: height, data } = turnUpright(await decodePhoto(jpeg, 512), 8)
  const src = { width, height, data: Uint8Array.from(data) }
  return render({ type: 'image', src, style: { width, height } }, { width, height, format: 'jpeg', quality: 95 })
}

/** The face on a stored card, at a quarter of its size. What is round the head tells the tier, which is rolled. */
async function faceOn(path: string): Promise<Uint8ClampedArray> {
  const bytes = new Uint8Array(await (await testEnv().FILES.get(path))!.arrayBuffer())
  const card = await decodeRgba(bytes, 250, 350)
  const rows = Array.from({ length: 50 }, (_, y) =>
    card.subarray(((y + 85) * 250 + 100) * 4, ((y + 85) * 250 + 150) * 4),
  )
  return Uint8ClampedArray.from(rows.flatMap((row) => [...row]))
}

const meanDifference = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
  one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length

describe('from a photo to a card', () => {
  test('a card is drawn, kept as a draft, and the photo is gone', async () => {
    const visitor = app.visitor()
    const { state, card } = await generate(visitor)

    expect(state).toBe('ready')
    expect(card).toMatchObject({
      playerName: 'Ace',
      jerseyNumber: '12',
      teamColors: 'Green Bay Packers',
      armor: 'duck',
      visibility: 'draft',
    })
    for (const stat of Object.values(card!.stats))
      expect(stat >= 60 && stat <= 100 && Number.isInteger(stat)).toBe(true)
    const picture = await testEnv().FILES.get(pathOf(card!.imageUrl))
    const bytes = new Uint8Array(await picture!.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    await untilPhotosGone()
    expect(await rowOf(card!.id)).toMatchObject({ visibility: 'draft', votes: 0, user_id: 'anonymous' })
  })

  test('a photo with a place, a comment and a turned camera is accepted; nothing of that is ever stored', async () => {
    const stored: Uint8Array[] = []
    const files = testEnv().FILES
    const recording = new Proxy(files, {
      get(target, property) {
        if (property !== 'put') return Reflect.get(target, property).bind(target)
        return async (key: string, value: Uint8Array<ArrayBuffer> | Blob, options: R2PutOptions) => {
          stored.push(new Uint8Array(await new Response(value).arrayBuffer()))
          return target.put(key, value, options)
        }
      },
    })
    const visitor = createTestApp({}, { ...testEnv(), FILES: recording }).visitor()
    const { state } = await generate(visitor, {}, withSecrets(portraitBytes()))
    expect(state).toBe('ready')
    // The photo goes in by this app; the card by the object that draws it.
    for (const key of await filesBelow('')) stored.push(new Uint8Array(await (await files.get(key))!.arrayBuffer()))
    expect(stored.length).toBeGreaterThanOrEqual(3)
    for (const bytes of stored) for (const secret of Object.values(SECRETS)) expect(holds(bytes, secret)).toBe(false)
  })

  test('a photo taken with a turned camera makes the same card as one that is upright', async () => {
    const turned = await sideways(portraitBytes())
    const [upright, sidewaysCard] = [
      await generate(app.visitor()),
      await generate(app.visitor(), {}, withSecrets(turned)),
    ]
    const unturned = await generate(app.visitor(), {}, turned)
    const [one, same, lying] = await Promise.all(
      [upright, sidewaysCard, unturned].map(({ card }) => faceOn(pathOf(card!.imageUrl))),
    )
    expect(meanDifference(one!, same!)).toBeLessThan(5)
    expect(meanDifference(one!, lying!)).toBeGreaterThan(20)
  })

  test('saving publishes it once, with the edited stats, under the same id', async () => {
    const visitor = app.visitor()
    const { id, card } = await generate(visitor)
    const stats = statsOf(() => 5)
    const edited = (await (await visitor.post(`/api/generations/${id}/stats`, { stats })).json()) as Generation
    expect(edited.card).toMatchObject({ stats, rolledStats: card!.stats, tier: card!.tier })
    expect(edited.card!.imageUrl).not.toBe(card!.imageUrl)

    const saved = await visitor.post('/api/cards', saveBody(edited.card!))
    expect(saved.status).toBe(201)
    expect(await saved.json()).toMatchObject({
      id: card!.id,
      stats,
      votes: 0,
      userId: 'anonymous',
      imageUrl: edited.card!.imageUrl,
    })

    const again = await visitor.post('/api/cards', saveBody(edited.card!))
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({ code: '23505' })
    expect(await countOf('fantasy_football_cards')).toBe(1)

    const { cards } = (await (await app.visitor().send('/api/cards?list=top')).json()) as { cards: Card[] }
    expect(cards.map((listed) => listed.id)).toEqual([card!.id])
    expect((await visitor.post(`/api/generations/${id}/stats`, { stats: statsOf(() => 6) })).status).toBe(409)
    expect(await filesBelow('cards/')).toEqual([pathOf(edited.card!.imageUrl)])
    expect(await countOf('generations')).toBe(1)
    expect(await rowOf(card!.id)).toMatchObject({ image_url: edited.card!.imageUrl })
  })

  test('a draft is nobody else’s: not by its address, in no list, not to be saved', async () => {
    const { card } = await generate(app.visitor())
    const stranger = app.visitor()
    await stranger.arrive()
    expect((await stranger.send(`/api/cards/${card!.id}`)).status).toBe(404)
    for (const list of ['recent', 'strip', 'top'])
      expect(await (await stranger.send(`/api/cards?list=${list}`)).json()).toEqual({ cards: [] })
    expect((await stranger.post(`/api/cards/${card!.id}/share`, {})).status).toBe(404)
    const theft = await stranger.post('/api/cards', saveBody(card!))
    expect(theft.status).toBe(403)
    expect(await theft.json()).toMatchObject({ code: '42501' })
    expect(await rowOf(card!.id)).toMatchObject({ visibility: 'draft' })
  })

  test('shared and saved at the same time it is in the Hall in the end', async () => {
    const visitor = app.visitor()
    const owner = idOf(await visitor.arrive())
    const ids = Array.from({ length: 30 }, (_, i) => `c${i}`)
    for (const id of ids) {
      const imageUrl = await seedCard({ id, visibility: 'draft', owner })
      const body = {
        playerName: 'Ace',
        jerseyNumber: '1',
        teamColors: 'Chicago Bears',
        imageUrl,
        stats: statsOf(() => 1),
      }
      const [shared, saved] = await Promise.all([
        visitor.post(`/api/cards/${id}/share`, {}),
        visitor.post('/api/cards', body),
      ])
      expect([shared.status, saved.status]).toEqual([200, 201])
      expect(await rowOf(id)).toMatchObject({ visibility: 'public' })
    }
  })

  test('edited and saved at the same time, the Hall shows what was saved', async () => {
    const visitor = app.visitor()
    const { id, card } = await generate(visitor)
    const editing = visitor.post(`/api/generations/${id}/stats`, { stats: statsOf(() => 1) })
    const [saved, edited] = await Promise.all([visitor.post('/api/cards', saveBody(card!)), editing])
    expect(saved.status).toBe(201)
    expect([200, 409]).toContain(edited.status)
    expect(await rowOf(card!.id)).toMatchObject({ image_url: card!.imageUrl, stats: JSON.stringify(card!.stats) })
  })

  test('without a cookie nobody can publish a shared card from its picture’s address', async () => {
    const visitor = app.visitor()
    const { card } = await generate(visitor)
    await visitor.post(`/api/cards/${card!.id}/share`, {})
    const nameless = await app.send('/api/cards', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...saveBody(card!), playerName: 'STOLEN' }),
    })
    expect(nameless.status).toBe(403)
    expect(await rowOf(card!.id)).toMatchObject({ visibility: 'unlisted', player_name: 'Ace' })
  })

  test('sharing makes it unlisted: a page for everybody with the address, in no list', async () => {
    const visitor = app.visitor()
    const { card } = await generate(visitor)
    expect(await (await visitor.post(`/api/cards/${card!.id}/share`, {})).json()).toEqual({
      id: card!.id,
      visibility: 'unlisted',
      url: `${ORIGIN}/card/${card!.id}`,
    })
    expect(await (await app.visitor().send(`/api/cards/${card!.id}`)).json()).toMatchObject({ id: card!.id })
    expect(await (await app.visitor().send('/api/cards?list=recent')).json()).toEqual({ cards: [] })
    expect((await visitor.post('/api/cards', saveBody(card!))).status).toBe(201)
  })

  test.each([
    ['emoji', '🏈 Ace 👩‍👩‍👧', '🏈 Ace 👩‍👩‍👧'],
    ['right to left', 'שלום עולם', 'שלום עולם'],
    ['combining marks', 'e\u0301a\u0308o\u0302', 'e\u0301a\u0308o\u0302'],
    ['10,000 characters', 'x'.repeat(10_000), 'x'.repeat(64)],
    ['nothing', '', ''],
  ])('a nickname of %s is accepted', async (_what, nickname, kept) => {
    const { state, card } = await generate(app.visitor(), { nickname, number: '123456789' })
    expect(state).toBe('ready')
    expect(card).toMatchObject({ playerName: kept, jerseyNumber: '12345678' })
  })

  test.each([
    ['out of range', { stats: { ...statsOf(() => 50), agility: 101 } }],
    ['not integers', { stats: { ...statsOf(() => 50), agility: 50.5 } }],
    ['incomplete', { stats: { agility: 50 } }],
    ['missing', {}],
  ])('stats that are %s are refused and change nothing', async (_what, body) => {
    const visitor = app.visitor()
    const { id, card } = await generate(visitor)
    const response = await visitor.post(`/api/generations/${id}/stats`, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await rowOf(card!.id)).toMatchObject({ image_url: card!.imageUrl })
  })

  test('the day’s quota ends with a clear answer and keeps no photo', async () => {
    const visitor = createTestApp({}, { ...testEnv(), GENERATIONS_PER_VISITOR_PER_DAY: '1' } as never).visitor()
    await visitor.arrive()
    await generate(visitor)
    await untilPhotosGone()
    const response = await visitor.form('/api/generations', {
      ...FIELDS,
      photo: new File([portraitBytes()], 'me.jpg', { type: 'image/jpeg' }),
    })
    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      details: { resetsAt: expect.stringMatching(/T00:00:00\.000Z$/) },
    })
    expect(await filesBelow('player-photos/')).toEqual([])
  })
})
