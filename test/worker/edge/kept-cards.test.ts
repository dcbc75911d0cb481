import { beforeEach, describe, expect, test } from 'vitest'
import type { OwnCard } from '#shared/contracts/cards.ts'
import { createTestApp, getVisitorId, noPictures, type TestApp, type TestVisitor } from '../../support/app.ts'
import { getCardRow } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { ownedCard } from './owned-cards.ts'

let app: TestApp
let maker: TestVisitor
let stranger: TestVisitor
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp({ pictures: noPictures, clock: () => Date.parse('2026-11-21T12:00:00.000Z') })
  maker = app.visitor()
  stranger = app.visitor()
  await stranger.arrive()
})

describe('cards made before signing in', () => {
  const signUp = async (email: string) => {
    const account = { email, password: 'correct horse battery', projectId: 'fantasy-cards' }
    const signed = await app.visitor().post('/api/auth/signup', account)
    const { access_token: token, user } = await signed.json<{ access_token: string; user: { id: string } }>()
    return { userId: user.id, bearer: { authorization: `Bearer ${token}` } }
  }
  const keep = (visitor: TestVisitor, headers: Record<string, string> = {}) =>
    visitor.post('/api/cards/keep', {}, headers)
  const listKeepable = async (visitor: TestVisitor, headers: Record<string, string> = {}) =>
    (await (await visitor.send('/api/cards/mine', { headers })).json<{ cards: OwnCard[] }>()).cards.map(
      ({ id, kept }) => [id, kept],
    )

  test('adds a browser’s cards to the account when their maker asks, on every device and still in this browser', async () => {
    const ann = await signUp('ann@example.com')
    const owner = getVisitorId(await maker.arrive())
    for (const [n, visibility] of (['draft', 'unlisted', 'public', 'hidden'] as const).entries())
      await ownedCard(owner, { id: `mine-${n}`, visibility, createdAt: `2026-01-0${n + 1}T00:00:00.000Z` })
    await ownedCard('somebody', { id: 'other', visibility: 'public' })
    const before = await getCardRow('other')
    expect((await listKeepable(maker, ann.bearer)).map(([, kept]) => kept)).toEqual([false, false, false, false])

    expect(await (await keep(maker, ann.bearer)).json()).toEqual({ added: 4 })
    const all = ['mine-3', 'mine-2', 'mine-1', 'mine-0'].map((id) => [id, true])
    expect(await listKeepable(maker)).toEqual(all)
    expect(await listKeepable(stranger, ann.bearer)).toEqual(all)
    expect(await getCardRow('mine-2')).toMatchObject({ owner, visibility: 'public', user_id: ann.userId })
    expect(await getCardRow('other')).toEqual(before)
    expect(await (await keep(maker, ann.bearer)).json()).toEqual({ added: 0 })
  })

  test('keeps cards with the first account that adds them', async () => {
    const [ann, bob] = [await signUp('ann@example.com'), await signUp('bob@example.com')]
    await ownedCard(getVisitorId(await maker.arrive()), { visibility: 'public' })
    await keep(maker, ann.bearer)
    expect(await (await keep(maker, bob.bearer)).json()).toEqual({ added: 0 })
    expect(await getCardRow('c1')).toMatchObject({ user_id: ann.userId })
    expect(await listKeepable(stranger, bob.bearer)).toEqual([])
  })

  test('requires a signed-in user and a visitor cookie to add cards to an account', async () => {
    await ownedCard(getVisitorId(await maker.arrive()), { visibility: 'public' })
    for (const headers of [{}, { authorization: 'Bearer a.b.c' }]) expect((await keep(maker, headers)).status).toBe(401)
    const ann = await signUp('ann@example.com')
    const nameless = await app.send('/api/cards/keep', { method: 'POST', headers: ann.bearer })
    expect([nameless.status, await nameless.json()]).toEqual([200, { added: 0 }])
    expect(await (await keep(stranger, ann.bearer)).json()).toEqual({ added: 0 })
    expect(await getCardRow('c1')).toMatchObject({ user_id: 'anonymous' })
  })
})
