import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CardsResponse } from '#shared/contracts/cards.ts'
import { AUTOMATIC_HIDINGS_PER_NETWORK_PER_HOUR } from '#shared/domain/limits.ts'
import { DAY_MS } from '#shared/time.ts'
import type * as z from 'zod/mini'
import { AccountCards } from '#worker/backend/cards/account-cards.ts'
import { createManageTokenFor } from '../../worker/edge/owned-cards.ts'
import { holdRemoval, undoRemoval } from '#worker/edge/reports/held-removals.ts'
import { ORIGIN, type TestVisitor } from '../../support/app.ts'
import { as } from '../../support/backend.ts'
import { countRows, getCardRow, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { connect } from '../../worker/realtime/listener.ts'
import { createDrivenApp, type DrivenApp } from '../../worker/edge/driven.ts'
import { saveBody } from '../../worker/edge/generating.ts'
import {
  decideReport,
  isHidden,
  maker,
  storeOwnCard,
  queue,
  report,
  reporter,
  startReporting,
  time,
  YOUNG,
} from '../../worker/edge/reporting.ts'

beforeEach(freshDatabase)

const json = { 'content-type': 'application/json' }
let networks = 0

async function savedCard(driven: DrivenApp) {
  const ann = await driven.visitor()
  const { card } = await driven.run(ann)
  expect((await save(ann, card!)).status).toBe(201)
  return { ann, card: card! }
}
type Made = Awaited<ReturnType<typeof savedCard>>['card']
const save = (visitor: TestVisitor, card: Made) => visitor.post('/api/cards', saveBody(card))

/** Creates another card from the same photo. Returns a function that saves it and returns the status. */
async function makeTwin(driven: DrivenApp): Promise<() => Promise<number>> {
  const bob = await driven.visitor()
  const { card } = await driven.run(bob)
  return async () => (await save(bob, card!)).status
}

/** Saves another card from the same photo. */
const saveTwin = async (driven: DrivenApp): Promise<number> => (await makeTwin(driven))()

type Refusal = { readonly card: string; readonly refused_at: number; readonly lapses_at: number | null }

async function refusals(): Promise<Refusal[]> {
  const found = await testEnv().DB.prepare('select card, refused_at, lapses_at from refused_pictures').all<Refusal>()
  return found.results
}

/** Returns true if cards with this card's picture are refused, which a save checks. */
const isRefused = async (id: string): Promise<boolean> => (await refusals()).some(({ card }) => card === id)

async function sweepAt(driven: DrivenApp, now: number): Promise<void> {
  driven.time.now = now
  await driven.app.services.sweep(now)
}

async function reportBy(driven: DrivenApp, id: string, reason: string): Promise<void> {
  const visitor = await driven.visitor({ 'cf-connecting-ip': `203.0.113.${++networks}` })
  expect((await visitor.post(`/api/cards/${id}/reports`, { reason })).status).toBe(202)
}

describe('the image of a reported card', () => {
  it('rejects a image while its removal can be undone, and accepts it again after the undo', async () => {
    const driven = createDrivenApp()
    const { card } = await savedCard(driven)
    const { edge } = driven.app.services
    await holdRemoval(edge, ORIGIN, card.id)
    expect(await saveTwin(driven)).toBe(403)
    expect(await undoRemoval(edge, ORIGIN, card.id)).toBe(true)
    expect(await countRows('refused_pictures')).toBe(0)
    expect(await saveTwin(driven)).toBe(201)
  })

  it('rejects a image as soon as its maker deletes it, while the removal can be undone', async () => {
    const driven = createDrivenApp()
    const { ann, card } = await savedCard(driven)
    await holdRemoval(driven.app.services.edge, ORIGIN, card.id)
    expect((await ann.send(`/api/cards/${card.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await isRefused(card.id)).toBe(true)
  })

  it.each(['minor', 'nudity'])('rejects a image once its maker deletes it after a report for %s', async (reason) => {
    const driven = createDrivenApp()
    const { ann, card } = await savedCard(driven)
    await reportBy(driven, card.id, reason)
    expect((await ann.send(`/api/cards/${card.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await saveTwin(driven)).toBe(403)
    const { card: again } = await driven.run(ann)
    expect((await ann.post(`/api/cards/${again!.id}/share`, {})).status).toBe(403)
  })

  it('rejects a deleted image when reports for another reason hid the card', async () => {
    const driven = createDrivenApp()
    const { ann, card } = await savedCard(driven)
    await reportBy(driven, card.id, 'spam-or-other')
    await testEnv()
      .DB.prepare(`update fantasy_football_cards set hidden_from = visibility, visibility = 'draft' where id = ?1`)
      .bind(card.id)
      .run()
    expect((await ann.send(`/api/cards/${card.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await isRefused(card.id)).toBe(true)
  })

  it('accepts a deleted image that was only reported for spam or another minor reason', async () => {
    const driven = createDrivenApp()
    const { ann, card } = await savedCard(driven)
    await reportBy(driven, card.id, 'spam-or-other')
    expect((await ann.send(`/api/cards/${card.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await countRows('refused_pictures')).toBe(0)
  })

  it('accepts a deleted image that only its maker reported', async () => {
    const driven = createDrivenApp()
    const { ann, card } = await savedCard(driven)
    expect((await ann.post(`/api/cards/${card.id}/reports`, { reason: 'minor' })).status).toBe(202)
    expect((await ann.send(`/api/cards/${card.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await countRows('refused_pictures')).toBe(0)
  })

  it('accepts a deleted image again after a week without a moderator’s decision', async () => {
    const driven = createDrivenApp()
    const { ann, card } = await savedCard(driven)
    await reportBy(driven, card.id, 'minor')
    expect((await ann.send(`/api/cards/${card.id}`, { method: 'DELETE' })).status).toBe(204)
    const { refused_at: since, lapses_at: until } = (await refusals())[0]!
    expect(until! - since).toBe(7 * DAY_MS)
    const saveLater = await makeTwin(driven)
    await sweepAt(driven, until! - 1)
    expect(await saveLater()).toBe(403)
    await sweepAt(driven, until!)
    expect(await saveLater()).toBe(201)
  })

  it('rejects a deleted image when a moderator meanwhile removes another card with it', async () => {
    const driven = createDrivenApp()
    const [first, second] = [await savedCard(driven), await savedCard(driven)]
    await reportBy(driven, first.card.id, 'minor')
    expect((await first.ann.send(`/api/cards/${first.card.id}`, { method: 'DELETE' })).status).toBe(204)
    const { lapses_at: until } = (await refusals())[0]!
    const saveLater = await makeTwin(driven)
    await holdRemoval(driven.app.services.edge, ORIGIN, second.card.id)
    expect(await refusals()).toContainEqual(expect.objectContaining({ card: second.card.id, lapses_at: null }))
    await sweepAt(driven, until!)
    expect(await saveLater()).toBe(403)
  })

  it('rejects a reported image deleted through its manage link', async () => {
    const driven = createDrivenApp()
    const { card } = await savedCard(driven)
    await reportBy(driven, card.id, 'nudity')
    const headers = { 'x-manage-token': await createManageTokenFor(card.id) }
    const other = await driven.visitor()
    expect((await other.send(`/api/cards/${card.id}`, { method: 'DELETE', headers })).status).toBe(204)
    expect(await isRefused(card.id)).toBe(true)
  })

  it('rejects a reported image once the account that saved it is deleted', async () => {
    const driven = createDrivenApp()
    const { card } = await savedCard(driven)
    const { DB } = testEnv()
    await DB.prepare(`update fantasy_football_cards set user_id = 'u1' where id = ?`).bind(card.id).run()
    await reportBy(driven, card.id, 'minor')
    await DB.batch([...new AccountCards({ db: DB, clock: () => driven.time.now }).removal('u1')])
    expect(await isRefused(card.id)).toBe(true)
  })

  it('accepts a deleted image that a moderator approved', async () => {
    const driven = createDrivenApp()
    const { ann, card } = await savedCard(driven)
    await reportBy(driven, card.id, 'minor')
    const decision = await driven.app.send(`/api/reports/${card.id}`, {
      method: 'POST',
      headers: { ...as.service(), ...json },
      body: JSON.stringify({ decision: 'restore' }),
    })
    expect(decision.status).toBe(200)
    expect((await ann.send(`/api/cards/${card.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await countRows('refused_pictures')).toBe(0)
  })
})

describe('the name of a reported card', () => {
  beforeEach(startReporting)

  const rename = (playerName: string) =>
    maker.send('/api/cards/c1', { method: 'PATCH', headers: json, body: JSON.stringify({ playerName }) })

  it('freezes the name of a hidden card', async () => {
    await storeOwnCard()
    await report('minor')
    expect((await rename('Harmless')).status).toBe(409)
    expect((await rename('Ace')).status).toBe(409)
    expect(await getCardRow('c1')).toMatchObject({ player_name: 'Ace' })
    expect((await queue())[0]).toMatchObject({ card: { playerName: 'Ace' } })
  })

  it('counts reports from the same networks again after a restored card’s name changes', async () => {
    await storeOwnCard()
    const three = await Promise.all([reporter(), reporter(), reporter()])
    for (const one of three) await report('hate', one)
    await decideReport('restore')
    for (const one of three) await report('hate', one)
    expect(await isHidden()).toBe(false)
    expect((await rename('Worse')).status).toBe(200)
    for (const one of three) await report('hate', one)
    expect(await isHidden()).toBe(true)
    expect(await queue()).toMatchObject([{ reporters: 3, card: { playerName: 'Worse' } }])
  })

  it('ignores repeated reports when a restored card’s name is unchanged', async () => {
    await storeOwnCard()
    const one = await reporter()
    await report('minor', one)
    await decideReport('restore')
    expect((await rename('Ace')).status).toBe(200)
    await report('minor', one)
    expect(await isHidden()).toBe(false)
  })
})

describe('a card unpublished and saved again', () => {
  it('keeps the first publication time of a card that is saved again, and counts and announces it once', async () => {
    const driven = createDrivenApp()
    const hall = await connect(driven.app)
    await hall.subscribe('hall')
    const { ann, card } = await savedCard(driven)
    const first = (await getCardRow(card.id))!['created_at']
    driven.time.now += 60_000
    const { card: newer } = await savedCard(driven)
    const saves = () =>
      testEnv().DB.prepare(`select sum(count) as n from analytics_days where name = 'card_saved'`).first<number>('n')
    const counted = await saves()
    for (let n = 0; n < 3; n++) {
      driven.time.now += 60_000
      expect((await ann.post(`/api/cards/${card.id}/unpublish`, {})).status).toBe(200)
      expect((await save(ann, card)).status).toBe(201)
    }
    expect((await getCardRow(card.id))!['created_at']).toBe(first)
    expect(await saves()).toBe(counted)
    const list = await (await driven.app.send('/api/cards?list=new')).json<z.infer<typeof CardsResponse>>()
    expect(list.cards.map(({ id }) => id)).toEqual([newer.id, card.id])
    await savedCard(driven)
    const listCardNews = () => hall.messages('hall').filter(({ type }) => type === 'card')
    await vi.waitFor(() => expect(listCardNews()).toHaveLength(3))
    expect(listCardNews().filter(({ data }) => (data as { id: string }).id === card.id)).toHaveLength(1)
  })

  it('keeps the time of the first publication when a card was shared first', async () => {
    const driven = createDrivenApp()
    const ann = await driven.visitor()
    const { card } = await driven.run(ann)
    expect((await ann.post(`/api/cards/${card!.id}/share`, {})).status).toBe(200)
    driven.time.now += 60_000
    expect((await save(ann, card!)).status).toBe(201)
    expect((await getCardRow(card!.id))!['created_at']).toBe(new Date(driven.time.now).toISOString())
  })
})

describe('automatic hiding', () => {
  beforeEach(startReporting)
  const MANY = AUTOMATIC_HIDINGS_PER_NETWORK_PER_HOUR + 2
  const BUSY = '203.0.113.9'

  /** A card that two networks have already reported. */
  async function almostHidden(id: string): Promise<void> {
    await seedCard({ id, createdAt: YOUNG })
    for (let n = 0; n < 2; n++) await report('hate', undefined, id)
  }

  it('limits automatic hiding per reporting network, but not for other networks or grave reports', async () => {
    for (let n = 0; n < MANY; n++) {
      await almostHidden(`n${n}`)
      expect((await report('hate', await reporter(BUSY), `n${n}`)).status).toBe(202)
      expect(await isHidden(`n${n}`)).toBe(n < AUTOMATIC_HIDINGS_PER_NETWORK_PER_HOUR)
    }
    expect(takeConsole().flat().join()).toContain('automatic hiding stopped')
    await almostHidden('other')
    await report('spam-or-other', await reporter('203.0.113.10'), 'other')
    expect(await isHidden('other')).toBe(true)
    for (const reason of ['minor', 'nudity']) {
      await seedCard({ id: reason, createdAt: YOUNG })
      await report(reason, await reporter(BUSY), reason)
      expect(await isHidden(reason)).toBe(true)
    }
    time.now += 3_600_001
    await almostHidden('late')
    await report('hate', await reporter(BUSY), 'late')
    expect(await isHidden('late')).toBe(true)
  })

  it('counts an IPv6 /48 as one reporting network', async () => {
    for (let n = 0; n < MANY; n++) {
      await almostHidden(`n${n}`)
      await report('hate', await reporter(`2001:db8:7:${(n * 256).toString(16)}::1`), `n${n}`)
      expect(await isHidden(`n${n}`)).toBe(n < AUTOMATIC_HIDINGS_PER_NETWORK_PER_HOUR)
    }
    takeConsole()
  })

  it('hides cards automatically, regardless of many decoy reports', async () => {
    for (let n = 0; n < 35; n++) {
      await seedCard({ id: `n${n}`, createdAt: YOUNG })
      await report('minor', undefined, `n${n}`)
      expect(await isHidden(`n${n}`)).toBe(true)
    }
  })
})
