import { beforeEach, describe, expect, it } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import type { CreatedLeague, JoinedLeague, League } from '#shared/contracts/league.ts'
import { DAY_MS } from '#shared/time.ts'
import { sha256Hex } from '#worker/http/secrets.ts'
import type { TestVisitor } from '../../../support/app.ts'
import { filesBelow } from '../../../support/cards.ts'
import { freshDatabase, testEnv } from '../../../support/env.ts'
import { createDrivenApp, type DrivenApp } from '../driven.ts'
import { sendForm } from '../generating.ts'
import { json, NEW_LEAGUE, WRONG_CODE } from './league-place.ts'

let driven: DrivenApp
let member: TestVisitor
let code: string
beforeEach(async () => {
  await freshDatabase()
  driven = createDrivenApp()
  const commissioner = await driven.visitor()
  code = (await json<CreatedLeague>(await commissioner.post('/api/leagues', NEW_LEAGUE))).code
  member = await joined()
})

async function joined(): Promise<TestVisitor> {
  const visitor = await driven.visitor()
  await visitor.post(`/api/leagues/${code}/seats`, { teamName: 'Blitz' })
  return visitor
}

const view = async () => json<League>(await member.send(`/api/leagues/${code}`))
const madeFor = async () =>
  (await testEnv().DB.prepare('select card, league from league_cards order by card').all()).results

/** Sets the number of cards that the league has used today. */
const use = async (cards: number) =>
  testEnv()
    .DB.prepare('insert or replace into window_counters (key, ends_at, used) values (?, ?, ?)')
    .bind(`league:${await sha256Hex(code)}`, (Math.floor(driven.time.now / DAY_MS) + 1) * DAY_MS, cards)
    .run()

describe('a card drawn with a league’s code', () => {
  it('seats a card drawn with a league’s code once it is shared, with its picture', async () => {
    const { card } = await driven.run(member, { league: code, nickname: 'Blitz' })
    expect(await madeFor()).toEqual([{ card: card!.id, league: await sha256Hex(code) }])
    const draft = await member.post(`/api/leagues/${code}/seats/1/card`, { cardId: card!.id })
    expect(draft.status).toBe(409)
    expect((await member.post(`/api/cards/${card!.id}/share`, {})).status).toBe(200)
    const league = await json<League>(await member.post(`/api/leagues/${code}/seats/1/card`, { cardId: card!.id }))
    expect(league.seats).toMatchObject([
      { number: 1, teamName: 'Blitz', card: { id: card!.id, playerName: 'Blitz', userId: 'anonymous', votes: 0 } },
    ])
    expect(league.seats[0]?.card?.version).not.toBe('')
    expect(league.generationsLeft).toBe(59)
  })

  it('counts a league’s card once when its form is resent, and not when its photo is adjusted', async () => {
    const id = crypto.randomUUID().replaceAll('-', '')
    await Promise.all([1, 2, 3].map(() => driven.send(member, { league: code, id })))
    await driven.send(member, { league: code, id })
    expect((await view()).generationsLeft).toBe(59)
    const { state } = await driven.finish(member, id)
    expect(state).toBe('ready')
    expect((await driven.run(member, { league: code, adjusts: id })).state).toBe('ready')
    expect((await view()).generationsLeft).toBe(59)
  })

  it('does not count a league card whose form is rejected', async () => {
    for (const fields of [{ armor: 'none at all' }, { team: 'Berlin Bears' }])
      expect((await driven.send(member, { league: code, ...fields })).status).toBe(400)
    const noPhoto = await sendForm(member, { league: code }, new Uint8Array([1, 2, 3]))
    expect(noPhoto.status).toBeGreaterThanOrEqual(400)
    expect((await view()).generationsLeft).toBe(60)
  })

  it('draws the card without its league when the league is deleted meanwhile', async () => {
    const id = await driven.start(member, { league: code })
    await testEnv().DB.prepare('delete from leagues').run()
    const { state, card } = await driven.finish(member, id)
    expect([state, card?.visibility]).toEqual(['ready', 'draft'])
    expect(await madeFor()).toEqual([])
  })
})

describe('the league’s sixty cards of a day', () => {
  it('shares a league’s sixty daily cards among its members, in any number of parallel forms', async () => {
    await use(57)
    const members = [member, ...(await Promise.all([1, 2, 3, 4, 5].map(joined)))]
    const responses = await Promise.all(members.map((one) => driven.send(one, { league: code })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 429, 429, 429])
    const refused = responses.find(({ status }) => status === 429)!
    expect(await refused.json()).toMatchObject({
      code: 'LEAGUE_QUOTA_EXCEEDED',
      details: { resetsAt: new Date((Math.floor(driven.time.now / DAY_MS) + 1) * DAY_MS).toISOString() },
    })
    expect((await view()).generationsLeft).toBe(0)
    // The visitor's own daily quota remains outside the league.
    expect((await driven.send(members[5]!)).status).toBe(202)
  })

  it('restores a league’s sixty cards on the next day', async () => {
    await use(60)
    expect((await driven.send(member, { league: code })).status).toBe(429)
    driven.time.now += DAY_MS
    expect((await view()).generationsLeft).toBe(60)
    expect((await driven.send(member, { league: code })).status).toBe(202)
  })
})

/** Yields a form with a league's code, followed by a photo that is too large and would alone return 413. */
function* largeForm(league: string): Generator<Uint8Array> {
  const text = (words: string) => new TextEncoder().encode(words)
  const part = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"`
  yield text(`${part('league')}\r\n\r\n${league}\r\n${part('photo')}; filename="me.jpg"\r\n\r\n`)
  for (let megabytes = 0; megabytes < 21; megabytes++) yield new Uint8Array(1024 * 1024)
  yield text('\r\n--x--\r\n')
}

const toStream = (chunks: Iterator<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })

describe('a form with another’s league', () => {
  it.each([
    ['with 404 for a wrong code', () => WRONG_CODE, 404],
    ['with 404 for a malformed code', () => '../..', 404],
    ['by 403 for a visitor without a seat', () => code, 403],
  ])('refuses a form for another’s league %s, before it reads the photo', async (_, getCode, status) => {
    const outsider = await driven.visitor()
    const response = await outsider.send('/api/generations', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: toStream(largeForm(getCode())),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(status)
    expect(await filesBelow('player-photos/')).toEqual([])
  })

  it('rejects a form whose league code follows the photo', async () => {
    const outsider = await driven.visitor()
    expect((await driven.send(outsider, { league: code })).status).toBe(403)
    expect((await driven.send(member, { league: WRONG_CODE })).status).toBe(404)
    expect((await view()).generationsLeft).toBe(60)
    expect(await filesBelow('player-photos/')).toEqual([])
  })

  it('accepts a form with the key of a personal link', async () => {
    const { key } = await json<JoinedLeague>(await member.post(`/api/leagues/${code}/seats`, { teamName: 'x' }))
    const phone = await driven.visitor({ 'x-league-key': key })
    const response = await driven.send(phone, { league: code })
    expect([response.status, (await response.json<Generation>()).state]).toEqual([202, 'checking'])
  })
})
