import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ClientConfig } from '#shared/contracts/config.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import type { Card } from '#shared/domain/card.ts'
import { REFUSAL } from '#shared/domain/later-messages.ts'
import { statsOf } from '#shared/domain/stats.ts'
import { decodePhoto } from '#worker/photo/clean-photo.ts'
import { turnUpright } from '#worker/photo/turn-upright.ts'
import { decodeRgba, render } from '#worker/graphics/engine.ts'
import { createTestApp, noPictures, ORIGIN, type TestApp } from '../../support/app.ts'
import { countOf, filesBelow, keptOf, rowOf } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { holds, SECRETS, withSecrets } from '../../support/pictures.ts'
import { portraitBytes } from '../../support/portrait.ts'
import { generate, saveBody, sendForm, untilPhotosGone } from './generating.ts'

let app: TestApp
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp({ pictures: noPictures })
})

afterEach(untilPhotosGone)

const pathOf = (url: string) => url.slice(`${ORIGIN}/storage/fantasy-cards/`.length)
/** The picture as a camera held sideways would have stored it. */
async function sideways(jpeg: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { widthPx: width, heightPx: height, data } = turnUpright(await decodePhoto(jpeg, 512), 8)
  const src = { width, height, data: Uint8Array.from(data) }
  return render({ type: 'image', src, style: { width, height } }, { width, height, format: 'jpeg', quality: 95 })
}

/** A brick wall without a person. */
function wall(): Promise<Uint8Array<ArrayBuffer>> {
  const size = { width: 480, height: 640 }
  const bricks = Array.from({ length: 48 }, (_, i) => ({
    type: 'container' as const,
    style: { width: 110, height: 46, margin: 4, backgroundColor: i % 3 === 0 ? '#a0522d' : '#8b4513' },
  }))
  const style = { ...size, display: 'flex', flexWrap: 'wrap', backgroundColor: '#c8c0b8' } as const
  return render({ type: 'container', style, children: bricks }, { ...size, format: 'jpeg', quality: 90 })
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
    const row = await rowOf(card!.id)
    expect(row).toMatchObject({ visibility: 'draft', votes: 0, user_id: 'anonymous' })
    const deeds = testEnv().DB.prepare(`select day, name, count from analytics_days where measure = 'deeds'`)
    expect(await deeds.raw()).toEqual([[String(row!['drafted_at']).slice(0, 10), 'card_generated', 1]])
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
    // The photo goes in by this app, and is removed meanwhile; the card by the object that draws it.
    for (const key of await filesBelow('')) {
      const file = await files.get(key)
      if (file !== null) stored.push(new Uint8Array(await file.arrayBuffer()))
    }
    expect(stored.length).toBeGreaterThanOrEqual(3)
    for (const bytes of stored) for (const secret of Object.values(SECRETS)) expect(holds(bytes, secret)).toBe(false)
  })

  test('a photo taken with a turned camera makes the same card as one that is upright', async () => {
    const turned = await sideways(portraitBytes())
    const [upright, sidewaysCard] = [
      await generate(app.visitor()),
      await generate(app.visitor(), {}, withSecrets(turned)),
    ]
    const hidden = await generate(app.visitor(), { armor: 'knight' })
    const [one, same, other] = await Promise.all(
      [upright, sidewaysCard, hidden].map(({ card }) => faceOn(pathOf(card!.imageUrl))),
    )
    expect(meanDifference(one!, same!)).toBeLessThan(5)
    // Where the two were not alike, it would be seen.
    expect(meanDifference(one!, other!)).toBeGreaterThan(20)
  })

  test('a photo of a wall is looked at by the networks, becomes no card, and costs nothing', async () => {
    const visitor = app.visitor()
    await visitor.arrive()
    const { state, error, faces } = await generate(visitor, {}, await wall())
    expect([state, error, faces]).toEqual([
      'failed',
      { code: 'FACE_NOT_FOUND', message: 'We could not find a face. Move it into the oval.' },
      [],
    ])
    await untilPhotosGone()
    expect([await countOf('fantasy_football_cards'), await filesBelow('')]).toEqual([0, []])
    const { generations } = await (await visitor.send('/api/config')).json<ClientConfig>()
    expect(generations.left).toBe(20)
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
    expect(await rowOf(card!.id)).toMatchObject({ image_url: keptOf(edited.card!.imageUrl) })
  })

  test('edited and saved at the same time, the Hall shows what was saved', async () => {
    const visitor = app.visitor()
    const { id, card } = await generate(visitor)
    const editing = visitor.post(`/api/generations/${id}/stats`, { stats: statsOf(() => 1) })
    const [saved, edited] = await Promise.all([visitor.post('/api/cards', saveBody(card!)), editing])
    expect(saved.status).toBe(201)
    expect([200, 409]).toContain(edited.status)
    expect(await rowOf(card!.id)).toMatchObject({
      image_url: keptOf(card!.imageUrl),
      stats: JSON.stringify(card!.stats),
    })
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
    expect(await rowOf(card!.id)).toMatchObject({ image_url: keptOf(card!.imageUrl) })
  })

  test('stats are edited sixty times an hour, then not before the next one; what was drawn stays', async () => {
    const visitor = app.visitor()
    const { id, card } = await generate(visitor)
    const edit = () => visitor.post(`/api/generations/${id}/stats`, { stats: statsOf(() => 5) })
    expect((await edit()).status).toBe(200)
    await testEnv().DB.exec(`update window_counters set used = 60 where key like 'redraws:%'`)
    const before = await rowOf(card!.id)
    const refused = await edit()
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED', message: REFUSAL.redrawnTooOften })
    const waitSeconds = Number(refused.headers.get('retry-after'))
    expect(waitSeconds > 0 && waitSeconds <= 3600).toBe(true)
    expect(await rowOf(card!.id)).toEqual(before)
  })

  test('the day’s quota ends with a clear answer and keeps no photo', async () => {
    const visitor = createTestApp({}, { ...testEnv(), GENERATIONS_PER_VISITOR_PER_DAY: '1' } as never).visitor()
    await visitor.arrive()
    await generate(visitor)
    await untilPhotosGone()
    const response = await sendForm(visitor)
    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      details: { resetsAt: expect.stringMatching(/T00:00:00\.000Z$/) },
    })
    expect(await filesBelow('player-photos/')).toEqual([])
  })
  test('where a card costs something, new identities behind one address end with the tenth full quota', async () => {
    const settings = { AI_IMAGE_PROVIDER: 'openai', GENERATIONS_PER_VISITOR_PER_DAY: '1' }
    const paid = createTestApp({}, { ...testEnv(), ...settings } as never)
    await generate(paid.visitor())
    await untilPhotosGone()
    const { DB } = testEnv()
    const network = await DB.prepare(`select network, day from generation_charges where kind = 'paid'`).first()
    const charge = DB.prepare(
      `insert into generation_charges (generation, visitor, network, day, kind) values (?1, ?1, ?2, ?3, 'paid')`,
    )
    const others = Array.from({ length: 9 }, (_, i) => charge.bind(`other-${i}`, network!['network'], network!['day']))
    await DB.batch(others)
    const another = paid.visitor()
    await another.arrive()
    const refused = await sendForm(another)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      message: "Today's cards are used up. Come back tomorrow.",
    })
    expect((await (await another.send('/api/config')).json()) as object).toMatchObject({ generations: { left: 1 } })
    // Our own artist costs nothing.
    expect((await sendForm(another, { engine: 'embedded' })).status).toBe(202)
  })
})
