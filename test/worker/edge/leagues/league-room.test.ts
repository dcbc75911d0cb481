import { beforeEach, describe, expect, it } from 'vitest'
import type { League } from '#shared/contracts/league.ts'
import { AWARDS_PER_SEASON, PAST_SEASONS } from '#shared/domain/league.ts'
import { DAY_MS } from '#shared/time.ts'
import type { Overrides } from '#worker/compose.ts'
import type { TestVisitor } from '../../../support/app.ts'
import { countRows } from '../../../support/cards.ts'
import { freshDatabase, testEnv } from '../../../support/env.ts'
import { frontBytes } from '../pictured-cards.ts'
import { readCode, createLeaguePlace, json, leagueCard, NEW_LEAGUE, WRONG_CODE } from './league-place.ts'

beforeEach(freshDatabase)

/** Creates a commissioner in seat 1 and a member in seat 2, each with a card, and an outsider. */
async function createRoom(overrides: Overrides = {}) {
  const place = createLeaguePlace(overrides)
  const company = await place.company()
  const { commissioner, member, code } = company
  const path = `/api/leagues/${code}`
  for (const [one, seat] of [
    [commissioner, 1],
    [member, 2],
  ] as const) {
    await leagueCard(code, one.id, `card-${seat}`)
    await place.attach(one, code, seat, `card-${seat}`)
  }
  return {
    ...place,
    ...company,
    path,
    award: (title: string, seat: number | null, by: TestVisitor = commissioner) =>
      by.post(`${path}/awards`, { title, seat }),
    vote: (by: TestVisitor, seat: number) => by.post(`${path}/seats/${seat}/votes`, {}),
    close: (season: string, after: number) => commissioner.post(`${path}/seasons`, { season, after }),
  }
}

const awardsIn = ({ seats }: League) => seats.map(({ awards }) => awards)
const votesIn = ({ seats }: League) => seats.map(({ votes }) => votes)

describe('awards', () => {
  it('gives, moves and revokes an award in any letter case, once per repeated request', async () => {
    const { award } = await createRoom()
    const steps = []
    for (const [title, seat] of [
      ['Champion', 1],
      ['Luckiest 🍀', 1],
      ['champion', 2],
      ['champion', 2],
      ['CHAMPION', null],
      ['CHAMPION', null],
    ] as const)
      steps.push(await json<League>(await award(title, seat)))
    expect(steps.map(awardsIn)).toEqual([
      [['Champion'], []],
      [['Champion', 'Luckiest 🍀'], []],
      [['Luckiest 🍀'], ['Champion']],
      [['Luckiest 🍀'], ['Champion']],
      [['Luckiest 🍀'], []],
      [['Luckiest 🍀'], []],
    ])
    const versions = steps.map(({ version }) => version)
    expect([versions[3], versions[5]]).toEqual([versions[2], versions[4]])
  })

  it('rejects an award with an empty or offensive title, for a free seat, or beyond a dozen', async () => {
    const { award, view, member, code } = await createRoom()
    const refusals: Record<string, [number, string]> = {}
    for (const [what, title, seat] of [
      ['empty', ' ', 1],
      ['offensive', 'fuck you', 1],
      ['free seat', 'Champion', 9],
      ['no seat', 'Champion', 17],
    ] as const) {
      const response = await award(title, seat)
      refusals[what] = [response.status, await readCode(response)]
    }
    expect(refusals).toEqual({
      empty: [400, 'VALIDATION_ERROR'],
      offensive: [400, 'NICKNAME_REFUSED'],
      'free seat': [404, 'NOT_FOUND'],
      'no seat': [400, 'VALIDATION_ERROR'],
    })
    const titles = Array.from({ length: AWARDS_PER_SEASON }, (_, at) => `Award ${at}`)
    await Promise.all(titles.map((title) => award(title, 1)))
    const beyond = await award('One more', 1)
    expect([beyond.status, await readCode(beyond)]).toEqual([409, 'CONFLICT'])
    expect((await award('Award 0', 2)).status).toBe(200)
    expect(
      awardsIn(await view(member, code))
        .flat()
        .toSorted(),
    ).toEqual(titles.toSorted())
  })

  it('serves the card of a seat with its awards to anyone with the link', async () => {
    const drawn: (readonly string[])[] = []
    const drawAwarded: Overrides['drawAwarded'] = async (front, awards) => {
      drawn.push(awards)
      return front as Uint8Array<ArrayBuffer>
    }
    const { award, outsider, join, person, code } = await createRoom({ drawAwarded })
    for (const seat of [1, 2])
      await testEnv().FILES.put(`cards/card-${seat}/1.jpg`, await frontBytes(), {
        httpMetadata: { contentType: 'image/jpeg' },
      })
    await award('Champion', 2)
    await join(await person(), code, 'Third')
    const responses = []
    for (const seat of ['2', '1', '3', '9', 'two'])
      responses.push(await outsider.send(`/download/league/${code}/seat/${seat}`))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 404, 404, 404])
    expect(drawn).toEqual([['Champion']])
    const { headers } = responses[0]!
    expect(['content-type', 'cache-control', 'x-robots-tag'].map((name) => headers.get(name))).toEqual([
      'image/jpeg',
      'private, no-store',
      'noindex',
    ])
    expect((await outsider.send(`/download/league/${WRONG_CODE}/seat/2`)).status).toBe(404)
  })

  it('limits drawings of cards with awards per network, regardless of cookies', async () => {
    let drawn = 0
    const drawAwarded: Overrides['drawAwarded'] = async (front) => {
      drawn++
      return front as Uint8Array<ArrayBuffer>
    }
    const { award, outsider, code } = await createRoom({ drawAwarded })
    await testEnv().FILES.put('cards/card-2/1.jpg', await frontBytes(), { httpMetadata: { contentType: 'image/jpeg' } })
    await award('Champion', 2)
    const statuses = new Set<number>()
    for (let i = 0; i < 45; i++) statuses.add((await outsider.send(`/download/league/${code}/seat/2`)).status)
    expect([...statuses]).toEqual([200, 429])
    expect(drawn).toBe(40)
  })

  it('removes the awards of a freed seat', async () => {
    const { award, remove, commissioner, path } = await createRoom()
    await award('Champion', 2)
    const league = await json<League>(await remove(commissioner, `${path}/seats/2`))
    expect([awardsIn(league), await countRows('league_awards')]).toEqual([[[]], 0])
  })
})

describe('the vote of a league', () => {
  it('counts one vote per member and day, even for concurrent votes, and moves it on the same day', async () => {
    const { vote, view, commissioner, member, join, person, attach, code, time } = await createRoom()
    const third = await person()
    await join(third, code, 'Third')
    await leagueCard(code, third.id, 'card-3')
    await attach(third, code, 3, 'card-3')
    await Promise.all([2, 3, 2, 3].map((seat) => vote(commissioner, seat)))
    const before = await json<League>(await vote(commissioner, 2))
    expect([votesIn(before), before.votedSeat]).toEqual([[0, 1, 0], 2])
    expect((await json<League>(await vote(commissioner, 2))).version).toBe(before.version)
    await vote(third, 2)
    time.now += DAY_MS
    expect((await view(commissioner, code)).votedSeat).toBeNull()
    await vote(commissioner, 2)
    expect(votesIn(await view(member, code))).toEqual([0, 3, 0])
  })

  it('rejects a vote for a waiting seat, a hidden card or a free seat', async () => {
    const { vote, view, commissioner, member, join, person, code } = await createRoom()
    await join(await person(), code, 'Third')
    await testEnv()
      .DB.prepare(
        `update fantasy_football_cards set visibility = 'draft', hidden_from = 'unlisted' where id = 'card-2'`,
      )
      .run()
    const statuses = []
    for (const seat of [2, 3, 9]) statuses.push((await vote(commissioner, seat)).status)
    expect(statuses).toEqual([409, 409, 404])
    expect(votesIn(await view(member, code))).toEqual([0, 0, 0])
  })

  it('removes the votes that a freed seat cast and received', async () => {
    const { vote, remove, commissioner, member, path } = await createRoom()
    await vote(commissioner, 2)
    await vote(member, 1)
    const league = await json<League>(await remove(member, `${path}/seats/2`))
    expect([votesIn(league), await countRows('league_votes')]).toEqual([[0], 0])
  })
})

describe('the archive of seasons', () => {
  it('archives roster, awards and votes of a closed season once, and starts the next one empty', async () => {
    const { award, vote, close, commissioner, member } = await createRoom()
    await award('Champion', 2)
    await vote(commissioner, 2)
    const first = await json<League>(await close('2027', 0))
    expect(first).toMatchObject({ season: '2027', votedSeat: null, seats: [{ number: 1 }, { number: 2 }] })
    expect([awardsIn(first), votesIn(first)]).toEqual([
      [[], []],
      [0, 0],
    ])
    expect(first.seasons).toEqual([
      {
        number: 1,
        name: '2026',
        closedAt: '2026-11-21T12:00:00.000Z',
        seats: [
          { number: 1, teamName: 'Chiefs of Staff', cardId: 'card-1', votes: 0, awards: [] },
          { number: 2, teamName: 'Blitz Kids', cardId: 'card-2', votes: 1, awards: ['Champion'] },
        ],
        draws: [],
      },
    ])
    expect(await json<League>(await close('2027', 0))).toEqual(first)
    await member.post('/api/cards/card-2/unpublish', {})
    const second = await json<League>(await close('2028', 1))
    expect(second.seasons.map(({ number, name }) => [number, name])).toEqual([
      [2, '2027'],
      [1, '2026'],
    ])
  })

  it('unlinks a removed card from past seasons', async () => {
    const { close, remove, member, view, code } = await createRoom()
    await close('2027', 0)
    await remove(member, '/api/cards/card-2')
    const [season] = (await view(member, code)).seasons
    expect(season?.seats.map(({ cardId }) => cardId)).toEqual(['card-1', null])
  })

  it('keeps former members in past seasons until the commissioner deletes those', async () => {
    const { close, remove, commissioner, member, path } = await createRoom()
    await close('2027', 0)
    const left = await json<League>(await remove(member, `${path}/seats/2`))
    expect(left.seasons[0]?.seats.map(({ teamName }) => teamName)).toEqual(['Chiefs of Staff', 'Blitz Kids'])
    for (let times = 0; times < 2; times++) {
      const league = await json<League>(await remove(commissioner, `${path}/seasons/1`))
      expect([league.seasons, await countRows('league_past_seats')]).toEqual([[], 0])
    }
  })

  it('rejects closing the season of a league without seats, or one season too many', async () => {
    const { close, remove, commissioner, path, found, person } = await createRoom()
    const empty = await person()
    const { code } = await found(empty)
    expect((await empty.post(`/api/leagues/${code}/seasons`, { season: '2027', after: 0 })).status).toBe(409)
    for (let at = 0; at < PAST_SEASONS; at++) expect((await close(String(2027 + at), at)).status).toBe(200)
    expect((await close('Later', PAST_SEASONS)).status).toBe(409)
    expect((await remove(commissioner, `${path}/seasons/nine`)).status).toBe(404)
  })

  it('deletes past seasons with the league, and exports and deletes a member’s part with the account', async () => {
    const { found, signUp, app, remove, commissioner, path, close } = await createRoom()
    await close('2027', 0)
    await remove(commissioner, path)
    for (const table of ['league_awards', 'league_votes', 'league_seasons', 'league_past_seats'])
      expect([table, await countRows(table)]).toEqual([table, 0])

    const { bearer } = await signUp('ann@example.com')
    const ann = app.visitor()
    const other = app.visitor()
    await ann.arrive()
    const { code } = await found(other)
    await ann.post(`/api/leagues/${code}/seats`, { teamName: 'Ann' }, bearer)
    await other.post(`/api/leagues/${code}/seasons`, { season: '2027', after: 0 })
    const exported = await json<{ past_seats: object[] }>(
      await ann.send('/api/auth/account/export', { headers: bearer }),
    )
    expect(exported.past_seats).toMatchObject([{ name: NEW_LEAGUE.name, season: '2026', team_name: 'Ann' }])
    await ann.send('/api/auth/account', { method: 'DELETE', headers: bearer })
    expect(await countRows('league_past_seats')).toBe(0)
  })
})
