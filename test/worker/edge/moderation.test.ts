import { beforeEach, describe, expect, test } from 'vitest'
import type { CardPage, CardsResponse, OwnCardsResponse, SavedCard } from '#shared/contracts/cards.ts'
import type { ReportQueue } from '#shared/contracts/reports.ts'
import { CONSENT_VERSION } from '#shared/domain/card-words.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import type * as z from 'zod/mini'
import { render } from '#worker/graphics/engine.ts'
import type { TestVisitor } from '../../support/app.ts'
import { createAuthApp, ORIGIN } from '../../support/auth.ts'
import { as } from '../../support/backend.ts'
import { getCardRow, saveRow } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createArt } from '../../support/stub-artist.ts'
import { createDrivenApp, type DrivenApp } from './driven.ts'
import { saveBody, sendForm } from './generating.ts'

const OVAL = { face: JSON.stringify({ cx: 0.3, cy: 0.4, s: 0.2, roll: 0 }) }
const NO_FACE = { source: 'computed', finish: 'photo', notices: ['no-face'] } as const
const BOSS = 'boss@example.com'
const REVIEWING = { vars: { REVIEW_CARDS_WITHOUT_FACE: 'true', ADMIN_EMAILS: BOSS } }

beforeEach(freshDatabase)

/** Creates a draft that is not shared. */
async function makeCard(driven: DrivenApp, visitor: TestVisitor, fields: Record<string, string> = {}) {
  const { card } = await driven.run(visitor, fields)
  return card!
}

type Made = Awaited<ReturnType<typeof makeCard>>

const save = (visitor: TestVisitor, card: Made) => visitor.post('/api/cards', saveBody(card))

async function decide({ app }: DrivenApp, id: string, decision: 'restore' | 'remove') {
  const headers = { ...as.service(), 'content-type': 'application/json' }
  const body = JSON.stringify({ decision })
  expect((await app.send(`/api/reports/${id}`, { method: 'POST', headers, body })).status).toBe(200)
}

const getQueue = async ({ app }: DrivenApp) =>
  (await (await app.send('/api/reports', { headers: as.service() })).json<ReportQueue>()).queue

async function newest({ app }: DrivenApp): Promise<string[]> {
  const { cards } = await (await app.send('/api/cards?list=new')).json<z.infer<typeof CardsResponse>>()
  return cards.map(({ id }) => id)
}

describe('a card without a detected face', () => {
  test('keeps a card without a detected face unlisted until a moderator approves it, and tells its maker', async () => {
    const driven = createDrivenApp(REVIEWING)
    driven.made.art = () => createArt(NO_FACE)
    const ann = await driven.visitor()
    const card = await makeCard(driven, ann, OVAL)
    const saved = await save(ann, card)
    expect([saved.status, (await saved.json<SavedCard>()).waiting]).toEqual([201, true])
    expect(await getCardRow(card.id)).toMatchObject({ visibility: 'unlisted', review: 'waiting', face_found: 0 })
    expect(await newest(driven)).toEqual([])
    const { cards } = await (await ann.send('/api/cards/mine')).json<z.infer<typeof OwnCardsResponse>>()
    expect(cards).toMatchObject([{ id: card.id, waiting: true, visibility: 'unlisted' }])
    expect((await driven.app.send(`/api/cards/${card.id}`)).status).toBe(200)
    expect(await getQueue(driven)).toMatchObject([{ card: { id: card.id }, waiting: true, reporters: 0, reasons: [] }])

    await decide(driven, card.id, 'restore')
    expect(await newest(driven)).toEqual([card.id])
    expect(await getQueue(driven)).toEqual([])
    expect(await getCardRow(card.id)).toMatchObject({ visibility: 'public', review: 'seen' })
    // Once approved, it may be unpublished and published again.
    expect((await ann.post(`/api/cards/${card.id}/unpublish`, {})).status).toBe(200)
    expect((await (await save(ann, card)).json<SavedCard>()).waiting).toBe(false)
    expect(await newest(driven)).toEqual([card.id])
  })

  test('removes a pending card from the queue when its maker withdraws it', async () => {
    const driven = createDrivenApp(REVIEWING)
    driven.made.art = () => createArt(NO_FACE)
    const ann = await driven.visitor()
    const card = await makeCard(driven, ann, OVAL)
    await save(ann, card)
    expect((await ann.post(`/api/cards/${card.id}/unpublish`, {})).status).toBe(200)
    expect(await getQueue(driven)).toEqual([])
    await decide(driven, card.id, 'restore')
    expect(await newest(driven)).toEqual([])
  })

  test('checks the art of other engines for a face, and queues art that it cannot check', async () => {
    const driven = createDrivenApp(REVIEWING)
    driven.made.art = () => createArt({ source: 'trained', finish: null, notices: [] })
    const ann = await driven.visitor()
    driven.seen.respond = () => ({ kind: 'none' })
    const faceless = await makeCard(driven, ann, OVAL)
    expect((await (await save(ann, faceless)).json<SavedCard>()).waiting).toBe(true)
    driven.seen.respond = () => ({ kind: 'one', isSmiling: true })
    const withFace = await makeCard(driven, ann, OVAL)
    expect((await (await save(ann, withFace)).json<SavedCard>()).waiting).toBe(false)
    expect(await newest(driven)).toEqual([withFace.id])
  })

  test('keeps a pending card out of the Hall unless a model drew it, and its link working', async () => {
    const driven = createDrivenApp()
    driven.made.art = () => createArt(NO_FACE)
    const ann = await driven.visitor()
    const faceless = await makeCard(driven, ann, OVAL)
    expect(await (await ann.send(`/api/cards/${faceless.id}`)).json<CardPage>()).toMatchObject({ needsFace: true })
    const refused = await save(ann, faceless)
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'FACE_REQUIRED' }])
    expect(await getCardRow(faceless.id)).toMatchObject({ visibility: 'draft', consent: null, consent_at: null })
    expect((await ann.post(`/api/cards/${faceless.id}/share`, {})).status).toBe(200)
    expect((await driven.app.send(`/api/cards/${faceless.id}`)).status).toBe(200)

    driven.made.art = () => createArt({ source: 'trained', finish: null, notices: [] })
    driven.seen.respond = () => ({ kind: 'none' })
    const generated = await makeCard(driven, ann, OVAL)
    expect(generated).toMatchObject({ needsFace: false })
    expect((await (await save(ann, generated)).json<SavedCard>()).waiting).toBe(false)
    expect(await newest(driven)).toEqual([generated.id])
  })
})

test('stores the consent version that a maker agreed to, and when', async () => {
  const driven = createDrivenApp()
  const ann = await driven.visitor()
  const card = await makeCard(driven, ann)
  const { created_at: before } = (await getCardRow(card.id))!
  expect((await save(ann, card)).status).toBe(201)
  const row = (await getCardRow(card.id))!
  expect(row).toMatchObject({ consent: CONSENT_VERSION, visibility: 'public' })
  expect(row['consent_at']).toBe(row['created_at'])
  expect(String(row['consent_at']) >= String(before)).toBe(true)
})

test('stores no consent for a save by an API client, regardless of its cookie', async () => {
  const driven = createDrivenApp()
  const ann = await driven.visitor()
  const card = await makeCard(driven, ann)
  const saved = await ann.post('/rest/v1/fantasy_football_cards', saveRow(card.imageUrl), as.public())
  expect([saved.status, (await getCardRow(card.id))!['consent']]).toEqual([201, 'api'])
})

describe('a removed picture', () => {
  async function createRemoved() {
    const driven = createDrivenApp()
    const ann = await driven.visitor()
    const card = await makeCard(driven, ann)
    expect((await save(ann, card)).status).toBe(201)
    await decide(driven, card.id, 'remove')
    return { driven, ann, card }
  }

  test('refuses to save or share a removed picture again, by anyone, with other art or another photo', async () => {
    const { driven, ann } = await createRemoved()
    const bob = await driven.visitor()
    const again = await makeCard(driven, bob)
    const refused = await save(bob, again)
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { code: 'PICTURE_REFUSED', error: REFUSAL.picture },
    ])
    expect((await bob.post(`/api/cards/${again.id}/share`, {})).status).toBe(403)

    driven.made.art = () => createArt(undefined, '#1040c0')
    const samePhoto = await makeCard(driven, ann)
    expect((await save(ann, samePhoto)).status).toBe(403)

    const size = { width: 200, height: 200 }
    const blue = {
      type: 'container',
      style: { ...size, backgroundImage: 'linear-gradient(135deg, #1040c0, #f0e0a0)' },
    } as const
    const photo = Uint8Array.from(await render(blue, { ...size, format: 'jpeg', quality: 80 }))
    const make = async () => {
      driven.time.now += 1000
      const response = await sendForm(bob, {}, photo)
      expect(response.status).toBe(202)
      return (await driven.finish(bob, (await response.json<{ id: string }>()).id)).card!
    }
    expect((await save(bob, await make())).status).toBe(201)
    driven.made.art = () => createArt()
    expect((await save(bob, await make())).status).toBe(403)
    // Every other route that would show it.
    const show = testEnv().DB.prepare(`update fantasy_football_cards set visibility = 'unlisted' where id = ?`)
    await expect(show.bind(again.id).run()).rejects.toThrow('removed by a moderator')
  })

  test('hides other cards with a removed picture until a moderator reviews them', async () => {
    const driven = createDrivenApp()
    const [ann, bob] = [await driven.visitor(), await driven.visitor()]
    const first = await makeCard(driven, ann)
    const twin = await makeCard(driven, bob)
    const shared = await makeCard(driven, bob)
    for (const [maker, card] of [
      [ann, first],
      [bob, twin],
    ] as const)
      expect((await save(maker, card)).status).toBe(201)
    expect((await bob.post(`/api/cards/${shared.id}/share`, {})).status).toBe(200)

    await decide(driven, first.id, 'remove')
    expect(await newest(driven)).toEqual([])
    for (const { id } of [twin, shared]) expect((await driven.app.send(`/api/cards/${id}`)).status).toBe(404)
    const { generationId } = await (await bob.send(`/api/cards/${twin.id}`)).json<{ generationId: string }>()
    const generation: unknown = await (await bob.send(`/api/generations/${generationId}`)).json()
    expect(generation).toMatchObject({ card: { id: twin.id, hidden: true } })
    const queue = await getQueue(driven)
    expect(queue.map(({ card }) => card.id).toSorted()).toEqual([twin.id, shared.id].toSorted())
    expect(queue[0]).toMatchObject({
      card: { hidden: true },
      details: ['Has the picture of a card that was removed.'],
    })

    await decide(driven, twin.id, 'restore')
    expect(await newest(driven)).toEqual([twin.id])
    await decide(driven, shared.id, 'remove')
    expect((await driven.app.send(`/api/cards/${shared.id}`)).status).toBe(410)
    expect(await newest(driven)).toEqual([twin.id])
  })

  test('accepts a removed picture again once an admin allows it', async () => {
    const { driven, card } = await createRemoved()
    const auth = createAuthApp({ ADMIN_EMAILS: BOSS })
    const submit = (path: string, fields: Record<string, string>, cookie = '') =>
      auth.send(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin: ORIGIN, cookie } })
    await submit('/admin/link', { email: BOSS })
    const token = (await auth.linkTo(BOSS)).searchParams.get('token')!
    const entered = await submit('/admin/enter', { token })
    const cookie = entered.headers
      .getSetCookie()
      .find((one) => one.startsWith('__Host-admin='))!
      .split(';')[0]!
    const page = await (await auth.send('/admin', { headers: { cookie } })).text()
    expect(page).toContain(`/admin/refused/${card.id}`)
    const form = /name="form" value="(\w+)"/.exec(page)![1]!
    expect((await submit(`/admin/refused/${card.id}`, { form: 'guess' }, cookie)).status).toBeGreaterThanOrEqual(400)
    const bob = await driven.visitor()
    const again = await makeCard(driven, bob)
    expect((await save(bob, again)).status).toBe(403)
    expect((await submit(`/admin/refused/${card.id}`, { form }, cookie)).status).toBe(303)
    expect((await save(bob, again)).status).toBe(201)
    expect(await (await auth.send('/admin', { headers: { cookie } })).text()).not.toContain('Refused pictures')
  })

  test('accepts a picture again that its own maker deleted', async () => {
    const driven = createDrivenApp()
    const ann = await driven.visitor()
    const card = await makeCard(driven, ann)
    await save(ann, card)
    expect((await ann.send(`/api/cards/${card.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await save(ann, await makeCard(driven, ann))).status).toBe(201)
  })
})
