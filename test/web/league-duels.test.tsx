import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { League } from '#shared/contracts/league.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { countOpen } from '#shared/domain/seeded.ts'
import DuelScreen from '#web/screens/league/duel/duel-screen.tsx'
import LeagueScreen from '#web/screens/league/league-screen.tsx'
import { toast } from '#web/ui/toast.ts'
import { aDraw, aDuel, aLeague, aMember, API, aSeat, aSeatCard, CODE, SEED, STEP_MS } from './league-support.ts'
import { createWorld, failure, ORIGIN, type Routes, show } from './support.tsx'

const SEATS = [aSeatCard(1), aSeatCard(2), aSeat(3)]
const WATCHED = aMember({ seats: SEATS })
const ADDRESS = `/league/${CODE}/duels/1`
/** The server's clock is this far behind the browser's. */
const BEHIND_MS = 45_000

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const rounds = () => within(screen.getByRole('list', { name: 'Rounds' })).queryAllByRole('listitem')

async function open(league: League, routes: Routes = {}, at = `/league/${CODE}`) {
  const world = createWorld({ [`GET ${API}`]: { body: league }, ...routes })
  show(at === ADDRESS ? <DuelScreen /> : <LeagueScreen />, world, { at })
  await waitFor(() => expect(screen.queryByText(/^Loading/)).toBeNull())
  return world
}

describe('a challenge', () => {
  it('states the rules before it starts the duel, and opens its page', async () => {
    const world = await open(WATCHED, {
      [`POST ${API}/seats/1/duels`]: failure(429, 'RATE_LIMITED', LEAGUE_FAILURE.duelsUsedUp),
    })
    expect(screen.getAllByRole('button', { name: /^Challenge/ })).toHaveLength(1)
    press('Challenge Team 1 to a duel')
    await screen.findByText(/^Best of five/)
    press('Start the duel')
    await screen.findByText(LEAGUE_FAILURE.duelsUsedUp)
    world.routes[`POST ${API}/seats/1/duels`] = { status: 201, body: { now: 0, duel: aDuel({ open: 0 }) } }
    press('Start the duel')
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(ADDRESS))
  })

  it('requires two cards with stats, one of them the caller’s own', async () => {
    await open(aMember({ seats: [aSeatCard(1), aSeat(2)] }))
    expect(screen.queryByRole('button', { name: /^Challenge/ })).toBeNull()
  })

  it('shows a challenge to the challenged member, and in the list of duels', async () => {
    const duels = [aDuel({ number: 2, open: 0 }), aDuel({ number: 1 })]
    await open(
      { ...WATCHED, ownSeat: 1, duels },
      { [`GET ${API}/duels/2`]: { body: { now: Date.parse('2026-11-21T10:59:50Z'), duel: duels[0] } } },
    )
    expect(screen.getByText('Team 2 challenges you to a duel.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Watch' }).getAttribute('href')).toBe(`/league/${CODE}/duels/2`)
    expect(screen.getByRole('link', { name: 'Team 2 3–2 Team 1' }).getAttribute('href')).toBe(ADDRESS)
  })
})

describe('a member who has scrolled away', () => {
  it('is told once about a challenge and about a draw that starts', async () => {
    const told = vi.spyOn(toast, 'blank')
    const world = await open({ ...WATCHED, ownSeat: 1 })
    await waitFor(() => expect(world.listeners.has('league:0123abcd')).toBe(true))
    const news = async (version: number, part: Partial<League>) => {
      world.routes[`GET ${API}`] = { body: { ...WATCHED, ownSeat: 1, version, ...part } }
      await act(async () => world.listeners.get('league:0123abcd')!.onMessage('league', { version }))
    }
    const duels = [aDuel({ number: 2, open: 0 })]
    const duelNow = { now: Date.parse('2026-11-21T10:59:50Z'), duel: duels[0] }
    world.routes[`GET ${API}/duels/2`] = { body: duelNow }
    world.routes[`GET ${API}/draws/2`] = { body: { now: duelNow.now, draw: aDraw({ open: 0 }) } }
    await news(2, { duels })
    await waitFor(() => expect(told).toHaveBeenCalledTimes(1))
    await news(3, { duels, draws: [aDraw({ open: null })] })
    await news(4, { duels, draws: [aDraw({ open: 0 })] })
    await news(5, { duels, draws: [aDraw({ open: 0 })] })
    await waitFor(() =>
      expect(told.mock.calls.map(([words]) => words)).toEqual([
        'Team 2 challenges you to a duel.',
        'The draft lottery starts.',
      ]),
    )
  })
})

describe('a duel that is running', () => {
  beforeEach(
    () =>
      void vi.useFakeTimers({
        toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
        shouldAdvanceTime: true,
      }),
  )
  afterEach(() => void vi.useRealTimers())

  /** Opens a duel whose first reveal is in `inMs`, on a server whose clock is behind. */
  async function follow(inMs: number) {
    const world = createWorld()
    const getNow = () => world.clock.time - BEHIND_MS
    const times = { stepMs: STEP_MS, startsAt: getNow() + inMs }
    const getDuel = () => aDuel({ open: countOpen(times, 5, getNow()), startsAt: times.startsAt })
    world.routes[`GET ${API}`] = () => ({ body: { ...WATCHED, duels: [getDuel()] } })
    world.routes[`GET ${API}/duels/1`] = () => ({ body: { now: getNow(), duel: getDuel() } })
    show(<DuelScreen />, world, { at: ADDRESS })
    await screen.findByRole('list', { name: 'Rounds' })
    await waitFor(() => expect(world.calls.some(({ route }) => route === `GET ${API}/duels/1`)).toBe(true))
    return (ms: number) =>
      act(async () => {
        world.clock.time += ms
        await vi.advanceTimersByTimeAsync(ms)
      })
  }

  it('reveals each round on time by the server’s clock, and ends with a winner', async () => {
    const pass = await follow(3000)
    await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('3'))
    await pass(2000)
    expect(rounds()).toHaveLength(0)
    await pass(1000)
    await waitFor(() => expect(rounds()).toHaveLength(1))
    expect(rounds()[0]!.textContent).toBe('8678 + 8Agility11095 + 15, wins the round')
    expect(screen.getByText('Round 1: 0 to 1')).toBeTruthy()
    for (let open = 2; open <= 5; open++) {
      expect(screen.queryByText('Winner')).toBeNull()
      await pass(STEP_MS)
      await waitFor(() => expect(rounds()).toHaveLength(open))
    }
    await screen.findByText('Team 2 beats Team 1 3–2')
    expect(screen.getByText('Winner')).toBeTruthy()
  })

  it('shows the opened rounds after a reload, and continues', async () => {
    const pass = await follow(-STEP_MS - 1000)
    expect(rounds()).toHaveLength(2)
    await pass(STEP_MS - 1000)
    await waitFor(() => expect(rounds()).toHaveLength(3))
  })
})

describe('the page of a duel', () => {
  it('shares the result of a duel as a picture or a text, and verifies it', async () => {
    const picture = `/download/league/${CODE}/duel/1`
    const world = await open(
      { ...WATCHED, duels: [aDuel()] },
      { [`GET ${picture}`]: { body: new Blob(['jpeg'], { type: 'image/jpeg' }) } },
      ADDRESS,
    )
    fireEvent.click(screen.getByRole('link', { name: 'Save the picture' }))
    await screen.findByText('Saved to your downloads.')
    expect(world.saved).toHaveLength(1)
    press('Copy the result')
    await waitFor(() =>
      expect(world.copied).toEqual([`Team 2 beats Team 1 3–2 in Sunday Night Gridiron: ${ORIGIN}${ADDRESS}`]),
    )
    await screen.findByText(/^Verified: /)
    const seed = screen.getByLabelText<HTMLTextAreaElement>(/^Seed/)
    fireEvent.change(seed, { target: { value: `1${SEED.slice(1)}` } })
    await screen.findByText(/^No match: this is not the seed/)
  })

  it('rejects rounds that the seed does not produce', async () => {
    const duel = aDuel()
    const [first, ...others] = duel.rounds
    const changed = { ...duel, rounds: [{ ...first!, dice: [20, 1] as [number, number] }, ...others] }
    await open({ ...WATCHED, duels: [changed] }, {}, ADDRESS)
    await screen.findByText(/^No match: this seed gives other rounds/)
  })

  it.each(['member', 'outsider'] as const)('requests a duel that the league no longer lists, as %s', async (role) => {
    await open(
      { ...WATCHED, role, duels: [aDuel({ number: 9 })] },
      { [`GET ${API}/duels/1`]: { body: { now: 0, duel: aDuel() } } },
      ADDRESS,
    )
    await screen.findByText('Team 2 beats Team 1 3–2')
  })

  it('shows Duel not found for an unknown duel', async () => {
    await open(aLeague(), { [`GET ${API}/duels/1`]: failure(404, 'NOT_FOUND', 'no') }, ADDRESS)
    expect(await screen.findByRole('heading', { name: 'Duel not found' })).toBeTruthy()
  })
})
