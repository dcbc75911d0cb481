import { beforeEach, describe, expect, test } from 'vitest'
import type { CardPage, OwnCard } from '#shared/contracts/cards.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { DRAFT_RETENTION_DAYS } from '#shared/domain/limits.ts'
import { DAY_MS } from '#shared/time.ts'
import { createDrivenApp } from './driven.ts'
import { saveBody } from './generating.ts'
import { createManageTokenFor } from './owned-cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { getCardRow } from '../../support/cards.ts'

const OVAL = JSON.stringify({ cx: 0.5, cy: 0.5, s: 0.4, roll: 0 })

beforeEach(freshDatabase)

/** Creates a draft, its maker, a visitor with its manage link and one without. */
async function makeDraft() {
  const driven = createDrivenApp()
  const maker = await driven.visitor()
  const { id, card } = await driven.run(maker)
  const holder = await driven.visitor({ 'x-manage-token': await createManageTokenFor(card!.id) })
  return { driven, maker, holder, stranger: await driven.visitor(), id, card: card! }
}

describe('editing in another browser', () => {
  test('returns a card’s generation id only to its owners', async () => {
    const { driven, maker, holder, id, card } = await makeDraft()
    const getPage = async (visitor: typeof maker) =>
      (await visitor.send(`/api/cards/${card.id}`)).json<CardPage>().then((page) => page.generationId)
    expect([await getPage(maker), await getPage(holder)]).toEqual([id, id])
    const { cards } = await (await maker.send('/api/cards/mine')).json<{ cards: OwnCard[] }>()
    expect(cards.map(({ generationId }) => generationId)).toEqual([id])
    await maker.post(`/api/cards/${card.id}/share`, {})
    expect(await getPage(await driven.visitor())).toBeUndefined()
  })

  test('returns a card’s generation id only while the generation is stored', async () => {
    const { driven, maker, card } = await makeDraft()
    await maker.post('/api/cards', saveBody(card))
    const named = async () => (await (await maker.send(`/api/cards/${card.id}`)).json<CardPage>()).generationId
    expect(await named()).toBeDefined()
    driven.time.now += DRAFT_RETENTION_DAYS * DAY_MS
    expect(await named()).toBeUndefined()
  })

  test('shows a generation and its images to a holder of the manage link', async () => {
    const { holder, stranger, id, card } = await makeDraft()
    const response = await holder.send(`/api/generations/${id}`)
    expect((await response.json<Generation>()).card).toMatchObject({ id: card.id, visibility: 'draft' })
    expect(response.headers.getSetCookie().join()).toContain(`Path=/my-picture/${card.id}`)
    expect((await stranger.send(`/api/generations/${id}`)).status).toBe(404)
  })

  test('lets only the browser that made a card save it, and tells other browsers', async () => {
    const { maker, holder, id, card } = await makeDraft()
    for (const [visitor, canSave] of [
      [maker, true],
      [holder, false],
    ] as const) {
      expect(await (await visitor.send(`/api/cards/${card.id}`)).json<CardPage>()).toMatchObject({ canSave })
      const generation = await (await visitor.send(`/api/generations/${id}`)).json<Generation>()
      expect(generation.card).toMatchObject({ canSave })
    }
    expect((await holder.post('/api/cards', saveBody(card))).status).toBe(403)
  })

  test('accepts new stats only with the manage link', async () => {
    const { holder, stranger, id, card } = await makeDraft()
    const body = { stats: { ...card.stats, agility: 42 } }
    expect((await stranger.post(`/api/generations/${id}/stats`, body)).status).toBe(404)
    const edited = await (await holder.post(`/api/generations/${id}/stats`, body)).json<Generation>()
    expect(edited.card!.stats.agility).toBe(42)
  })

  test('shares a card only with the manage link', async () => {
    const { holder, stranger, card } = await makeDraft()
    expect((await stranger.post(`/api/cards/${card.id}/share`, {})).status).toBe(404)
    const shared = await holder.post(`/api/cards/${card.id}/share`, {})
    expect([shared.status, await shared.json()]).toMatchObject([200, { visibility: 'unlisted' }])
  })

  test('redraws a card with the manage link, without changing its owner', async () => {
    const { driven, maker, holder, stranger, id, card } = await makeDraft()
    expect((await driven.send(stranger, { adjusts: id, face: OVAL })).status).toBe(404)
    const again = await driven.run(holder, { adjusts: id, face: OVAL })
    expect(again).toMatchObject({ state: 'ready', card: { id: card.id } })
    expect(await driven.view(maker, again.id)).toMatchObject({ state: 'ready', card: { id: card.id } })
    expect((await getCardRow(card.id))!['generation_id']).toBe(again.id)
    // Only the maker can save it, as before.
    const { playerName, jerseyNumber, teamColors, imageUrl, stats } = again.card!
    const save = { playerName, jerseyNumber, teamColors, imageUrl, stats }
    expect((await maker.post('/api/cards', save)).status).toBe(201)
  })
})
