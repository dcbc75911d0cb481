import { beforeEach, describe, expect, it } from 'vitest'
import type { CardPage } from '#shared/contracts/cards.ts'
import type { League, LeagueDeletion } from '#shared/contracts/league.ts'
import { DAY_MS } from '#shared/time.ts'
import { sha256Hex } from '#worker/http/secrets.ts'
import { countRows, filesBelow, getCardRow } from '../../../support/cards.ts'
import { freshDatabase, testEnv } from '../../../support/env.ts'
import { createManageTokenFor, ownedCard } from '../owned-cards.ts'
import { readCode, createLeaguePlace, json, leagueCard } from './league-place.ts'

beforeEach(freshDatabase)

const run = (sql: string, ...values: unknown[]) =>
  testEnv()
    .DB.prepare(sql)
    .bind(...values)
    .run()

/** Returns the ids of the cards in a league's seats, or null for a seat without a card. */
const cardsIn = ({ seats }: League) => seats.map(({ card }) => card?.id ?? null)

describe('attaching a card', () => {
  it('attaches the caller’s own card to a seat, even one older than the league, and accepts a retry', async () => {
    const { company, attach } = createLeaguePlace()
    const { member, code } = await company()
    await ownedCard(member.id, { id: 'mine', visibility: 'public' })
    const league = await json<League>(await attach(member, code, 2, 'mine'))
    expect(cardsIn(league)).toEqual([null, 'mine'])
    expect((await json<League>(await attach(member, code, 2, 'mine'))).version).toBe(league.version)
  })

  it('replaces the card on a seat, and keeps the earlier card with its maker', async () => {
    const { company, attach } = createLeaguePlace()
    const { member, code } = await company()
    for (const id of ['first', 'second']) await leagueCard(code, member.id, id)
    await attach(member, code, 2, 'first')
    expect(cardsIn(await json<League>(await attach(member, code, 2, 'second')))).toEqual([null, 'second'])
    expect(await getCardRow('first')).toMatchObject({ visibility: 'unlisted', owner: member.id })
  })

  it('rejects attaching another visitor’s card, a draft, a hidden or removed card, or an unknown id', async () => {
    const { company, attach, view, remove } = createLeaguePlace()
    const { commissioner, member, code } = await company()
    await ownedCard(commissioner.id, { id: 'another', visibility: 'unlisted' })
    await ownedCard(commissioner.id, { id: 'another-draft', visibility: 'draft' })
    await ownedCard(member.id, { id: 'draft', visibility: 'draft' })
    await ownedCard(member.id, { id: 'hidden', visibility: 'hidden' })
    await ownedCard(member.id, { id: 'removed', visibility: 'unlisted' })
    await remove(member, '/api/cards/removed')
    const statuses: Record<string, number> = {}
    for (const id of ['another', 'another-draft', 'draft', 'hidden', 'removed', 'never', ''])
      statuses[id] = (await attach(member, code, 2, id)).status
    expect(statuses).toEqual({
      another: 403,
      'another-draft': 404,
      draft: 409,
      hidden: 409,
      removed: 410,
      never: 404,
      '': 400,
    })
    expect(cardsIn(await view(member, code))).toEqual([null, null])
  })

  it('attaches a card by its manage link, and by the account that owns it', async () => {
    const { company, signUp, tryToJoin, app, attach } = createLeaguePlace()
    const { member, code } = await company()
    await ownedCard('another browser', { id: 'linked', visibility: 'unlisted' })
    const headers = { 'x-manage-token': await createManageTokenFor('linked') }
    const linked = await member.post(`/api/leagues/${code}/seats/2/card`, { cardId: 'linked' }, headers)
    expect(linked.status).toBe(200)
    const { userId, bearer } = await signUp('ann@example.com')
    await tryToJoin(app.visitor(), code, 'Ann', bearer)
    await ownedCard('a third browser', { id: 'kept', visibility: 'unlisted' })
    await run('update fantasy_football_cards set user_id = ? where id = ?', userId, 'kept')
    const kept = await app.visitor().post(`/api/leagues/${code}/seats/3/card`, { cardId: 'kept' }, bearer)
    expect(cardsIn(await json<League>(kept))).toEqual([null, 'linked', 'kept'])
    expect((await attach(member, code, 2, 'kept')).status).toBe(403)
  })

  it('fails to attach a card to a seat that the commissioner has just freed', async () => {
    const { company, attach, remove } = createLeaguePlace()
    const { commissioner, member, code } = await company()
    await leagueCard(code, member.id, 'mine')
    await remove(commissioner, `/api/leagues/${code}/seats/2`)
    const response = await attach(member, code, 2, 'mine')
    expect([response.status, await readCode(response)]).toEqual([403, 'FORBIDDEN'])
    expect(await getCardRow('mine')).not.toBeNull()
  })
})

describe('a seat with a hidden card', () => {
  const seated = async () => {
    const place = createLeaguePlace()
    const company = await place.company()
    await leagueCard(company.code, company.member.id, 'seated')
    await place.attach(company.member, company.code, 2, 'seated')
    const see = async () => place.view(company.outsider, company.code)
    return { ...place, ...company, see }
  }

  it('shows a seat as waiting while reports hide its card, and restores the card afterwards', async () => {
    const { see, outsider, member, view, code } = await seated()
    const before = await see()
    expect(cardsIn(before)).toEqual([null, 'seated'])
    await outsider.post('/api/cards/seated/reports', { reason: 'nudity' })
    expect(await getCardRow('seated')).toMatchObject({ visibility: 'draft', hidden_from: 'unlisted' })
    const hidden = await see()
    expect(cardsIn(hidden)).toEqual([null, null])
    expect(JSON.stringify(hidden)).not.toContain('seated')
    expect(cardsIn(await view(member, code))).toEqual([null, null])
    expect(hidden.version).toBeGreaterThan(before.version)
    await run(`update fantasy_football_cards set visibility = hidden_from, hidden_from = null where id = 'seated'`)
    expect(cardsIn(await see())).toEqual([null, 'seated'])
  })

  it('shows a seat as waiting once its maker, or a moderator, has removed the card', async () => {
    const { see, remove, member } = await seated()
    const before = await see()
    await remove(member, '/api/cards/seated')
    const after = await see()
    expect([cardsIn(after), after.seats[1]?.teamName]).toEqual([[null, null], 'Blitz Kids'])
    expect(after.version).toBeGreaterThan(before.version)
    expect(await countRows('league_cards')).toBe(0)
  })

  it('frees a removed member’s seat, and lets the member keep the card', async () => {
    const { commissioner, member, remove, code } = await seated()
    await remove(commissioner, `/api/leagues/${code}/seats/2`)
    const page = await json<CardPage>(await member.send('/api/cards/seated'))
    expect([page.visibility, page.mine]).toEqual(['unlisted', true])
  })
})

describe('deleting a league', () => {
  /** Creates a league with a card of every kind. Deleting the league deletes only the card `made`. */
  async function createFull() {
    const place = createLeaguePlace()
    const company = await place.company()
    const { member, commissioner, code } = company
    await leagueCard(code, member.id, 'made')
    await leagueCard(code, member.id, 'made-earlier')
    await leagueCard(code, member.id, 'draft', 'draft')
    await leagueCard(code, commissioner.id, 'in-hall', 'public')
    await leagueCard(code, member.id, 'was-in-hall')
    await run(`update fantasy_football_cards set published_at = 1 where id = 'was-in-hall'`)
    await leagueCard(code, member.id, 'waiting')
    await run(`update fantasy_football_cards set review = 'waiting', review_at = 1 where id = 'waiting'`)
    await leagueCard(code, member.id, 'reported')
    await run(`update fantasy_football_cards set visibility = 'draft', hidden_from = 'unlisted' where id = 'reported'`)
    await leagueCard(code, member.id, 'in-another')
    await ownedCard(member.id, { id: 'from-elsewhere', visibility: 'unlisted' })
    await place.attach(member, code, 2, 'made')
    await place.attach(commissioner, code, 1, 'in-hall')
    const other = await place.found(company.outsider, { name: 'Another league' })
    await place.join(member, other.code)
    await place.attach(member, other.code, 1, 'in-another')
    return { ...place, ...company, other }
  }

  const ids = async () =>
    (await testEnv().DB.prepare('select id from fantasy_football_cards order by id').all<{ id: string }>()).results.map(
      ({ id }) => id,
    )

  it('deletes a league’s seats and the cards made for it, with votes and pictures, and no other card', async () => {
    const { commissioner, outsider, code, remove, get, sweep, other, view, time } = await createFull().then((full) => ({
      ...full,
      sweep: () => full.app.services.sweep(),
    }))
    expect((await outsider.post('/api/cards/made/votes', { votes: 1 })).status).toBe(200)
    const told = await json<LeagueDeletion>(await commissioner.send(`/api/leagues/${code}/deletion`))
    const before = await ids()
    expect(told.cards.map(({ id }) => id).toSorted()).toEqual(['made', 'made-earlier', 'reported'])
    expect([told.seats, told.detached]).toEqual([2, 1])

    expect((await remove(commissioner, `/api/leagues/${code}`)).status).toBe(204)
    expect(await ids()).toEqual(before.filter((id) => !told.cards.some((card) => card.id === id)))
    expect((await get(commissioner, code)).status).toBe(404)
    for (const path of ['/api/cards/made', '/card/made', '/storage/fantasy-cards/cards/made/1.jpg'])
      expect([path, [404, 410].includes((await outsider.send(path)).status)]).toEqual([path, true])
    expect((await outsider.send('/api/cards/in-hall')).status).toBe(200)
    for (const table of ['votes', 'vote_tallies']) expect([table, await countRows(table)]).toEqual([table, 0])
    expect(cardsIn(await view(outsider, other.code))).toEqual(['in-another'])
    expect((await testEnv().DB.prepare('select distinct league from league_seats').all()).results).toEqual([
      { league: await sha256Hex(other.code) },
    ])
    expect(await countRows(`generations where card_id = 'made'`)).toBe(0)

    time.now += 3 * 60_000
    await sweep()
    expect([await filesBelow('cards/made/'), await filesBelow('ai/0made.png')]).toEqual([[], []])
    expect(await filesBelow('cards/in-hall/')).toHaveLength(1)
  })

  it('keeps the cards of members who left or were removed, when the league is deleted later', async () => {
    const { company, attach, remove } = createLeaguePlace()
    const { commissioner, member, code } = await company()
    const path = `/api/leagues/${code}`
    for (const [owner, id] of [
      [member, 'first-try'],
      [member, 'seated'],
      [commissioner, 'own'],
      [commissioner, 'for-another'],
    ] as const)
      await leagueCard(code, owner.id, id)
    await attach(member, code, 2, 'seated')
    await attach(commissioner, code, 1, 'own')
    await commissioner.post(`${path}/seats/3/fill`, { teamName: 'Third', cardId: 'for-another' })
    await remove(member, `${path}/seats/2`)
    await remove(commissioner, `${path}/seats/1`)
    const { cards } = await json<LeagueDeletion>(await commissioner.send(`${path}/deletion`))
    expect(cards.map(({ id }) => id)).toEqual(['for-another'])
    await remove(commissioner, path)
    expect(await ids()).toEqual(['first-try', 'own', 'seated'])
  })

  it('deletes a league once, and returns 404 afterwards', async () => {
    const { commissioner, code, remove } = await createFull()
    const responses = await Promise.all([1, 2, 3].map(() => remove(commissioner, `/api/leagues/${code}`)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
  })

  it('ignores a repeated creation form after the league was deleted', async () => {
    const { person, remove } = createLeaguePlace()
    const commissioner = await person()
    const send = () =>
      commissioner.post(
        '/api/leagues',
        { name: 'Once', season: '2026', team: 'Chicago Bears' },
        { 'idempotency-key': 'k' },
      )
    const { code } = await json<{ code: string }>(await send())
    await remove(commissioner, `/api/leagues/${code}`)
    expect((await send()).status).toBe(404)
    expect(await countRows('leagues')).toBe(0)
  })
})

describe('the sweep of leagues', () => {
  it('deletes a league that was not opened for 400 days with its cards, and no other league', async () => {
    const { company, found, person, time, get, view, app } = createLeaguePlace()
    const { member, outsider, code } = await company()
    const opened = await found(await person(), { name: 'Opened' })
    await leagueCard(code, member.id, 'mine')
    await leagueCard(code, member.id, 'saved', 'public')
    time.now += 399 * DAY_MS
    await view(outsider, opened.code)
    time.now += DAY_MS - 1
    await app.services.sweep()
    expect(await countRows('leagues')).toBe(2)
    time.now += 1
    await app.services.sweep()
    expect((await get(member, code)).status).toBe(404)
    expect((await get(member, opened.code)).status).toBe(200)
    expect([await getCardRow('mine'), (await getCardRow('saved'))?.['visibility']]).toEqual([null, 'public'])
    expect(await countRows('league_seats')).toBe(0)
  })

  it('deletes any number of expired leagues in a sweep', async () => {
    const { time, app } = createLeaguePlace()
    for (let i = 0; i < 25; i++)
      await run(
        `insert into leagues (id, name, season, team, visitor, key_id, created_at, opened_at)
         values (?1, 'n', 's', 't', ?1, 'k', 0, 0)`,
        `league-${i}`,
      )
    time.now += DAY_MS
    await app.services.sweep()
    expect(await countRows('leagues')).toBe(0)
  })
})

describe('deleting an account', () => {
  async function createSignedIn() {
    const place = createLeaguePlace()
    const ann = await place.signUp('ann@example.com')
    const browser = place.app.visitor()
    await browser.arrive()
    const asAnn = {
      ...browser,
      post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
        browser.post(path, body, { ...ann.bearer, ...headers }),
    }
    const created = await place.found(asAnn)
    await place.join(asAnn, created.code, 'Ann')
    const removeAccount = async () =>
      expect((await browser.send('/api/auth/account', { method: 'DELETE', headers: ann.bearer })).status).toBe(200)
    return { ...place, ...created, ann, browser, removeAccount }
  }

  it('frees the seat of a deleted account, and passes its role to the lowest seat', async () => {
    const { code, key, join, person, removeAccount, view } = await createSignedIn()
    const [second, third] = [await person(), await person()]
    await join(second, code, 'Second')
    await join(third, code, 'Third')
    await removeAccount()
    const league = await view(second, code)
    expect(league.role).toBe('commissioner')
    expect(league.seats.map((seat) => [seat.number, seat.isCommissioner])).toEqual([
      [2, true],
      [3, false],
    ])
    expect((await view(await person(), code, { 'x-league-key': key })).role).toBe('outsider')
  })

  it('deletes the league of a deleted account when nobody else has a seat', async () => {
    const { code, removeAccount, get, person } = await createSignedIn()
    await removeAccount()
    expect((await get(await person(), code)).status).toBe(404)
    expect(await countRows('removed_leagues')).toBe(1)
  })

  it('exports leagues and seats with an account', async () => {
    const { browser, ann } = await createSignedIn()
    const exported = await json<{ leagues: object[]; seats: object[]; cards: object[] }>(
      await browser.send('/api/auth/account/export', { headers: ann.bearer }),
    )
    expect(exported.leagues).toMatchObject([{ name: 'Sunday Night Gridiron', season: '2026' }])
    expect(exported.seats).toMatchObject([{ seat: 1, team_name: 'Ann', card: null }])
    expect(exported.cards).toEqual([])
  })

  it('recognizes the account as commissioner and member on another device', async () => {
    const { code, ann, app, view } = await createSignedIn()
    const phone = app.visitor()
    expect(await view(phone, code, ann.bearer)).toMatchObject({ role: 'commissioner', ownSeat: 1 })
    expect(await view(phone, code)).toMatchObject({ role: 'outsider', ownSeat: null })
  })
})
