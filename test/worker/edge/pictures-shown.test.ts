import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createStats } from '#shared/domain/stats.ts'
import { removePictures } from '#worker/edge/pictures/remove.ts'
import { FORMAT_NAMES } from '#worker/render/formats/format.ts'
import { createTestApp, getVisitorId, ORIGIN } from '../../support/app.ts'
import { filesBelow, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createManageTokenFor } from './owned-cards.ts'
import { createCountingRenderer, failToDraw, getAddress, storeCardWithFront } from './pictured-cards.ts'

const FRONT = '/storage/fantasy-cards/cards/c1/1.jpg'

beforeEach(freshDatabase)

describe('cards that are not public', () => {
  test('serves an unlisted card’s images with a one-hour cache and noindex', async () => {
    await storeCardWithFront({ visibility: 'unlisted' })
    const app = createTestApp({ drawFormat: createCountingRenderer().drawFormat })
    const response = await app.send(await getAddress(app))
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(response.headers.get('x-robots-tag')).toBe('noindex, noimageindex')
  })

  test('serves no link preview image of a draft, not even to its maker', async () => {
    const { drawn, drawFormat } = createCountingRenderer()
    const app = createTestApp({ drawFormat })
    const maker = app.visitor()
    await storeCardWithFront({ visibility: 'draft', owner: getVisitorId(await maker.arrive()) })
    expect((await maker.send('/og/c1.jpg')).status).toBe(404)
    expect((await app.send('/picture/c1.story.jpg')).status).toBe(404)
    expect(await (await maker.send('/card/c1')).text()).not.toContain('og:image')
    expect(drawn).toEqual([])
  })

  test('serves a draft’s thumbnails only to its maker, with a private cache', async () => {
    const app = createTestApp({ drawFormat: createCountingRenderer().drawFormat })
    const maker = app.visitor()
    await storeCardWithFront({ visibility: 'draft', owner: getVisitorId(await maker.arrive()) })
    const response = await maker.send('/my-picture/c1/thumb-384?1.jpg')
    expect(response.headers.get('cache-control')).toBe('private, max-age=3600')
    expect(response.headers.get('content-type')).toBe('image/webp')
    await response.arrayBuffer()
    expect((await app.send('/my-picture/c1/thumb-384?1.jpg')).status).toBe(404)
    for (const other of ['story', 'thumb-1', 'toString'])
      expect((await maker.send(`/my-picture/c1/${other}`)).status).toBe(404)
    expect(await filesBelow('cards/c1/')).toEqual([
      'cards/c1/1.jpg',
      expect.stringMatching(/^cards\/c1\/[0-9a-f]{10}\/thumb-384\.webp$/),
    ])
  })

  test('serves a draft’s thumbnails to a holder of its manage link, with a cookie for that card only', async () => {
    const app = createTestApp({ drawFormat: createCountingRenderer().drawFormat })
    await storeCardWithFront({ visibility: 'draft', owner: 'another' })
    const token = await createManageTokenFor('c1')
    const page = await app.send('/api/cards/c1', { headers: { 'x-manage-token': token } })
    const given = page.headers.getSetCookie().filter((cookie) => cookie.startsWith('sight='))
    expect(given.map((cookie) => /Path=([^;]+)/.exec(cookie)![1])).toEqual(['/my-picture/c1', '/download/c1'])
    expect(given[0]).toMatch(/; HttpOnly; Secure; SameSite=Strict$/)
    const cookie = given[0]!.split(';')[0]!
    const getStatus = async (path: string, cookie: string) => (await app.send(path, { headers: { cookie } })).status
    expect(await getStatus('/my-picture/c1/thumb-384?1.jpg', cookie)).toBe(200)
    expect(await getStatus('/my-picture/c1/thumb-384?1.jpg', 'sight=guess')).toBe(404)
    expect(await getStatus('/my-picture/c1/thumb-384?1.jpg', `sight=${token}`)).toBe(404)
    await seedCard({ id: 'c2', owner: 'another', visibility: 'draft' })
    expect(await getStatus('/my-picture/c2/thumb-384', cookie)).toBe(404)
  })

  test('discards an image that was drawn while its card was renamed', async () => {
    await storeCardWithFront({ visibility: 'unlisted' })
    const { drawFormat } = createCountingRenderer()
    const app = createTestApp({
      drawFormat: async (...given) => {
        await testEnv().DB.prepare("update fantasy_football_cards set player_name = 'Queen'").run()
        return drawFormat(...given)
      },
    })
    expect((await app.send(await getAddress(app))).status).toBe(200)
    expect(await filesBelow('cards/c1/')).toEqual(['cards/c1/1.jpg'])
    await app.send(await getAddress(app))
    expect(await filesBelow('cards/c1/')).toHaveLength(2)
  })

  test('deletes the images of a card’s earlier version', async () => {
    await storeCardWithFront({ visibility: 'unlisted' })
    const app = createTestApp({ drawFormat: createCountingRenderer().drawFormat })
    await app.send(await getAddress(app))
    await app.send(await getAddress(app, '/picture/c1.story.jpg'))
    const service = app.services.edge.backend.service(ORIGIN)
    await removePictures(service, (await service.db.table('fantasy_football_cards').get('c1'))!)
    expect(await filesBelow('cards/c1/')).toEqual(['cards/c1/1.jpg'])
  })
})

describe('a card hidden by reports', () => {
  const hide = () =>
    testEnv().DB.exec("update fantasy_football_cards set hidden_from = visibility, visibility = 'draft'")
  const getCacheControl = (response: Response) => response.headers.get('cache-control')

  test('caches no image of a hidden card, neither for its maker nor for others', async () => {
    const app = createTestApp({ drawFormat: createCountingRenderer().drawFormat })
    const maker = app.visitor()
    await storeCardWithFront({ owner: getVisitorId(await maker.arrive()) })
    const address = await getAddress(app)
    await (await app.send(address)).arrayBuffer()
    expect(getCacheControl(await maker.send(FRONT))).toBe('public, max-age=3600')
    await hide()

    for (const init of [{}, { headers: { range: 'bytes=0-9' } }, { method: 'HEAD' }]) {
      const own = await maker.send(FRONT, init)
      expect([own.ok, getCacheControl(own), own.headers.get('cdn-cache-control')]).toEqual([
        true,
        'private, no-store',
        null,
      ])
    }
    const stored = `/storage/fantasy-cards/cards/c1/${address.slice(7, 17)}/share.jpg`
    expect(getCacheControl(await maker.send(stored))).toBe('private, no-store')
    for (const path of [FRONT, stored, address, '/og/c1.jpg', '/picture/c1.story.jpg']) {
      const other = await app.send(path)
      expect([path, other.status, getCacheControl(other)]).toEqual([path, 404, 'no-store'])
    }
  })

  test('caches the images of a restored card as before', async () => {
    await storeCardWithFront()
    const app = createTestApp()
    await hide()
    expect((await app.send(FRONT)).status).toBe(404)
    await testEnv().DB.exec('update fantasy_football_cards set visibility = hidden_from, hidden_from = null')
    expect(getCacheControl(await app.send(FRONT))).toBe('public, max-age=3600')
  })
})

test('returns 410 for the images of a removed card, even before its files are swept', async () => {
  await storeCardWithFront()
  const app = createTestApp({ drawFormat: createCountingRenderer().drawFormat })
  const address = await getAddress(app)
  await testEnv().DB.exec("insert into removed_cards (id, removed_at) values ('c1', 1)")
  await testEnv().DB.exec('delete from fantasy_football_cards')
  for (const path of [address, '/og/c1.jpg', '/picture/c1.story.jpg', FRONT, '/download/c1/card']) {
    const response = await app.send(path)
    expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 410, 'no-store'])
  }
  expect((await app.send('/og/never.jpg')).status).toBe(404)
  expect((await app.send('/storage/fantasy-cards/cards/never/1.jpg')).status).toBe(404)
})

describe('saving a card', () => {
  const BODY = { playerName: 'Ace', jerseyNumber: '12', teamColors: 'Chicago Bears', stats: createStats(() => 80) }

  test('draws every image of a card when it is saved', async () => {
    const { drawn, drawFormat } = createCountingRenderer()
    const app = createTestApp({ drawFormat })
    const visitor = app.visitor()
    const imageUrl = await storeCardWithFront({ visibility: 'draft', owner: getVisitorId(await visitor.arrive()) })
    expect((await visitor.post('/api/cards', { ...BODY, imageUrl })).status).toBe(201)
    await vi.waitFor(() => expect(drawn).toEqual(FORMAT_NAMES))
    await vi.waitFor(async () => expect(await filesBelow('cards/c1/')).toHaveLength(1 + FORMAT_NAMES.length))

    await app.send(await getAddress(app))
    expect(drawn).toHaveLength(FORMAT_NAMES.length)
  })

  test('saves a card even when none of its images can be drawn', async () => {
    const app = createTestApp({ drawFormat: failToDraw })
    const visitor = app.visitor()
    const imageUrl = await storeCardWithFront({ visibility: 'draft', owner: getVisitorId(await visitor.arrive()) })
    expect((await visitor.post('/api/cards', { ...BODY, imageUrl })).status).toBe(201)
    expect(takeConsole()).toHaveLength(FORMAT_NAMES.length)
  })

  test('draws the share image when a card is shared', async () => {
    const { drawn, drawFormat } = createCountingRenderer()
    const app = createTestApp({ drawFormat })
    const visitor = app.visitor()
    await storeCardWithFront({ visibility: 'draft', owner: getVisitorId(await visitor.arrive()) })
    expect((await visitor.post('/api/cards/c1/share', {})).status).toBe(200)
    expect(drawn).toEqual(['share'])
  })
})
