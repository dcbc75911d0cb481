import { beforeEach, describe, expect, test } from 'vitest'
import type { OwnCard } from '#shared/contracts/cards.ts'
import { createTestApp, idOf, noPictures, type TestApp, type TestVisitor } from '../../support/app.ts'
import { rowOf } from '../../support/cards.ts'
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

describe('cards from before a sign-in', () => {
  const signUp = async (email: string) => {
    const account = { email, password: 'correct horse battery', projectId: 'fantasy-cards' }
    const signed = await app.visitor().post('/api/auth/signup', account)
    const { access_token: token, user } = await signed.json<{ access_token: string; user: { id: string } }>()
    return { userId: user.id, bearer: { authorization: `Bearer ${token}` } }
  }
  const keep = (visitor: TestVisitor, headers: Record<string, string> = {}) =>
    visitor.post('/api/cards/keep', {}, headers)
  const keptOnes = async (visitor: TestVisitor, headers: Record<string, string> = {}) =>
    (await (await visitor.send('/api/cards/mine', { headers })).json<{ cards: OwnCard[] }>()).cards.map(
      ({ id, kept }) => [id, kept],
    )

  test('are kept with the account when their maker asks: on every device, and still with this browser', async () => {
    const ann = await signUp('ann@example.com')
    const owner = idOf(await maker.arrive())
    for (const [n, visibility] of (['draft', 'unlisted', 'public', 'hidden'] as const).entries())
      await ownedCard(owner, { id: `mine-${n}`, visibility, createdAt: `2026-01-0${n + 1}T00:00:00.000Z` })
    await ownedCard('somebody', { id: 'other', visibility: 'public' })
    const before = await rowOf('other')
    expect((await keptOnes(maker, ann.bearer)).map(([, kept]) => kept)).toEqual([false, false, false, false])

    expect(await (await keep(maker, ann.bearer)).json()).toEqual({ added: 4 })
    const all = ['mine-3', 'mine-2', 'mine-1', 'mine-0'].map((id) => [id, true])
    expect(await keptOnes(maker)).toEqual(all)
    expect(await keptOnes(stranger, ann.bearer)).toEqual(all)
    expect(await rowOf('mine-2')).toMatchObject({ owner, visibility: 'public', user_id: ann.userId })
    expect(await rowOf('other')).toEqual(before)
    expect(await (await keep(maker, ann.bearer)).json()).toEqual({ added: 0 })
  })

  test('stay with the first account that keeps them', async () => {
    const [ann, bob] = [await signUp('ann@example.com'), await signUp('bob@example.com')]
    await ownedCard(idOf(await maker.arrive()), { visibility: 'public' })
    await keep(maker, ann.bearer)
    expect(await (await keep(maker, bob.bearer)).json()).toEqual({ added: 0 })
    expect(await rowOf('c1')).toMatchObject({ user_id: ann.userId })
    expect(await keptOnes(stranger, bob.bearer)).toEqual([])
  })

  test('are asked of somebody who has signed in, on a browser that has a name', async () => {
    await ownedCard(idOf(await maker.arrive()), { visibility: 'public' })
    for (const headers of [{}, { authorization: 'Bearer a.b.c' }]) expect((await keep(maker, headers)).status).toBe(401)
    const ann = await signUp('ann@example.com')
    const nameless = await app.send('/api/cards/keep', { method: 'POST', headers: ann.bearer })
    expect([nameless.status, await nameless.json()]).toEqual([200, { added: 0 }])
    expect(await (await keep(stranger, ann.bearer)).json()).toEqual({ added: 0 })
    expect(await rowOf('c1')).toMatchObject({ user_id: 'anonymous' })
  })
})
