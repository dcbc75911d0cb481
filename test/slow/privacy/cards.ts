import { expect } from 'vitest'
import type { Card } from '#shared/domain/card.ts'
import type { TestVisitor } from '../../support/app.ts'
import { getCardRow } from '../../support/cards.ts'
import { PROJECT } from '../../support/backend.ts'
import { testEnv } from '../../support/env.ts'
import { createManageTokenFor, ownedCard, storePictures, type Visibility } from '../../worker/edge/owned-cards.ts'
import { createPlace, DAY, listFiles, MINUTE, type Proof, serviceKey, START, findTablesContaining } from './place.ts'

const LISTS = ['recent', 'strip', 'top', 'week', 'trending', 'new'] as const
const CARD = '/api/cards/c1'

const statusFor = async (visitor: TestVisitor, path = CARD) => (await visitor.send(path)).status

/** Returns the lists that show the card to a visitor. */
async function listsWith(visitor: TestVisitor): Promise<string[]> {
  const found: string[] = []
  for (const list of LISTS) {
    const { cards } = await (await visitor.send(`/api/cards?list=${list}`)).json<{ cards: Card[] }>()
    if (cards.some(({ id }) => id === 'c1')) found.push(list)
  }
  return found
}

async function signUp(visitor: TestVisitor, email: string) {
  const account = { email, password: 'correct horse battery', projectId: PROJECT }
  const response = await visitor.post('/api/auth/signup', account)
  return response.json<{ access_token: string; user: { id: string } }>()
}

const remove = (visitor: TestVisitor, headers: Record<string, string> = {}) =>
  visitor.send(CARD, { method: 'DELETE', headers })

/** Asserts that the card stays until its maker deletes it, however much time passes. */
const staysUntilDeleted = (visibility: Visibility) => async () => {
  const { sweep, time, maker: make } = createPlace()
  const { maker } = await make(visibility)
  for (const days of [31, 731, 3650]) {
    time.now = START + days * DAY
    await sweep()
    expect(await getCardRow('c1')).toMatchObject({ visibility })
  }
  expect((await remove(maker)).status).toBe(204)
  expect([await getCardRow('c1'), await statusFor(maker)]).toEqual([null, 410])
}

export const cards = {
  'draft.howLong': async () => {
    const { sweep, time, maker } = createPlace()
    await maker('draft')
    time.now = START + 30 * DAY - MINUTE
    await sweep()
    expect(await getCardRow('c1')).not.toBeNull()
    time.now = START + 30 * DAY + MINUTE
    await sweep()
    expect(await getCardRow('c1')).toBeNull()
    expect((await listFiles()).filter((key) => key.includes('c1'))).toEqual([])
  },

  'draft.who': async () => {
    const { app, person, maker: make } = createPlace()
    const { maker } = await make('draft')
    expect(await statusFor(maker)).toBe(200)
    for (const other of [await person(), app.visitor()]) {
      for (const path of [CARD, '/card/c1', '/download/c1/card']) expect(await statusFor(other, path)).toBe(404)
      expect(await listsWith(other)).toEqual([])
    }
  },

  'unlisted.why': async () => {
    const { person, maker: make } = createPlace()
    const { maker } = await make('draft')
    const stranger = await person()
    expect(await statusFor(stranger)).toBe(404)
    await maker.post(`${CARD}/share`, {})
    expect(await statusFor(stranger)).toBe(200)
  },
  'unlisted.howLong': staysUntilDeleted('unlisted'),
  'unlisted.who': async () => {
    const { person, maker } = createPlace()
    await maker('unlisted')
    const stranger = await person()
    expect(await statusFor(stranger)).toBe(200)
    expect(await listsWith(stranger)).toEqual([])
    const page = await stranger.send('/card/c1')
    expect(await page.text()).toMatch(/<meta name="robots" content="[^"]*noindex/u)
  },

  'public.why': async () => {
    const { person, maker } = createPlace()
    await maker('public')
    const { cards: top } = await (await (await person()).send('/api/cards?list=top')).json<{ cards: Card[] }>()
    expect(top).toMatchObject([
      { playerName: 'Ace', jerseyNumber: '12', teamColors: 'Green Bay Packers', stats: { strength: 77 } },
    ])
  },
  'public.howLong': async () => {
    const { person, maker: make } = createPlace()
    const { maker } = await make('public')
    expect((await maker.post(`${CARD}/unpublish`, {})).status).toBe(200)
    expect(await listsWith(await person())).toEqual([])
  },
  'public.who': async () => {
    const { app, person, maker } = createPlace()
    await maker('public')
    for (const visitor of [await person(), app.visitor()]) {
      expect(await statusFor(visitor)).toBe(200)
      expect(await listsWith(visitor)).toContain('top')
    }
  },

  'delete.all': async () => {
    const { app, person, maker: make } = createPlace()
    const { maker } = await make('public')
    const pictures = await storePictures('c1')
    const fan = await person()
    expect((await fan.post(`${CARD}/votes`, { votes: 1 })).status).toBe(200)
    expect((await fan.post(`${CARD}/reports`, { reason: 'hate' })).status).toBe(202)
    expect(pictures.length).toBeGreaterThan(3)
    expect((await listFiles()).filter((key) => key.includes('c1')).length).toBeGreaterThan(pictures.length)

    expect((await remove(maker)).status).toBe(204)
    expect((await listFiles()).filter((key) => key.includes('c1'))).toEqual([])
    expect(await findTablesContaining('"c1"')).toEqual(['removed_cards'])
    expect(await statusFor(app.visitor(), '/card/c1')).toBe(410)
  },
  'delete.who': async () => {
    const { app, person, maker: make } = createPlace()
    const { id: owner } = await make('public')
    const stranger = await person()
    expect((await remove(stranger)).status).toBe(403)
    expect((await remove(stranger, { 'x-manage-token': await createManageTokenFor('c2') })).status).toBe(403)
    expect(await getCardRow('c1')).not.toBeNull()
    const people = await Promise.all(['ann', 'bob'].map((name) => signUp(app.visitor(), `${name}@example.com`)))
    const [ann, bob] = people.map(({ access_token: token }) => ({ authorization: `Bearer ${token}` }))
    await testEnv().DB.prepare('update fantasy_football_cards set user_id = ?1').bind(people[0]!.user.id).run()
    expect((await remove(stranger, bob)).status).toBe(403)
    expect((await remove(stranger, ann)).status).toBe(204)
    await ownedCard(owner, { id: 'c2', visibility: 'public' })
    const byLink = { 'x-manage-token': await createManageTokenFor('c2') }
    expect((await stranger.send('/api/cards/c2', { method: 'DELETE', headers: byLink })).status).toBe(204)

    await ownedCard(owner, { id: 'c3', visibility: 'public' })
    const decide = (headers: Record<string, string>) =>
      app.visitor().post('/api/reports/c3', { decision: 'remove' }, headers)
    expect((await decide(bob!)).status).toBeGreaterThanOrEqual(400)
    expect((await decide(serviceKey())).status).toBeLessThan(300)
    expect(await getCardRow('c3')).toBeNull()
  },
  'delete.copies': async () => {
    const { person, maker: make } = createPlace()
    const { maker, imageUrl } = await make('public')
    const stranger = await person()
    const file = imageUrl.replace('https://cards.example', '')
    const before = await stranger.send(file)
    expect([before.status, before.headers.get('cdn-cache-control')]).toEqual([200, 'public, max-age=300'])
    await remove(maker)
    for (const path of [file, CARD, '/card/c1', '/download/c1/card', '/picture/c1.back.jpg'])
      expect([404, 410]).toContain(await statusFor(stranger, path))
  },
} satisfies Record<string, Proof>
