import { beforeEach, describe, expect, it } from 'vitest'
import type { JoinedLeague, League } from '#shared/contracts/league.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import type { TestVisitor } from '../../support/app.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { ownedCard } from '../../worker/edge/owned-cards.ts'
import { createLeaguePlace, json, leagueCard } from '../../worker/edge/leagues/league-place.ts'

beforeEach(freshDatabase)

/** Creates a commissioner in seat 1, a member without a card in seat 2, and cards of the commissioner. */
async function createBatch(cards: readonly string[] = ['one']) {
  const place = createLeaguePlace()
  const company = await place.company()
  const { commissioner, code } = company
  for (const id of cards) await leagueCard(code, commissioner.id, id)
  const fill = (seat: number, cardId: string, teamName = 'Fumble Bees', by: TestVisitor = commissioner) =>
    by.post(`/api/leagues/${code}/seats/${seat}/fill`, { teamName, cardId })
  return { ...place, ...company, fill }
}

const seatIn = ({ seats }: League, number: number) => seats.find((seat) => seat.number === number)
const readError = async (response: Response) => [response.status, (await json<{ message: string }>(response)).message]

it('fills a seat for somebody who has not joined, under the given name, once per idempotency key', async () => {
  const { fill } = await createBatch()
  const first = await json<League>(await fill(9, 'one'))
  const again = await json<League>(await fill(9, 'one', 'Another name'))
  expect(seatIn(again, 9)).toMatchObject({ teamName: 'Fumble Bees', card: { id: 'one' }, isHeld: true })
  expect(again.version).toBe(first.version)
})

it('gives a card to a member without one, who keeps name, seat and rights', async () => {
  const { fill, member, view, code, attach } = await createBatch()
  expect(seatIn(await json<League>(await fill(2, 'one')), 2)).toMatchObject({
    teamName: 'Blitz Kids',
    card: { id: 'one' },
    isHeld: false,
  })
  expect(await view(member, code)).toMatchObject({ role: 'member', ownSeat: 2 })
  await leagueCard(code, member.id, 'own')
  expect((await attach(member, code, 2, 'own')).status).toBe(200)
})

it('keeps the card of a seat that has one, even while it is hidden', async () => {
  const { fill, member, code, attach, remove, commissioner } = await createBatch()
  await leagueCard(code, member.id, 'own')
  await attach(member, code, 2, 'own')
  expect(await readError(await fill(2, 'one'))).toEqual([409, LEAGUE_FAILURE.seatFilled])
  await testEnv()
    .DB.prepare("update fantasy_football_cards set hidden_from = visibility, visibility = 'draft' where id = 'own'")
    .run()
  expect(await readError(await fill(2, 'one'))).toEqual([409, LEAGUE_FAILURE.seatFilled])
  await remove(commissioner, `/api/leagues/${code}/seats/2`)
  expect((await fill(2, 'one')).status).toBe(200)
})

it('rejects drafts, cards of others, missing cards, missing seats and bad names', async () => {
  const { fill, member, code, commissioner } = await createBatch()
  await ownedCard(commissioner.id, { id: 'draft', visibility: 'draft' })
  await leagueCard(code, member.id, 'theirs')
  const responses = [
    await fill(9, 'draft'),
    await fill(9, 'theirs'),
    await fill(9, 'nothing'),
    await fill(17, 'one'),
    await fill(9, 'one', ' '),
    await fill(9, 'one', 'fuck'),
  ]
  expect(responses.map(({ status }) => status)).toEqual([409, 403, 404, 404, 400, 400])
})

it('fills a seat while joining is locked, and leaves the lowest free seat to the next member', async () => {
  const { fill, patch, commissioner, code, person, join } = await createBatch()
  await patch(commissioner, `/api/leagues/${code}`, { isLocked: true })
  expect((await fill(4, 'one')).status).toBe(200)
  await patch(commissioner, `/api/leagues/${code}`, { isLocked: false })
  const seats = [await join(await person(), code), await join(await person(), code)].map(({ seat }) => seat)
  expect(seats).toEqual([3, 5])
})

it('gives each seat one card when two batches fill the same seats concurrently', async () => {
  const cards = ['a', 'b', 'c', 'd'].flatMap((batch) => [3, 4, 5, 6].map((seat) => `${batch}${seat}`))
  const { fill, view, commissioner, code } = await createBatch(cards)
  const responses = await Promise.all(cards.map((card) => fill(Number(card[1]), card)))
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(4)
  expect(statuses.filter((status) => status === 409)).toHaveLength(12)
  const { seats } = await view(commissioner, code)
  expect(seats.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
})

it('gives the last seat to a member or to a batch, never to both', async () => {
  const { fill, view, code, person, tryToJoin, commissioner } = await createBatch()
  for (let seat = 3; seat < 16; seat++) await tryToJoin(await person(), code, `Team ${seat}`)
  const last = await person()
  const [joined, filled] = await Promise.all([tryToJoin(last, code), fill(16, 'one')])
  const { seats } = await view(commissioner, code)
  expect(seats).toHaveLength(16)
  // The commissioner may fill a seat that a member has just taken, because it has no card yet.
  expect([joined.status, filled.status]).toEqual(seatIn({ seats } as League, 16)!.isHeld ? [409, 200] : [201, 200])
})

it('never makes a seat without a member the commissioner', async () => {
  const { fill, commissioner, code } = await createBatch()
  await fill(3, 'one')
  expect(await readError(await commissioner.post(`/api/leagues/${code}/commissioner`, { seat: 3 }))).toEqual([
    409,
    LEAGUE_FAILURE.nobodyThere,
  ])
})

describe('the key of a filled seat', () => {
  async function createHeld() {
    const batch = await createBatch()
    await batch.fill(3, 'one')
    const { commissioner, code } = batch
    const path = `/api/leagues/${code}`
    const { key } = await json<{ key: string }>(await commissioner.send(`${path}/seats/3/key`))
    return { ...batch, path, key, join: (who: TestVisitor) => batch.tryToJoin(who, code, 'x', { 'x-league-key': key }) }
  }

  it('makes its holder the member of the seat with its name and card, and works once', async () => {
    const { person, join, key, view, code, commissioner, path } = await createHeld()
    const friend = await person()
    const before = await view(commissioner, code)
    const joined = await json<JoinedLeague>(await join(friend))
    expect(joined).toMatchObject({ seat: 3, league: { role: 'member', ownSeat: 3 } })
    expect(seatIn(joined.league, 3)).toMatchObject({ teamName: 'Fumble Bees', card: { id: 'one' }, isHeld: false })
    expect(joined.league.version).toBe(before.version + 1)
    expect(joined.key).not.toBe(key)
    const stranger = await person()
    expect((await view(stranger, code, { 'x-league-key': key })).role).toBe('outsider')
    expect((await view(stranger, code, { 'x-league-key': joined.key })).ownSeat).toBe(3)
    expect(await readError(await commissioner.send(`${path}/seats/3/key`))).toEqual([409, LEAGUE_FAILURE.memberThere])
    expect((await commissioner.post(`${path}/commissioner`, { seat: 3 })).status).toBe(200)
  })

  it('gives the seat to one of several concurrent holders of the key', async () => {
    const { person, join, view, code, commissioner } = await createHeld()
    const friends = await Promise.all(Array.from({ length: 5 }, person))
    const responses = await Promise.all(friends.map(join))
    const seats = await Promise.all(
      responses.map(async (response) => (response.ok ? (await json<JoinedLeague>(response)).seat : null)),
    )
    expect(seats.filter((seat) => seat === 3)).toHaveLength(1)
    expect((await view(commissioner, code)).seats.filter(({ number }) => number === 3)).toHaveLength(1)
  })

  it('keeps the seat of a member who opens the key of another seat', async () => {
    const { member, join, view, code } = await createHeld()
    expect(await json<JoinedLeague>(await join(member))).toMatchObject({ seat: 2 })
    expect(seatIn(await view(member, code), 3)).toMatchObject({ isHeld: true })
  })
})
