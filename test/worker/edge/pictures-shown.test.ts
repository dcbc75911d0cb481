import { beforeEach, describe, expect, test, vi } from 'vitest'
import { statsOf } from '#shared/domain/stats.ts'
import { removePictures } from '#worker/edge/pictures/remove.ts'
import { FORMAT_NAMES } from '#worker/render/formats/format.ts'
import { createTestApp, idOf, ORIGIN } from '../../support/app.ts'
import { filesBelow, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { manageTokenFor } from './owned-cards.ts'
import { addressOf, counting, failing, picturedCard } from './pictured-cards.ts'

const FRONT = '/storage/fantasy-cards/cards/c1/1.jpg'

beforeEach(freshDatabase)

describe('a card that is not public', () => {
  test('has pictures for an hour that are not indexed when it is unlisted', async () => {
    await picturedCard({ visibility: 'unlisted' })
    const app = createTestApp({ drawFormat: counting().drawFormat })
    const response = await app.send(await addressOf(app))
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(response.headers.get('x-robots-tag')).toBe('noindex, noimageindex')
  })

  test('has none while it is a draft, not even for its maker', async () => {
    const { drawn, drawFormat } = counting()
    const app = createTestApp({ drawFormat })
    const maker = app.visitor()
    await picturedCard({ visibility: 'draft', owner: idOf(await maker.arrive()) })
    expect((await maker.send('/og/c1.jpg')).status).toBe(404)
    expect((await app.send('/picture/c1.story.jpg')).status).toBe(404)
    expect(await (await maker.send('/card/c1')).text()).not.toContain('og:image')
    expect(drawn).toEqual([])
  })

  test('has smaller copies for its maker’s own screens, which that browser alone keeps', async () => {
    const app = createTestApp({ drawFormat: counting().drawFormat })
    const maker = app.visitor()
    await picturedCard({ visibility: 'draft', owner: idOf(await maker.arrive()) })
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

  test('has them for a holder of its manage link, by a cookie that shows that card alone', async () => {
    const app = createTestApp({ drawFormat: counting().drawFormat })
    await picturedCard({ visibility: 'draft', owner: 'another' })
    const token = await manageTokenFor('c1')
    const page = await app.send('/api/cards/c1', { headers: { 'x-manage-token': token } })
    const given = page.headers.getSetCookie().filter((cookie) => cookie.startsWith('sight='))
    expect(given.map((cookie) => /Path=([^;]+)/.exec(cookie)![1])).toEqual(['/my-picture/c1', '/download/c1'])
    expect(given[0]).toMatch(/; HttpOnly; Secure; SameSite=Strict$/)
    const sight = given[0]!.split(';')[0]!
    const statusOf = async (path: string, cookie: string) => (await app.send(path, { headers: { cookie } })).status
    expect(await statusOf('/my-picture/c1/thumb-384?1.jpg', sight)).toBe(200)
    expect(await statusOf('/my-picture/c1/thumb-384?1.jpg', 'sight=guess')).toBe(404)
    expect(await statusOf('/my-picture/c1/thumb-384?1.jpg', `sight=${token}`)).toBe(404)
    await seedCard({ id: 'c2', owner: 'another', visibility: 'draft' })
    expect(await statusOf('/my-picture/c2/thumb-384', sight)).toBe(404)
  })

  test('keeps no picture that was being drawn while it got another name', async () => {
    await picturedCard({ visibility: 'unlisted' })
    const { drawFormat } = counting()
    const app = createTestApp({
      drawFormat: async (...given) => {
        await testEnv().DB.prepare("update fantasy_football_cards set player_name = 'Queen'").run()
        return drawFormat(...given)
      },
    })
    expect((await app.send(await addressOf(app))).status).toBe(200)
    expect(await filesBelow('cards/c1/')).toEqual(['cards/c1/1.jpg'])
    await app.send(await addressOf(app))
    expect(await filesBelow('cards/c1/')).toHaveLength(2)
  })

  test('loses what shows it as it was when it is edited', async () => {
    await picturedCard({ visibility: 'unlisted' })
    const app = createTestApp({ drawFormat: counting().drawFormat })
    await app.send(await addressOf(app))
    await app.send(await addressOf(app, '/picture/c1.story.jpg'))
    const service = app.services.edge.backend.service(ORIGIN)
    await removePictures(service, (await service.db.table('fantasy_football_cards').get('c1'))!)
    expect(await filesBelow('cards/c1/')).toEqual(['cards/c1/1.jpg'])
  })
})

describe('a card that reports have hidden', () => {
  const hide = () =>
    testEnv().DB.exec("update fantasy_football_cards set hidden_from = visibility, visibility = 'draft'")
  const cacheOf = (response: Response) => response.headers.get('cache-control')

  test('is cached nowhere: not by its maker’s browser, and not as an answer to others', async () => {
    const app = createTestApp({ drawFormat: counting().drawFormat })
    const maker = app.visitor()
    await picturedCard({ owner: idOf(await maker.arrive()) })
    const address = await addressOf(app)
    await (await app.send(address)).arrayBuffer()
    expect(cacheOf(await maker.send(FRONT))).toBe('public, max-age=3600')
    await hide()

    for (const init of [{}, { headers: { range: 'bytes=0-9' } }, { method: 'HEAD' }]) {
      const own = await maker.send(FRONT, init)
      expect([own.ok, cacheOf(own), own.headers.get('cdn-cache-control')]).toEqual([true, 'private, no-store', null])
    }
    const stored = `/storage/fantasy-cards/cards/c1/${address.slice(7, 17)}/share.jpg`
    expect(cacheOf(await maker.send(stored))).toBe('private, no-store')
    for (const path of [FRONT, stored, address, '/og/c1.jpg', '/picture/c1.story.jpg']) {
      const other = await app.send(path)
      expect([path, other.status, cacheOf(other)]).toEqual([path, 404, 'no-store'])
    }
  })

  test('is as cacheable as before when it is restored', async () => {
    await picturedCard()
    const app = createTestApp()
    await hide()
    expect((await app.send(FRONT)).status).toBe(404)
    await testEnv().DB.exec('update fantasy_football_cards set visibility = hidden_from, hidden_from = null')
    expect(cacheOf(await app.send(FRONT))).toBe('public, max-age=3600')
  })
})

test('the pictures of a removed card are gone, not unknown, even before their files are', async () => {
  await picturedCard()
  const app = createTestApp({ drawFormat: counting().drawFormat })
  const address = await addressOf(app)
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
  const BODY = { playerName: 'Ace', jerseyNumber: '12', teamColors: 'Chicago Bears', stats: statsOf(() => 80) }

  test('makes every picture of it', async () => {
    const { drawn, drawFormat } = counting()
    const app = createTestApp({ drawFormat })
    const visitor = app.visitor()
    const imageUrl = await picturedCard({ visibility: 'draft', owner: idOf(await visitor.arrive()) })
    expect((await visitor.post('/api/cards', { ...BODY, imageUrl })).status).toBe(201)
    await vi.waitFor(() => expect(drawn).toEqual(FORMAT_NAMES))
    await vi.waitFor(async () => expect(await filesBelow('cards/c1/')).toHaveLength(1 + FORMAT_NAMES.length))

    await app.send(await addressOf(app))
    expect(drawn).toHaveLength(FORMAT_NAMES.length)
  })

  test('succeeds when none can be made', async () => {
    const app = createTestApp({ drawFormat: failing })
    const visitor = app.visitor()
    const imageUrl = await picturedCard({ visibility: 'draft', owner: idOf(await visitor.arrive()) })
    expect((await visitor.post('/api/cards', { ...BODY, imageUrl })).status).toBe(201)
    expect(takeConsole()).toHaveLength(FORMAT_NAMES.length)
  })

  test('is not needed for the share picture: sharing makes that one', async () => {
    const { drawn, drawFormat } = counting()
    const app = createTestApp({ drawFormat })
    const visitor = app.visitor()
    await picturedCard({ visibility: 'draft', owner: idOf(await visitor.arrive()) })
    expect((await visitor.post('/api/cards/c1/share', {})).status).toBe(200)
    expect(drawn).toEqual(['share'])
  })
})
