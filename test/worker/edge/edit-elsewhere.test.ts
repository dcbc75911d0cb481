import { beforeEach, describe, expect, test } from 'vitest'
import type { CardPage, OwnCard } from '#shared/contracts/cards.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { DRAFT_KEPT_DAYS } from '#shared/domain/limits.ts'
import { DAY_MS } from '#shared/time.ts'
import { createDrivenApp } from './driven.ts'
import { saveBody } from './generating.ts'
import { manageTokenFor } from './owned-cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { rowOf } from '../../support/cards.ts'

const OVAL = JSON.stringify({ cx: 0.5, cy: 0.5, s: 0.4, roll: 0 })

beforeEach(freshDatabase)

/** A draft, its maker, a visitor with its manage link and one without. */
async function makeDraft() {
  const driven = createDrivenApp()
  const maker = await driven.visitor()
  const { id, card } = await driven.run(maker)
  const holder = await driven.visitor({ 'x-manage-token': await manageTokenFor(card!.id) })
  return { driven, maker, holder, stranger: await driven.visitor(), id, card: card! }
}

describe('a card that is edited in another browser', () => {
  test('names its generation to its owners alone', async () => {
    const { driven, maker, holder, id, card } = await makeDraft()
    const pageOf = async (visitor: typeof maker) =>
      (await visitor.send(`/api/cards/${card.id}`)).json<CardPage>().then((page) => page.generationId)
    expect([await pageOf(maker), await pageOf(holder)]).toEqual([id, id])
    const { cards } = await (await maker.send('/api/cards/mine')).json<{ cards: OwnCard[] }>()
    expect(cards.map(({ generationId }) => generationId)).toEqual([id])
    await maker.post(`/api/cards/${card.id}/share`, {})
    expect(await pageOf(await driven.visitor())).toBeUndefined()
  })

  test('names its generation no longer than the generation is kept', async () => {
    const { driven, maker, card } = await makeDraft()
    await maker.post('/api/cards', saveBody(card))
    const named = async () => (await (await maker.send(`/api/cards/${card.id}`)).json<CardPage>()).generationId
    expect(await named()).toBeDefined()
    driven.time.now += DRAFT_KEPT_DAYS * DAY_MS
    expect(await named()).toBeUndefined()
  })

  test('is shown with its manage link, and with its pictures', async () => {
    const { holder, stranger, id, card } = await makeDraft()
    const answer = await holder.send(`/api/generations/${id}`)
    expect((await answer.json<Generation>()).card).toMatchObject({ id: card.id, visibility: 'draft' })
    expect(answer.headers.getSetCookie().join()).toContain(`Path=/my-picture/${card.id}`)
    expect((await stranger.send(`/api/generations/${id}`)).status).toBe(404)
  })

  test('takes other stats with its manage link, and none without', async () => {
    const { holder, stranger, id, card } = await makeDraft()
    const body = { stats: { ...card.stats, agility: 42 } }
    expect((await stranger.post(`/api/generations/${id}/stats`, body)).status).toBe(404)
    const edited = await (await holder.post(`/api/generations/${id}/stats`, body)).json<Generation>()
    expect(edited.card!.stats.agility).toBe(42)
  })

  test('is shared with its manage link, and not without', async () => {
    const { holder, stranger, card } = await makeDraft()
    expect((await stranger.post(`/api/cards/${card.id}/share`, {})).status).toBe(404)
    const shared = await holder.post(`/api/cards/${card.id}/share`, {})
    expect([shared.status, await shared.json()]).toMatchObject([200, { visibility: 'unlisted' }])
  })

  test('is drawn again with its manage link, stays its maker’s, and both go on with it', async () => {
    const { driven, maker, holder, stranger, id, card } = await makeDraft()
    expect((await driven.send(stranger, { adjusts: id, face: OVAL })).status).toBe(404)
    const again = await driven.run(holder, { adjusts: id, face: OVAL })
    expect(again).toMatchObject({ state: 'ready', card: { id: card.id } })
    expect(await driven.view(maker, again.id)).toMatchObject({ state: 'ready', card: { id: card.id } })
    expect((await rowOf(card.id))!['generation_id']).toBe(again.id)
    // The maker alone can save it, as before.
    const { playerName, jerseyNumber, teamColors, imageUrl, stats } = again.card!
    const save = { playerName, jerseyNumber, teamColors, imageUrl, stats }
    expect((await maker.post('/api/cards', save)).status).toBe(201)
  })
})
