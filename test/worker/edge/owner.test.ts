import { beforeEach, describe, expect, test } from 'vitest'
import type { CardPage, OwnCard } from '#shared/contracts/cards.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { createManageTokenFor, ownedCard, storePictures, type Visibility } from './owned-cards.ts'
import { createTestApp, getVisitorId, noPictures, ORIGIN, type TestApp, type TestVisitor } from '../../support/app.ts'
import { countRows, filesBelow, getCardRow, seedCard, type SeedCard, toStoredPath } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createStubArtist } from '../../support/stub-artist.ts'

const { renderCard } = createStubArtist().overrides

let app: TestApp
let maker: TestVisitor
let stranger: TestVisitor
let now: number
beforeEach(async () => {
  await freshDatabase()
  now = Date.parse('2026-11-21T12:00:00.000Z')
  app = createTestApp({ pictures: noPictures, renderCard, clock: () => now })
  maker = app.visitor()
  stranger = app.visitor()
  await stranger.arrive()
})

const own = async (visibility: Visibility, more: Partial<SeedCard> = {}) =>
  ownedCard(getVisitorId(await maker.arrive()), { ...more, visibility })

const JSON_BODY = { 'content-type': 'application/json' }

const ACTIONS = {
  unpublish: (visitor: TestVisitor, headers = {}, id = 'c1') => visitor.post(`/api/cards/${id}/unpublish`, {}, headers),
  unshare: (visitor: TestVisitor, headers = {}, id = 'c1') => visitor.post(`/api/cards/${id}/unshare`, {}, headers),
  rename: (visitor: TestVisitor, headers: Record<string, string> = {}, id = 'c1') =>
    visitor.send(`/api/cards/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ playerName: 'Nova' }),
    }),
  remove: (visitor: TestVisitor, headers: Record<string, string> = {}, id = 'c1') =>
    visitor.send(`/api/cards/${id}`, { method: 'DELETE', headers }),
  link: (visitor: TestVisitor, headers: Record<string, string> = {}, id = 'c1') =>
    visitor.send(`/api/cards/${id}/manage-link`, { headers }),
} as const
const ACTION_NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]

describe('strangers', () => {
  test('rejects a stranger every action on a card of any visibility, and changes nothing', async () => {
    const owner = getVisitorId(await maker.arrive())
    const tokens = [await createManageTokenFor('another-card'), 'guess']
    const offenders = []
    for (const id of ['draft', 'unlisted', 'public', 'hidden'] as const) {
      await ownedCard(owner, { id, visibility: id })
      const before = await getCardRow(id)
      const expected = id === 'draft' || id === 'hidden' ? 404 : 403
      for (const action of ACTION_NAMES) {
        const responses = [
          await ACTIONS[action](stranger, {}, id),
          await ACTIONS[action](app.visitor(), {}, id),
          ...(await Promise.all(tokens.map((token) => ACTIONS[action](stranger, { 'x-manage-token': token }, id)))),
        ]
        const statuses = responses.map(({ status }) => status)
        if (statuses.some((status) => status !== expected)) offenders.push({ action, id, statuses })
      }
      expect(await getCardRow(id)).toEqual(before)
      expect(await filesBelow(`cards/${id}/`)).toEqual([`cards/${id}/1.jpg`])
    }
    expect(offenders).toEqual([])
  })

  test('returns 404 for every action on an unknown card', async () => {
    const statuses = []
    for (const action of ACTION_NAMES) statuses.push((await ACTIONS[action](stranger)).status)
    expect(statuses).toEqual(ACTION_NAMES.map(() => 404))
  })
})

describe('the manage link', () => {
  test('lets any browser manage the card of a manage link, and no other card', async () => {
    await own('public')
    const { url } = await (await ACTIONS.link(maker)).json<{ url: string }>()
    expect(url).toMatch(new RegExp(`^${ORIGIN}/card/c1#manage=[0-9a-f]{64}$`))
    const headers = { 'x-manage-token': url.split('#manage=')[1]! }

    const page = await (await stranger.send('/api/cards/c1', { headers })).json<CardPage>()
    expect(page.mine).toBe(true)
    await seedCard({ id: 'c2' })
    expect((await stranger.send('/api/cards/c2', { method: 'DELETE', headers })).status).toBe(403)
    expect((await ACTIONS.remove(stranger, headers)).status).toBe(204)
    expect(await getCardRow('c1')).toBeNull()
    expect(await getCardRow('c2')).not.toBeNull()
  })
})

describe('preview cookies', () => {
  test('sets no preview cookie for a card’s maker, or for a public card', async () => {
    await own('draft')
    expect((await maker.send('/api/cards/c1')).headers.getSetCookie()).toEqual([])
    await ownedCard('another', { id: 'c3', visibility: 'public' })
    const headers = { 'x-manage-token': await createManageTokenFor('c3') }
    expect((await stranger.send('/api/cards/c3', { headers })).headers.getSetCookie()).toEqual([])
  })
})

describe('unpublishing', () => {
  test('unpublishes a card from every list, and keeps its page, its votes and its owner', async () => {
    await own('public', { votes: 3 })
    const response = await ACTIONS.unpublish(maker)
    expect(await response.json()).toEqual({ id: 'c1', visibility: 'unlisted', url: `${ORIGIN}/card/c1` })
    for (const list of ['recent', 'strip', 'top', 'new', 'trending', 'week'])
      expect(await (await stranger.send(`/api/cards?list=${list}`)).json()).toEqual({ cards: [] })
    const page = await (await stranger.send('/api/cards/c1')).json<CardPage>()
    expect(page).toMatchObject({ visibility: 'unlisted', votes: 3, rank: null, mine: false })
    expect((await ACTIONS.unpublish(maker)).status).toBe(200)
  })

  test('refuses to unpublish a draft', async () => {
    await own('draft')
    expect((await ACTIONS.unpublish(maker)).status).toBe(409)
    expect(await getCardRow('c1')).toMatchObject({ visibility: 'draft' })
  })
})

describe('renaming a card', () => {
  test.each(['draft', 'unlisted', 'public'] as const)(
    'draws a new nickname on a card that is %s, at a new URL, and deletes the earlier image',
    async (visibility) => {
      const before = await own(visibility)
      const page = await (await maker.send('/api/cards/c1')).json<CardPage>()
      const renamed = await (await ACTIONS.rename(maker)).json<OwnCard>()
      expect(renamed).toMatchObject({ id: 'c1', playerName: 'Nova', jerseyNumber: '12' })
      expect(renamed.imageUrl).not.toBe(before)
      expect(renamed.version).not.toBe(page.version)
      expect(await getCardRow('c1')).toMatchObject({
        player_name: 'Nova',
        image_url: toStoredPath(renamed.imageUrl),
        visibility,
      })
      const path = renamed.imageUrl.slice(renamed.imageUrl.indexOf('/cards/') + 1)
      expect(await filesBelow('cards/c1/')).toEqual([path])
      const ledger = await testEnv().DB.prepare('select * from generations').all<Record<string, unknown>>()
      expect(ledger.results).toMatchObject([
        {
          image_url: toStoredPath(renamed.imageUrl),
          player_name: 'Nova',
          card_id: 'c1',
          stats: JSON.stringify(renamed.stats),
        },
      ])
    },
  )

  test.each(['public', 'unlisted'] as const)(
    'filters a new nickname on a card that is %s, but not on a draft',
    async (visibility) => {
      await own(visibility)
      const before = await getCardRow('c1')
      const bad = { method: 'PATCH', headers: JSON_BODY, body: JSON.stringify({ playerName: 's h 1 t' }) }
      const refused = await maker.send('/api/cards/c1', bad)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ code: 'NICKNAME_REFUSED', message: REFUSAL.nickname })
      expect(await getCardRow('c1')).toEqual(before)
      await ownedCard(getVisitorId(maker.cookie()!), { id: 'c2', visibility: 'draft' })
      expect((await maker.send('/api/cards/c2', bad)).status).toBe(200)
    },
  )

  test('limits one visitor to sixty renames an hour, and counts none that change nothing', async () => {
    await own('public')
    await ACTIONS.rename(maker)
    await ACTIONS.rename(maker)
    const { DB } = testEnv()
    expect(await DB.prepare(`select used from window_counters where key like 'redraws:%'`).first()).toEqual({ used: 1 })
    await DB.exec(
      `update window_counters set used = 60 where key like 'redraws:%'; update fantasy_football_cards set player_name = 'Ace'`,
    )
    const before = await getCardRow('c1')
    now += 10 * 60_000
    const refused = await ACTIONS.rename(maker)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3000'])
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED', message: REFUSAL.redrawnTooOften })
    expect(await getCardRow('c1')).toEqual(before)
    now += 50 * 60_000
    expect((await ACTIONS.rename(maker)).status).toBe(200)
  })

  test('refuses to rename a hidden card, so that a moderator sees the reported one', async () => {
    await own('hidden')
    expect((await ACTIONS.rename(maker)).status).toBe(409)
    expect(await getCardRow('c1')).toMatchObject({ visibility: 'draft', hidden_from: 'public', player_name: 'Ace' })
  })

  test('rejects a nickname that is not text', async () => {
    await own('public')
    expect(
      (await maker.send('/api/cards/c1', { method: 'PATCH', headers: JSON_BODY, body: '{"playerName":7}' })).status,
    ).toBe(400)
  })
})

describe('removing a card', () => {
  test.each(['draft', 'unlisted', 'public', 'hidden'] as const)(
    'deletes everything of a card that is %s: row, files, votes, tallies, reports and entries',
    async (visibility) => {
      await own(visibility)
      const paths = await storePictures('c1')
      const db = testEnv().DB
      await db.batch([
        db.prepare(`insert into votes (voter, card, at) values ('v', 'c1', ?)`).bind(now),
        db
          .prepare(`insert into reports (card, reporter, network, reason, at) values ('c1', 'r', 'n', 'hate', ?)`)
          .bind(now),
      ])
      expect(await filesBelow('')).toEqual(expect.arrayContaining([...paths, 'ai/0c1.png', 'cards/c1/1.jpg']))

      expect((await ACTIONS.remove(maker)).status).toBe(204)
      for (const table of ['fantasy_football_cards', 'generations', 'votes', 'vote_tallies', 'reports'])
        expect([table, await countRows(table)]).toEqual([table, 0])
      expect(await filesBelow('')).toEqual([])
    },
  )

  test('returns 410 at the URL of a removed card, for everyone and every action', async () => {
    await own('public')
    await ACTIONS.remove(maker)
    now += 400 * 86_400_000
    await app.services.sweep(now)
    for (const visitor of [maker, stranger]) {
      const page = await visitor.send('/api/cards/c1')
      expect([page.status, await page.json()]).toEqual([410, expect.objectContaining({ code: 'GONE' })])
      for (const action of ACTION_NAMES) expect((await ACTIONS[action](visitor)).status).toBe(410)
      expect((await visitor.post('/api/cards/c1/share', {})).status).toBe(410)
      expect((await visitor.post('/api/cards/c1/votes', { votes: 1 })).status).toBe(410)
      expect((await visitor.post('/api/cards/c1/reports', { reason: 'hate' })).status).toBe(410)
    }
  })

  test('deletes an image that was drawn during the removal with the next sweep', async () => {
    await own('public')
    await ACTIONS.remove(maker)
    await testEnv().FILES.put('cards/c1/late/share.jpg', 'late')
    await testEnv().FILES.put('cards/c10/1.jpg', 'another card')
    await app.services.sweep(now + 5 * 60_000)
    expect(await filesBelow('cards/')).toEqual(['cards/c10/1.jpg'])
  })
})

describe('my cards', () => {
  test('lists all cards of a visitor, newest first, including drafts and hidden ones', async () => {
    const owner = getVisitorId(await maker.arrive())
    for (const [n, visibility] of (['draft', 'unlisted', 'public', 'hidden'] as const).entries())
      await ownedCard(owner, { id: `mine-${n}`, visibility, createdAt: `2026-01-0${n + 1}T00:00:00.000Z` })
    await ownedCard('somebody', { id: 'other', visibility: 'draft' })

    const { cards } = await (await maker.send('/api/cards/mine')).json<{ cards: OwnCard[] }>()
    expect(cards.map(({ id, visibility, hidden }) => [id, visibility, hidden])).toEqual([
      ['mine-3', 'public', true],
      ['mine-2', 'public', false],
      ['mine-1', 'unlisted', false],
      ['mine-0', 'draft', false],
    ])
    expect(cards[0]).toMatchObject({ armor: 'none', tier: 'Rookie', version: expect.stringMatching(/^[0-9a-f]{10}$/) })
    expect(await (await stranger.send('/api/cards/mine')).json()).toEqual({ cards: [] })
  })

  test('lists and deletes a signed-in user’s cards on every device', async () => {
    const account = { email: 'ann@example.com', password: 'correct horse battery', projectId: 'fantasy-cards' }
    const signed = await app.visitor().post('/api/auth/signup', account)
    const { access_token: token, user } = await signed.json<{ access_token: string; user: { id: string } }>()
    await own('public')
    await testEnv().DB.prepare('update fantasy_football_cards set user_id = ?1').bind(user.id).run()
    const getIds = async (headers: Record<string, string>) =>
      (await (await stranger.send('/api/cards/mine', { headers })).json<{ cards: OwnCard[] }>()).cards.map(
        ({ id }) => id,
      )

    const bearer = { authorization: `Bearer ${token}` }
    expect([await getIds(bearer), await getIds({}), await getIds({ authorization: 'Bearer a.b.c' })]).toEqual([
      ['c1'],
      [],
      [],
    ])
    const page = await (await stranger.send('/api/cards/c1', { headers: bearer })).json<CardPage>()
    expect([page.mine, (await (await stranger.send('/api/cards/c1')).json<CardPage>()).mine]).toEqual([true, false])
    expect((await ACTIONS.link(stranger)).status).toBe(403)
    expect((await ACTIONS.link(stranger, bearer)).status).toBe(200)
    expect((await ACTIONS.remove(stranger, bearer)).status).toBe(204)
  })
})
