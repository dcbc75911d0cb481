import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LeagueDraw } from '#shared/contracts/league-draws.ts'
import type { League } from '#shared/contracts/league.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { countOpen } from '#shared/domain/seeded.ts'
import DrawScreen from '#web/screens/league/draft/draw-screen.tsx'
import LeagueScreen from '#web/screens/league/league-screen.tsx'
import { aDraw, aLeague, aMember, API, aSeat, aSeatCard, CODE, COMMITMENT, SEED, STEP_MS } from './league-support.ts'
import { createWorld, failure, ORIGIN, type Routes, show, type World } from './support.tsx'

const SEATS = Array.from({ length: 12 }, (_, at) => (at === 0 ? aSeatCard(1) : aSeat(at + 1)))
const RUN = aLeague({ role: 'commissioner', ownSeat: 1, seats: SEATS })
const WATCHED = aMember({ seats: SEATS })
/** The server's clock is this far ahead of the browser's. */
const AHEAD_MS = 90_000

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const board = () => within(screen.getByRole('list', { name: 'Draft order' })).getAllByRole('listitem')
const openOnes = () =>
  board().flatMap(({ textContent }) =>
    textContent.includes('Not open yet') ? [] : [textContent.replace(/^(?:SNG)?Pick /, '')],
  )
const sent = ({ calls }: World, route: string) => calls.filter((call) => call.route === route).map(({ body }) => body)

async function open(league: League, routes: Routes = {}, at = `/league/${CODE}`) {
  const world = createWorld({ [`GET ${API}`]: { body: league }, ...routes })
  show(at.includes('/draws/') ? <DrawScreen /> : <LeagueScreen />, world, { at })
  await waitFor(() => expect(screen.queryByText(/^Loading/)).toBeNull())
  return world
}

describe('the draft lottery of a commissioner', () => {
  it('prepares and starts with one click each, and shows the commitment in between', async () => {
    const prepared = { ...RUN, version: 2, draws: [aDraw({ open: null })] }
    const world = await open(RUN, {
      [`POST ${API}/draws`]: { body: prepared },
      [`POST ${API}/draws/2/start`]: { body: { ...prepared, version: 3, draws: [aDraw({ open: 0 })] } },
      [`GET ${API}/draws/2`]: { body: { now: Date.parse('2026-11-21T10:59:50Z'), draw: aDraw({ open: 0 }) } },
    })
    press('Draw the draft order')
    expect(await screen.findByText(COMMITMENT)).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Draft order'))
    expect(screen.queryByText('The seats have changed since.')).toBeNull()
    const parts = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(parts.indexOf('Draft order')).toBeGreaterThan(parts.indexOf('Roster'))
    act(() => screen.getByRole('button', { name: 'Start the draw' }).focus())
    press('Start the draw')
    await screen.findByText('First card in')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Draft order'))
    expect([sent(world, `POST ${API}/draws`), sent(world, `POST ${API}/draws/2/start`)]).toEqual([[{ after: 0 }], [{}]])
  })

  it('offers to prepare again after the seats have changed', async () => {
    const renamed = SEATS.map((seat) => (seat.number === 5 ? aSeat(5, { teamName: 'Renamed' }) : seat))
    const league = { ...RUN, seats: renamed, draws: [aDraw({ number: 3, open: null }), aDraw({ number: 2 })] }
    const world = await open(league, { [`POST ${API}/draws`]: failure(409, 'CONFLICT', LEAGUE_FAILURE.drawReplaced) })
    expect(screen.getByText('The seats have changed since.')).toBeTruthy()
    press('Use the seats as they are now')
    await screen.findByText(LEAGUE_FAILURE.drawReplaced)
    expect(sent(world, `POST ${API}/draws`)).toEqual([{ after: 2 }])
  })

  it('hides the draw in a league with one seat', async () => {
    await open({ ...RUN, seats: [aSeatCard(1)] })
    expect(screen.queryByRole('heading', { name: 'Draft order' })).toBeNull()
  })
})

describe('a draw that is over', () => {
  it('shows a finished draw in one line, with Copy, Draw again, verification and earlier draws', async () => {
    const draws = [aDraw({ number: 2 }), aDraw({ number: 1 })]
    const world = await open(
      { ...RUN, draws },
      { [`POST ${API}/draws`]: { body: { ...RUN, version: 2, draws: [aDraw({ number: 3, open: null }), ...draws] } } },
    )
    const section = within(screen.getByRole('region', { name: 'Draft order' }))
    const lines = section.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect([lines[0], lines[11], lines[12]]).toEqual(['1Team 4', '12Team 6', 'Draw 1First pick: Team 4'])
    expect(section.getByRole('link', { name: 'Verify' }).getAttribute('href')).toBe(`/league/${CODE}/draws/2`)
    press('Copy the order')
    await waitFor(() => expect(world.copied).toHaveLength(1))
    const copied = world.copied[0]!.split('\n')
    expect([copied[0], copied[1], copied.at(-1)]).toEqual([
      'Sunday Night Gridiron 2026 draft order',
      '1. Team 4',
      `Verify the draw: ${ORIGIN}/league/${CODE}/draws/2`,
    ])
    press('Draw again')
    const dialog = within(await screen.findByRole('dialog', { name: 'Draw a new order?' }))
    expect(sent(world, `POST ${API}/draws`)).toEqual([])
    fireEvent.click(dialog.getByRole('button', { name: 'Draw again' }))
    await screen.findByRole('button', { name: 'Start the draw' })
    expect(screen.getByRole('link', { name: 'Draw 2' })).toBeTruthy()
    expect(sent(world, `POST ${API}/draws`)).toEqual([{ after: 2 }])
  })

  it('lists a draw in the archive of its season', async () => {
    const season = { number: 1, name: '2025', closedAt: '2026-02-20T10:00:00.000Z', seats: [], draws: [aDraw()] }
    await open({ ...WATCHED, seasons: [season] })
    expect(screen.getByRole('link', { name: 'Draft order', hidden: true }).getAttribute('href')).toBe(
      `/league/${CODE}/draws/2`,
    )
  })
})

describe('a draw that is running', () => {
  beforeEach(
    () =>
      void vi.useFakeTimers({
        toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
        shouldAdvanceTime: true,
      }),
  )
  afterEach(() => void vi.useRealTimers())

  /** Opens a draw whose first reveal is in `inMs`, on a server whose clock is ahead. */
  async function follow(inMs: number, at?: string) {
    const times = { stepMs: STEP_MS, startsAt: 0 }
    const getDraw = (now: number): LeagueDraw => aDraw({ open: countOpen(times, 12, now), startsAt: times.startsAt })
    const world = createWorld()
    const getNow = () => world.clock.time + AHEAD_MS
    times.startsAt = getNow() + inMs
    world.routes[`GET ${API}`] = () => ({ body: { ...WATCHED, draws: [getDraw(getNow())] } })
    world.routes[`GET ${API}/draws/2`] = () => ({ body: { now: getNow(), draw: getDraw(getNow()) } })
    show(at === undefined ? <LeagueScreen /> : <DrawScreen />, world, { at: at ?? `/league/${CODE}` })
    await screen.findByRole('list', { name: 'Draft order' })
    await waitFor(() => expect(sent(world, `GET ${API}/draws/2`).length).toBeGreaterThan(0))
    return {
      world,
      pass: (ms: number) =>
        act(async () => {
          world.clock.time += ms
          await vi.advanceTimersByTimeAsync(ms)
        }),
    }
  }

  it('reveals each pick on time by the server’s clock, the last pick first', async () => {
    const { pass } = await follow(10_000)
    await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('10'))
    await pass(9000)
    expect([openOnes(), screen.getByRole('timer').textContent]).toEqual([[], '1'])
    await pass(1000)
    await waitFor(() => expect(openOnes()).toEqual(['12Team 6']))
    expect(screen.getByText('Pick 12: Team 6')).toBeTruthy()
    await pass(STEP_MS)
    await waitFor(() => expect(openOnes()).toEqual(['11Team 11', '12Team 6']))
    for (let left = 10; left > 0; left--) {
      await pass(STEP_MS)
      await waitFor(() => expect(openOnes()).toHaveLength(13 - left))
    }
    expect(screen.getByText('Pick 1: Team 4')).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Verify' })).toBeTruthy()
    expect(board()).toHaveLength(12)
  })

  it('shows the opened picks after a reload, and continues', async () => {
    const { pass } = await follow(-3 * STEP_MS - 1000)
    expect(openOnes()).toHaveLength(4)
    // Only cards that open on this page are announced.
    expect(screen.queryByText(/^Pick 9: /)).toBeNull()
    await pass(4000)
    await waitFor(() => expect(openOnes()).toHaveLength(5))
    expect(screen.getByText('Pick 8: Team 8')).toBeTruthy()
  })

  it('catches up when the network is back', async () => {
    const { world, pass } = await follow(1000)
    const responses = { ...world.routes }
    for (const route of [`GET ${API}`, `GET ${API}/draws/2`]) world.routes[route] = 'unreachable'
    await pass(1000)
    await pass(3 * STEP_MS)
    expect(openOnes()).toEqual([])
    Object.assign(world.routes, responses)
    await pass(2500)
    await waitFor(() => expect(openOnes()).toHaveLength(4))
  })

  it('follows a draw on its own page, which offers verification at the end', async () => {
    const { pass } = await follow(-10 * STEP_MS - 1000, `/league/${CODE}/draws/2`)
    expect([openOnes().length, screen.queryByRole('heading', { name: 'Verify' })]).toEqual([11, null])
    await pass(4000)
    await screen.findByRole('heading', { name: 'Verify' })
  })
})

describe('the page of a draw', () => {
  const ADDRESS = `/league/${CODE}/draws/2`

  it('verifies the seed of the draw, and rejects another one', async () => {
    await open({ ...WATCHED, draws: [aDraw()] }, {}, ADDRESS)
    await screen.findByText(/^Verified: /)
    const seed = screen.getByLabelText<HTMLTextAreaElement>(/^Seed/)
    expect(seed.value).toBe(SEED)
    fireEvent.change(seed, { target: { value: `1${SEED.slice(1)}` } })
    await screen.findByText(/^No match: this is not the seed/)
    fireEvent.change(seed, { target: { value: 'nonsense' } })
    await screen.findByText(/^No match: this is not the seed/)
    fireEvent.change(seed, { target: { value: SEED } })
    await screen.findByText(/^Verified: /)
  })

  it('rejects an order that the seed does not produce', async () => {
    const draw = aDraw()
    const [last, next, ...rest] = draw.picks
    const picks = [{ ...last!, seat: next!.seat }, { ...next!, seat: last!.seat }, ...rest]
    await open({ ...WATCHED, draws: [{ ...draw, picks }] }, {}, ADDRESS)
    await screen.findByText(/^No match: this seed gives another order/)
  })

  it('shows Draw not found for an unknown draw', async () => {
    await open(aLeague(), {}, ADDRESS)
    expect(screen.getByRole('heading', { name: 'Draw not found' })).toBeTruthy()
  })
})
