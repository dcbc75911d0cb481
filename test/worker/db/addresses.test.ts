import { beforeEach, describe, expect, inject, it } from 'vitest'
import { createTestApp, idOf } from '../../support/app.ts'
import { keptImage, rowOf, saveRow, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createTables } from './tables.ts'

beforeEach(freshDatabase)

const CARDS = '/rest/v1/fantasy_football_cards'
const ADDRESS = `https://cards.example${keptImage('c1')}`
const rows = async (path: string) => (await createTables().ask(path)).json<Record<string, unknown>[]>()

describe('the table keeps paths of pictures, and callers see addresses', () => {
  beforeEach(() => seedCard({ id: 'c1' }))

  it('answers with addresses of pictures, under any alias', async () => {
    expect((await rowOf('c1'))!['image_url']).toBe(keptImage('c1'))
    expect(await rows(`${CARDS}?select=image_url`)).toEqual([{ image_url: ADDRESS }])
    expect(await rows(`${CARDS}?select=picture:image_url`)).toEqual([{ picture: ADDRESS }])
  })

  it('finds a card by the address of its picture', async () => {
    for (const filter of [
      `image_url=eq.${ADDRESS}`,
      `image_url=in.("${ADDRESS}","https://cards.example/none")`,
      `image_url=like.${ADDRESS.slice(0, -5)}*`,
      `or=(image_url.eq."${ADDRESS}",votes.gt.5)`,
      // The host that the site had before.
      `image_url=eq.https://old.example${keptImage('c1')}`,
    ]) {
      const found = [await rows(`${CARDS}?${filter}`), await rows(`${CARDS}?${filter.replaceAll('c1', 'c2')}`)]
      expect([filter, ...found.map(({ length }) => length)]).toEqual([filter, 1, 0])
    }
  })

  it('stores the path of a picture that lies here, and the address of one that lies elsewhere', async () => {
    const tables = createTables()
    const patch = (image_url: string) =>
      tables.ask(`${CARDS}?id=eq.c1`, {
        method: 'PATCH',
        as: 'service',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ image_url }),
      })
    await patch('https://cards.example/storage/fantasy-cards/cards/c1/2.jpg')
    expect((await rowOf('c1'))!['image_url']).toBe('/storage/fantasy-cards/cards/c1/2.jpg')
    await patch('https://elsewhere.example/storage/v1/object/x.jpg')
    expect((await rowOf('c1'))!['image_url']).toBe('https://elsewhere.example/storage/v1/object/x.jpg')
  })
})

it('shows a card that was made through another host at this one', async () => {
  const app = createTestApp()
  const maker = app.visitor()
  await seedCard({ id: 'c1', visibility: 'draft', owner: idOf(await maker.arrive()) })
  const saved = await maker.post(CARDS, saveRow(`https://evil.example${keptImage('c1')}`), {
    apikey: app.services.edge.config.publicKey,
  })
  expect(saved.status).toBe(201)
  for (const list of ['recent', 'trending', 'week'])
    for (const card of (await (await app.send(`/api/cards?list=${list}`)).json<{ cards: { imageUrl: string }[] }>())
      .cards)
      expect(card.imageUrl).toBe(ADDRESS)
  expect(await (await app.send('/api/cards/c1')).json()).toMatchObject({ imageUrl: ADDRESS })
})

it('migrates addresses of pictures to paths', async () => {
  await seedCard({ id: 'c1' })
  await seedCard({ id: 'c2' })
  const db = testEnv().DB
  await db.batch([
    db.prepare(`update fantasy_football_cards set image_url = 'http://old.example' || image_url where id = 'c1'`),
    db.prepare(`update generations set image_url = 'http://old.example' || image_url where card_id = 'c1'`),
    db.prepare(`update fantasy_football_cards set image_url = 'https://elsewhere.example/a.jpg' where id = 'c2'`),
  ])
  const before = await rowOf('c1')
  const { queries } = inject('migrations').find(({ name }) => name.startsWith('0015'))!
  for (const query of queries) await db.prepare(query).run()
  expect(await rowOf('c1')).toEqual({ ...before, image_url: keptImage('c1') })
  expect((await rowOf('c2'))!['image_url']).toBe('https://elsewhere.example/a.jpg')
  const { results } = await db.prepare('select image_url from generations order by card_id').all()
  expect(results.map((row) => row['image_url'])).toEqual([keptImage('c1'), keptImage('c2')])
})
