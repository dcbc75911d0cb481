import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { League, PastSeason } from '#shared/contracts/league.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import LeagueScreen from '#web/screens/league/league-screen.tsx'
import { aLeague, aMember, API, aSeat, aSeatCard, CODE } from './league-support.ts'
import { createWorld, failure, ORIGIN, type Routes, show } from './support.tsx'

const seatWithCard = (number: number, part: object) => ({ ...aSeatCard(number), ...part })
const RUN = aLeague({ role: 'commissioner', ownSeat: 1, seats: [aSeatCard(1), aSeatCard(2)] })
const SEASON: PastSeason = {
  number: 1,
  name: '2025',
  closedAt: '2026-02-20T10:00:00.000Z',
  draws: [],
  seats: [
    { number: 1, teamName: 'Old Guard', cardId: null, votes: 0, awards: [] },
    { number: 2, teamName: 'Fumble Bees', cardId: 'card-9', votes: 3, awards: ['Champion', 'Luckiest'] },
  ],
}

async function open(league: League, routes: Routes = {}) {
  const world = createWorld({ [`GET ${API}`]: { body: league }, ...routes })
  show(<LeagueScreen />, world, { at: `/league/${CODE}` })
  await screen.findByRole('heading', { level: 1, name: league.name })
  const sent = (route: string) => world.calls.filter((call) => call.route === route).map(({ body }) => body)
  return { world, sent }
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))

describe('the vote of a league', () => {
  it('casts a vote for another card, moves it on the same day, and counts it in place', async () => {
    const seats = [aSeatCard(1), aSeatCard(2), aSeatCard(3), aSeat(4)]
    const league = aMember({ seats })
    const vote = (seat: number) => ({
      body: {
        ...league,
        version: seat,
        votedSeat: seat,
        seats: seats.map((one) => ({ ...one, votes: Number(one.number === seat) })),
      },
    })
    const { sent } = await open(league, {
      [`POST ${API}/seats/3/votes`]: vote(3),
      [`POST ${API}/seats/1/votes`]: { body: { ...vote(1).body, version: 4 } },
    })
    expect(screen.getByText('You have one vote today.')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^Vote for/ })).toHaveLength(2)
    press('Vote for Team 3 today, 0 votes')
    await screen.findByText('You voted for Team 3 today. You can still move it.')
    const voted = screen.getByRole('button', { name: 'Your vote for Team 3 today, 1 vote' })
    expect(voted.getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(voted)
    expect(sent(`POST ${API}/seats/3/votes`)).toHaveLength(1)
    press('Vote for Team 1 today, 0 votes')
    await screen.findByText('You voted for Team 1 today. You can still move it.')
  })

  it('shows the votes to outsiders, who cannot vote', async () => {
    await open(aLeague({ seats: [seatWithCard(1, { votes: 2 }), aSeatCard(2)] }))
    const seats = screen.getByRole('region', { name: 'Roster' })
    expect(within(seats).getAllByText('2 votes').length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: /^Vote for/ })).toBeNull()
  })
})

it('ranks seats by votes, with equal ranks for ties', async () => {
  const seats = [
    seatWithCard(1, { votes: 1 }),
    seatWithCard(2, { votes: 3 }),
    seatWithCard(3, { votes: 1 }),
    aSeatCard(4),
  ]
  await open(aLeague({ seats }))
  const ranking = within(screen.getByRole('region', { name: /^Ranking/ })).getAllByRole('listitem')
  expect(ranking.map(({ textContent }) => textContent)).toEqual(['#1Team 23 votes', '#2Team 11 vote', '#2Team 31 vote'])
})

describe('awards', () => {
  it('shows awards on the card of their seat', async () => {
    await open(aMember({ seats: [seatWithCard(1, { awards: ['Champion', 'Luckiest'] }), aSeatCard(2)] }))
    const list = screen.getByRole('list', { name: 'Awards' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Champion', 'Luckiest'])
  })

  it('gives and revokes an award with one click each, preset or custom', async () => {
    const awarded = (version: number, awards: string[]) => ({
      body: { ...RUN, version, seats: [aSeatCard(1), seatWithCard(2, { awards })] },
    })
    const { world, sent } = await open(RUN, { [`POST ${API}/awards`]: awarded(2, ['Champion']) })
    press('Manage seat 2, Team 2')
    fireEvent.click((await dialog()).getByRole('button', { name: 'Awards' }))
    press('Champion')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Champion' }).getAttribute('aria-pressed')).toBe('true'),
    )
    world.routes[`POST ${API}/awards`] = awarded(3, [])
    press('Champion')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Champion' }).getAttribute('aria-pressed')).toBe('false'),
    )
    world.routes[`POST ${API}/awards`] = failure(400, 'NICKNAME_REFUSED', 'no', [
      { path: 'title', message: LEAGUE_FAILURE.title },
    ])
    const field = screen.getByLabelText<HTMLInputElement>('Another award')
    fireEvent.change(field, { target: { value: 'Rude' } })
    press('Give it')
    await screen.findByText(LEAGUE_FAILURE.title)
    expect(field.value).toBe('Rude')
    expect(sent(`POST ${API}/awards`)).toEqual([
      { title: 'Champion', seat: 2 },
      { title: 'Champion', seat: null },
      { title: 'Rude', seat: 2 },
    ])
  })

  it('links to the card with its awards as a download', async () => {
    await open({ ...RUN, seats: [aSeatCard(1), seatWithCard(2, { awards: ['Champion'] })] })
    press('Manage seat 2, Team 2')
    const link = (await dialog()).getByRole('link', { name: 'Download with awards' })
    expect(link.getAttribute('href')).toBe(`/download/league/${CODE}/seat/2`)
  })
})

describe('seasons', () => {
  it('lists past seasons with awards and roster, and lets only the commissioner delete one', async () => {
    await open(aMember({ seasons: [SEASON] }))
    expect(screen.getByText('Champion: Fumble Bees')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Fumble Bees', hidden: true }).getAttribute('href')).toBe('/card/card-9')
    const poster = screen.getByRole('link', { name: 'Poster for chats', hidden: true })
    expect(poster.getAttribute('href')).toBe(`/download/league/${CODE}/seasons/${SEASON.number}/feed`)
    expect(screen.queryByRole('button', { name: /^Delete season/, hidden: true })).toBeNull()
  })

  it('resends the same season change after a lost response', async () => {
    const { world, sent } = await open({ ...RUN, seasons: [SEASON] }, { [`POST ${API}/seasons`]: 'unreachable' })
    press('League settings')
    fireEvent.click((await dialog()).getByRole('button', { name: 'Start a new season' }))
    expect((await screen.findByLabelText<HTMLInputElement>('New season')).value).toBe('2027')
    press('Start season')
    await screen.findByText(/check your connection/i)
    world.routes[`POST ${API}/seasons`] = { body: { ...RUN, version: 2, season: '2027', seasons: [SEASON] } }
    press('Start season')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(`POST ${API}/seasons`)).toEqual([
      { season: '2027', after: 1 },
      { season: '2027', after: 1 },
    ])
  })

  it('asks for confirmation before deleting a past season', async () => {
    const { sent } = await open(
      { ...RUN, seasons: [SEASON] },
      { [`DELETE ${API}/seasons/1`]: { body: { ...RUN, version: 2 } } },
    )
    fireEvent.click(screen.getByRole('button', { name: 'Delete season 2025', hidden: true }))
    fireEvent.click((await dialog()).getByRole('button', { name: 'Delete for good' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Past seasons' })).toBeNull())
    expect(sent(`DELETE ${API}/seasons/1`)).toHaveLength(1)
  })
})

describe('a seat that the commissioner filled', () => {
  const HELD = { ...aSeatCard(3), isHeld: true }
  const seats = [aSeatCard(1), HELD]

  it('copies the link of a filled seat, and cannot make it the commissioner', async () => {
    const { world } = await open(aLeague({ role: 'commissioner', ownSeat: 1, seats }), {
      [`GET ${API}/seats/3/key`]: { body: { key: '3.ee' } },
    })
    press('Manage seat 3, Team 3')
    const menu = await dialog()
    fireEvent.click(menu.getByRole('button', { name: 'Copy the link to this seat' }))
    await menu.findByRole('button', { name: 'Link copied' })
    expect(world.copied).toEqual([`${ORIGIN}/league/${CODE}#key=3.ee`])
    expect(menu.queryByRole('button', { name: 'Make commissioner' })).toBeNull()
  })

  it('lets a member take the filled seat of their link', async () => {
    const taken = aMember({ ownSeat: 3, seats: [aSeatCard(1), aSeatCard(3)], version: 2 })
    const { world } = await open(aMember({ ownSeat: 3, seats }), {
      [`POST ${API}/seats`]: { body: { seat: 3, key: '3.ff', league: taken } },
    })
    press('Take the seat of Team 3')
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Take the seat/ })).toBeNull())
    expect(world.stored.get(`league-keys:${CODE}`)).toBe('3.ff')
  })
})
