import { beforeEach, describe, expect, inject, it } from 'vitest'
import { createTestApp, getVisitorId } from '../../support/app.ts'
import { getCardRow, getImagePath, saveRow, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createTables } from './tables.ts'

beforeEach(freshDatabase)

const CARDS = '/rest/v1/fantasy_football_cards'
const IMAGE_URL = `https://cards.example${getImagePath('c1')}`
const rows = async (path: string) => (await createTables().ask(path)).json<Record<string, unknown>[]>()

describe('image URLs', () => {
  beforeEach(() => seedCard({ id: 'c1' }))

  it('returns stored image paths as absolute URLs, under any alias', async () => {
    expect((await getCardRow('c1'))!['image_url']).toBe(getImagePath('c1'))
    expect(await rows(`${CARDS}?select=image_url`)).toEqual([{ image_url: IMAGE_URL }])
    expect(await rows(`${CARDS}?select=picture:image_url`)).toEqual([{ picture: IMAGE_URL }])
  })

  it('finds a card by the URL of its image', async () => {
    for (const filter of [
      `image_url=eq.${IMAGE_URL}`,
      `image_url=in.("${IMAGE_URL}","https://cards.example/none")`,
      `image_url=like.${IMAGE_URL.slice(0, -5)}*`,
      `or=(image_url.eq."${IMAGE_URL}",votes.gt.5)`,
      // The site’s previous host.
      `image_url=eq.https://old.example${getImagePath('c1')}`,
    ]) {
      const found = [await rows(`${CARDS}?${filter}`), await rows(`${CARDS}?${filter.replaceAll('c1', 'c2')}`)]
      expect([filter, ...found.map(({ length }) => length)]).toEqual([filter, 1, 0])
    }
  })

  it('stores the path of a local image, and the whole URL of a remote one', async () => {
    const tables = createTables()
    const patch = (image_url: string) =>
      tables.ask(`${CARDS}?id=eq.c1`, {
        method: 'PATCH',
        as: 'service',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ image_url }),
      })
    await patch('https://cards.example/storage/fantasy-cards/cards/c1/2.jpg')
    expect((await getCardRow('c1'))!['image_url']).toBe('/storage/fantasy-cards/cards/c1/2.jpg')
    await patch('https://elsewhere.example/storage/v1/object/x.jpg')
    expect((await getCardRow('c1'))!['image_url']).toBe('https://elsewhere.example/storage/v1/object/x.jpg')
  })
})

it('rewrites image URLs to the current host', async () => {
  const app = createTestApp()
  const maker = app.visitor()
  await seedCard({ id: 'c1', visibility: 'draft', owner: getVisitorId(await maker.arrive()) })
  const saved = await maker.post(CARDS, saveRow(`https://evil.example${getImagePath('c1')}`), {
    apikey: app.services.edge.config.publicKey,
  })
  expect(saved.status).toBe(201)
  for (const list of ['recent', 'trending', 'week'])
    for (const card of (await (await app.send(`/api/cards?list=${list}`)).json<{ cards: { imageUrl: string }[] }>())
      .cards)
      expect(card.imageUrl).toBe(IMAGE_URL)
  expect(await (await app.send('/api/cards/c1')).json()).toMatchObject({ imageUrl: IMAGE_URL })
})

it('migrates image URLs to paths', async () => {
  await seedCard({ id: 'c1' })
  await seedCard({ id: 'c2' })
  const db = testEnv().DB
  await db.batch([
    db.prepare(`update fantasy_football_cards set image_url = 'http://old.example' || image_url where id = 'c1'`),
    db.prepare(`update generations set image_url = 'http://old.example' || image_url where card_id = 'c1'`),
    db.prepare(`update fantasy_football_cards set image_url = 'https://elsewhere.example/a.jpg' where id = 'c2'`),
  ])
  const before = await getCardRow('c1')
  const { queries } = inject('migrations').find(({ name }) => name.startsWith('0015'))!
  for (const query of queries) await db.prepare(query).run()
  expect(await getCardRow('c1')).toEqual({ ...before, image_url: getImagePath('c1') })
  expect((await getCardRow('c2'))!['image_url']).toBe('https://elsewhere.example/a.jpg')
  const { results } = await db.prepare('select image_url from generations order by card_id').all()
  expect(results.map((row) => row['image_url'])).toEqual([getImagePath('c1'), getImagePath('c2')])
})
