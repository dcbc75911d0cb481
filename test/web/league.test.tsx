import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { League } from '#shared/contracts/league.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import LeagueScreen from '#web/screens/league/league-screen.tsx'
import { aDuel, aLeague, aMember, API, aSeat, aSeatCard, CODE } from './league-support.ts'
import { createWorld, failure, ORIGIN, type Routes, show, type World } from './support.tsx'

// happy-dom has no `requestIdleCallback`. Without it, a screen waits a second and a half before it subscribes.
beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => Number(setTimeout(callback, 0)))
  return () => vi.unstubAllGlobals()
})

type OpenOptions = { routes?: Routes; kept?: Record<string, string>; at?: string }

async function open(league: League, { routes = {}, kept = {}, at = `/league/${CODE}` }: OpenOptions = {}) {
  const world = createWorld({ [`GET ${API}`]: { body: league }, ...routes })
  for (const [key, value] of Object.entries(kept)) world.stored.set(key, value)
  show(<LeagueScreen />, world, { at })
  await screen.findByRole('heading', { level: 1, name: league.name })
  return world
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))
const address = () => screen.getByTestId('address').textContent
const sent = (world: World, route: string) => world.calls.filter((call) => call.route === route)
const keysSent = (world: World) => world.calls.map(({ headers }) => headers.get('x-league-key'))
const type = (text: string) => fireEvent.change(screen.getByLabelText('Your team name'), { target: { value: text } })

/** A commissioner with a seat, and one member without a card. */
const RUN = aLeague({
  role: 'commissioner',
  ownSeat: 1,
  seats: [{ ...aSeatCard(1), isCommissioner: true }, aSeat(2)],
})

describe('the room of a league', () => {
  it('shows filled seats as links, waiting seats by name, and open seats as the rest of the row and one line', async () => {
    await open(aMember())
    expect(screen.getByRole('link', { name: /^Team 1: / }).getAttribute('href')).toBe('/card/card-1')
    expect(screen.getByText('Your card goes here')).toBeTruthy()
    expect(screen.getByText('Seat 3 · open')).toBeTruthy()
    expect(screen.getByText('Seat 4 · open')).toBeTruthy()
    expect(screen.queryByText('Seat 5 · open')).toBeNull()
    expect(screen.getByText(/12 more seats open/)).toBeTruthy()
  })

  it('ignores a message about a known version, and an older response', async () => {
    const world = await open(aMember({ version: 3 }))
    await waitFor(() => expect(world.listeners.has('league:0123abcd')).toBe(true))
    const { onMessage } = world.listeners.get('league:0123abcd')!
    const before = sent(world, `GET ${API}`).length
    act(() => onMessage('league', { version: 3 }))
    expect(sent(world, `GET ${API}`)).toHaveLength(before)
    world.routes[`GET ${API}`] = { body: aMember({ version: 2, seats: [] }) }
    act(() => onMessage('league', { version: 4 }))
    await waitFor(() => expect(sent(world, `GET ${API}`)).toHaveLength(before + 1))
    await act(async () => {})
    expect(screen.getByRole('link', { name: /^Team 1: / })).toBeTruthy()
  })

  it('counts the members who are online, and shows a new card', async () => {
    const world = await open(aMember())
    await waitFor(() => expect(world.listeners.has('league:0123abcd')).toBe(true))
    const { onState, onPresence, onMessage } = world.listeners.get('league:0123abcd')!
    act(() => onState(true))
    act(() => onPresence!(3))
    await screen.findByText('3 here now')
    world.routes[`GET ${API}`] = { body: aMember({ version: 2, seats: [aSeatCard(1), aSeatCard(2)] }) }
    act(() => onMessage('league', { version: 2 }))
    await screen.findByText('New card: Team 2')
  })

  it('nudges a waiting member by copying a text with the link', async () => {
    const world = await open(RUN)
    press('Nudge Team 2: copy a text')
    await screen.findByText('Text copied')
    expect(world.copied).toEqual([expect.stringContaining(`${ORIGIN}/league/${CODE}`)])
    expect(world.copied[0]).toContain('Team 2, your seat in Sunday Night Gridiron')
  })

  it('copies the link, a text for the group chat, and shows a QR code', async () => {
    const world = await open(RUN)
    press('Copy Link')
    await waitFor(() => expect(world.copied).toEqual([`${ORIGIN}/league/${CODE}`]))
    press('Copy text')
    await waitFor(() => expect(world.copied[1]).toMatch(/^Sunday Night Gridiron 2026 .*\/league\//))
    press('QR code')
    await screen.findByRole('img', { name: "QR code of the league's page" })
  })

  it('copies the links for another device, each with its own key', async () => {
    const keys = { member: '1.aa', commissioner: 'c.bb' }
    const world = await open(RUN, { routes: { [`GET ${API}/keys`]: { body: keys } } })
    press(/^Copy the commissioner's link/)
    await waitFor(() => expect(world.copied).toEqual([`${ORIGIN}/league/${CODE}#key=c.bb`]))
    press(/^Copy your seat's link/)
    await waitFor(() => expect(world.copied[1]).toBe(`${ORIGIN}/league/${CODE}#key=1.aa`))
  })
})

describe('an outsider', () => {
  it('joins with a team name, stores the key and opens the generator', async () => {
    const joined = { seat: 3, key: '3.cc', league: aMember({ ownSeat: 3, seats: [aSeatCard(1), aSeat(2), aSeat(3)] }) }
    const world = await open(aLeague(), { routes: { [`POST ${API}/seats`]: { status: 201, body: joined } } })
    expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull()
    type('Fumble Bees')
    press('Join')
    await waitFor(() => expect(address()).toBe(`/?league=${CODE}&team=Miami%20Dolphins`))
    expect(sent(world, `POST ${API}/seats`).map(({ body }) => body)).toEqual([{ teamName: 'Fumble Bees' }])
    expect(world.stored.get(`league-keys:${CODE}`)).toBe('3.cc')
  })

  it.each([
    [
      'a refused name',
      failure(400, 'NICKNAME_REFUSED', 'Bad.', [{ path: 'teamName', message: 'Another one.' }]),
      'Another one.',
    ],
    ['a full league', failure(409, 'LEAGUE_FULL', LEAGUE_FAILURE.full), LEAGUE_FAILURE.full],
    ['no network', 'unreachable' as const, /check your connection/i],
  ])('explains at the field why %s keeps them out, and keeps what was typed', async (_, refusal, words) => {
    await open(aLeague(), { routes: { [`POST ${API}/seats`]: refusal } })
    type('Fumble Bees')
    press('Join')
    const field = screen.getByLabelText<HTMLInputElement>('Your team name')
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(document.getElementById('team-name-fault')?.textContent).toMatch(words)
    expect(field.value).toBe('Fumble Bees')
  })

  it('learns that a seat is held for the team name it types', async () => {
    await open(aLeague({ seats: [aSeatCard(1), aSeat(2, { teamName: 'Fumble Bees', isHeld: true })] }))
    type('Fumble')
    expect(screen.queryByText(/is ready for/)).toBeNull()
    type(' fumble bees')
    expect(screen.getByText(/^Seat 2 is ready for Fumble Bees/)).toBeTruthy()
  })

  it('shows that the league is full or closed instead of the join form', async () => {
    await open(aLeague({ isLocked: true }))
    expect(screen.getByText(LEAGUE_FAILURE.locked)).toBeTruthy()
    expect(screen.queryByText(/open$/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
  })

  it('shows that all seats are taken', async () => {
    await open(aLeague({ seats: Array.from({ length: 16 }, (_, index) => aSeat(index + 1)) }))
    expect(screen.getByText(LEAGUE_FAILURE.full)).toBeTruthy()
    expect(screen.queryByText(/open/)).toBeNull()
  })
})

describe('a member', () => {
  it('sends a member to the generator, and then lets them redo the card, rename the seat and leave', async () => {
    const league = aMember({ seats: [aSeatCard(1), aSeatCard(2)], duels: [aDuel()] })
    const world = await open(league, {
      routes: {
        [`PATCH ${API}/seats/2`]: {
          body: { ...league, version: 2, seats: [aSeatCard(1), { ...aSeatCard(2), teamName: 'Bees' }] },
        },
        [`DELETE ${API}/seats/2`]: { body: aLeague({ version: 3, seats: [aSeatCard(1)] }) },
      },
    })
    expect(screen.queryByRole('link', { name: 'Make your card' })).toBeNull()
    press('Manage seat 2, Team 2')
    expect((await dialog()).getByRole('link', { name: 'Redo card' }).getAttribute('href')).toMatch(/^\/\?league=/)
    press('Rename')
    fireEvent.change(await screen.findByLabelText('Team name'), { target: { value: 'Bees' } })
    press('Save Changes')
    await screen.findByText('Bees')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    press('Manage seat 2, Bees')
    fireEvent.click((await dialog()).getByRole('button', { name: 'Leave the league' }))
    expect((await dialog()).getByText(/frees seat 2/)).toBeTruthy()
    expect((await dialog()).getByText('Your duels from this season are removed too, for everyone.')).toBeTruthy()
    press('Leave')
    await screen.findByRole('button', { name: 'Join' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Roster'))
    expect(world.stored.has(`league-keys:${CODE}`)).toBe(false)
  })
})

describe('the commissioner', () => {
  it('changes name, colors and the lock in one sheet', async () => {
    const world = await open(RUN, {
      routes: { [`PATCH ${API}`]: { body: { ...RUN, version: 2, name: 'Monday Mayhem', isLocked: true } } },
    })
    press('League settings')
    fireEvent.change(await screen.findByLabelText('League name'), { target: { value: 'Monday Mayhem' } })
    fireEvent.click(screen.getByLabelText('Lock joining'))
    press('Save Changes')
    await screen.findByRole('heading', { level: 1, name: 'Monday Mayhem' })
    expect(sent(world, `PATCH ${API}`).map(({ body }) => body)).toEqual([
      { name: 'Monday Mayhem', season: '2026', team: 'Miami Dolphins', isLocked: true },
    ])
    expect(screen.getByText('2 of 16 seats, joining is closed')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Invite' })).toBeNull()
  })

  it('asks the commissioner before removing a seat, and lists what stays', async () => {
    const seats = [RUN.seats[0]!, aSeatCard(2)]
    await open(
      { ...RUN, seats },
      {
        routes: {
          [`DELETE ${API}/seats/2`]: { body: { ...RUN, version: 2, seats: [seats[0]] } },
          [`GET ${API}/keys`]: { body: { member: '1.aa', commissioner: 'c.bb' } },
        },
      },
    )
    press('Manage seat 2, Team 2')
    fireEvent.click((await dialog()).getByRole('button', { name: 'Remove from league' }))
    expect((await dialog()).getByText("This doesn't delete the card. Its maker keeps it.")).toBeTruthy()
    press('Remove')
    await waitFor(() => expect(screen.queryByText('Team 2')).toBeNull())
  })

  it('transfers the commissioner’s role, and deletes the revoked key', async () => {
    const world = await open(RUN, {
      kept: { [`league-keys:${CODE}`]: 'c.bb,1.aa' },
      routes: {
        [`POST ${API}/commissioner`]: {
          body: aMember({ version: 2, ownSeat: 1, seats: [aSeatCard(1), aSeat(2, { isCommissioner: true })] }),
        },
        [`GET ${API}/keys`]: { body: { member: '1.aa', commissioner: null } },
      },
    })
    press('Manage seat 2, Team 2')
    fireEvent.click((await dialog()).getByRole('button', { name: 'Make commissioner' }))
    press('Pass it on')
    await screen.findByText('Commissioner')
    expect(screen.queryByRole('button', { name: 'League settings' })).toBeNull()
    await waitFor(() => expect(world.stored.get(`league-keys:${CODE}`)).toBe('1.aa'))
  })

  it('lists everything that is deleted with a league', async () => {
    const deletion = {
      seats: 2,
      cards: [{ id: 'card-1', playerName: 'Nacho Joe', jerseyNumber: '7' }],
      detached: 1,
      awards: 2,
      votes: 1,
      seasons: 1,
    }
    const world = await open(RUN, {
      routes: {
        [`GET ${API}/deletion`]: { body: deletion },
        [`DELETE ${API}`]: () => {
          world.routes[`GET ${API}`] = failure(404, 'NOT_FOUND', 'no')
          return { status: 204, body: null }
        },
      },
    })
    press('League settings')
    fireEvent.click((await dialog()).getByRole('button', { name: 'Delete league' }))
    await screen.findByText(/1 card made for this league.*Nacho Joe/)
    expect(screen.getByText('2 seats: Team 1, Team 2')).toBeTruthy()
    expect(screen.getByText(/1 card stays with their makers/)).toBeTruthy()
    press('Delete for good')
    await waitFor(() => expect(address()).toBe('/league'))
    expect(world.stored.has('leagues')).toBe(false)
  })

  it('disables Delete until that list has loaded', async () => {
    const world = await open(RUN, { routes: { [`GET ${API}/deletion`]: failure(404, 'NOT_FOUND', 'no') } })
    press('League settings')
    fireEvent.click((await dialog()).getByRole('button', { name: 'Delete league' }))
    await screen.findByText(/Couldn't load what would be deleted/)
    press('Delete for good')
    expect(sent(world, `DELETE ${API}`)).toEqual([])
  })
})

describe('a change whose first response was lost', () => {
  const refused = failure(403, 'FORBIDDEN', LEAGUE_FAILURE.membersOnly)

  /** Opens a seat's sheet and presses the action, which the server rejects as already done. */
  async function repeat(
    before: League,
    route: string,
    after: League,
    [seat, action, result]: [string, string, string],
  ) {
    const keys = { body: { member: '2.aa', commissioner: null } }
    const world = await open(before, { routes: { [route]: 'unreachable', [`GET ${API}/keys`]: keys } })
    press(seat)
    fireEvent.click((await dialog()).getByRole('button', { name: action }))
    press(result)
    await screen.findByText(/check your connection/i)
    world.routes[route] = refused
    world.routes[`GET ${API}`] = { body: after }
    press(result)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText(LEAGUE_FAILURE.membersOnly)).toBeNull()
  }

  it('frees the seat of a member after the first response was lost', async () => {
    const after = aLeague({ version: 2, seats: [aSeatCard(1)] })
    await repeat(aMember(), `DELETE ${API}/seats/2`, after, ['Manage seat 2, Team 2', 'Leave the league', 'Leave'])
    await screen.findByRole('button', { name: 'Join' })
  })

  it('transfers the role after the first response was lost', async () => {
    const after = aMember({ version: 2, ownSeat: 1, seats: [aSeatCard(1), aSeat(2, { isCommissioner: true })] })
    const presses: [string, string, string] = ['Manage seat 2, Team 2', 'Make commissioner', 'Pass it on']
    await repeat(RUN, `POST ${API}/commissioner`, after, presses)
    expect(screen.queryByRole('button', { name: 'League settings' })).toBeNull()
  })
})

describe('a personal link', () => {
  it('removes a personal link from the URL, stores its key, and sends it with every call', async () => {
    const world = await open(aMember(), { at: `/league/${CODE}#key=2.dd` })
    expect(world.stored.get(`league-keys:${CODE}`)).toBe('2.dd')
    expect(keysSent(world).filter(Boolean)).toContain('2.dd')
    expect(address()).toBe(`/league/${CODE}`)
  })

  it('keeps the key of the other role, and replaces an older key for the same role', async () => {
    const world = await open(aMember(), {
      at: `/league/${CODE}#key=2.new`,
      kept: { [`league-keys:${CODE}`]: 'c.bb,2.old' },
    })
    expect(world.stored.get(`league-keys:${CODE}`)).toBe('c.bb,2.new')
  })
})

describe('an unavailable league', () => {
  it.each([CODE, 'nonsense'])('shows that no league is found at /league/%s', async (code) => {
    show(<LeagueScreen />, createWorld({ [`GET ${API}`]: failure(404, 'NOT_FOUND', LEAGUE_FAILURE.notFound) }), {
      at: `/league/${code}`,
    })
    await screen.findByRole('heading', { name: 'League not found' })
    expect(screen.getByRole('link', { name: 'Start a league' }).getAttribute('href')).toBe('/league')
  })

  it('reports that a league was closed while its page was open', async () => {
    const world = await open(aMember())
    await waitFor(() => expect(world.listeners.has('league:0123abcd')).toBe(true))
    world.routes[`GET ${API}`] = failure(404, 'NOT_FOUND', LEAGUE_FAILURE.notFound)
    act(() => world.listeners.get('league:0123abcd')!.onMessage('league', { version: 9 }))
    await screen.findByRole('heading', { name: 'Sunday Night Gridiron is closed' })
  })

  it('shows the roster of the last visit while offline', async () => {
    const kept = { leagues: JSON.stringify([{ code: CODE, league: aMember() }]) }
    await open(aMember(), { kept, routes: { [`GET ${API}`]: 'unreachable' } })
    expect(screen.getByText(/This is the roster as of your last visit/)).toBeTruthy()
    expect(screen.getByRole('link', { name: /^Team 1: / })).toBeTruthy()
  })

  it('offers Retry after a failure to load a league', async () => {
    const world = createWorld({ [`GET ${API}`]: failure(400, 'INTERNAL', 'no') })
    show(<LeagueScreen />, world, { at: `/league/${CODE}` })
    await screen.findByRole('heading', { name: "We couldn't load this league" })
    world.routes[`GET ${API}`] = { body: aLeague() }
    press('Retry')
    await screen.findByRole('heading', { name: 'Sunday Night Gridiron' })
  })
})
