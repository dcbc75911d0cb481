import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useNavigate } from 'react-router-dom'
import HallScreen from '#web/screens/hall/hall-screen.tsx'
import { takeConsole } from '../support/quiet.ts'
import { aCard, aCardPage, createWorld, failure, type Routes, show } from './support.tsx'

const TEAMS = ['Green Bay Packers', 'Kansas City Chiefs', 'Miami Dolphins', 'Chicago Bears']
const CARDS = TEAMS.map((teamColors, index) =>
  aCard({ id: `hall-${index}`, playerName: `Player ${index + 1}`, teamColors, votes: 50 - index }),
)
const ofTeam = (team: string) => ({ body: { cards: CARDS.filter(({ teamColors }) => teamColors === team) } })

function open(routes: Routes = {}, at = '/hall-of-fame', memory: Record<string, string> = {}) {
  const world = createWorld({
    'GET /api/cards?list=top': { body: { cards: CARDS } },
    'GET /api/cards?list=strip': { body: { cards: CARDS.slice(0, 2) } },
    'GET /api/cards?list=top&team=Miami%20Dolphins': ofTeam('Miami Dolphins'),
    'GET /api/cards?list=top&team=Chicago%20Bears': ofTeam('Chicago Bears'),
    'GET /api/cards?list=top&team=Dallas%20Cowboys': { body: { cards: [] } },
    ...routes,
  })
  for (const [key, value] of Object.entries(memory)) world.memory.set(key, value)
  show(
    <>
      <Back />
      <HallScreen />
    </>,
    world,
    { at },
  )
  return world
}

function Back() {
  const navigate = useNavigate()
  return <button onClick={() => void navigate(-1)}>Back</button>
}

const board = (name = 'Top 100') => screen.getByRole('region', { name })
const namesOnBoard = (name?: string) =>
  [...board(name).querySelectorAll('.card-name-name')].map(({ textContent }) => textContent)
const address = () => screen.getByTestId('address').textContent

const getAlt = (picture: HTMLElement) => picture.getAttribute('alt')!

/** Taps a team's tile, which closes the sheet. */
async function choose(team: string) {
  const tile = await screen.findByText(new RegExp(`^${team}`), { selector: '[role="radiogroup"] b' })
  fireEvent.pointerDown(tile)
  fireEvent.click(tile)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

describe('the Hall of Fame', () => {
  it('shows a loading state, then the server’s order with badges and ranks', async () => {
    open()
    expect(within(board()).getAllByText('Loading Gallery...')).toHaveLength(2)
    await waitFor(() => expect(namesOnBoard()).toEqual(['Player 1', 'Player 2', 'Player 3', 'Player 4']))
    expect(screen.queryByText('What a card looks like')).toBeNull()
    expect([...board().querySelectorAll('.podium-place')].map(({ textContent }) => textContent)).toEqual([
      '1st',
      '2nd',
      '3rd',
    ])
    expect(board().querySelector('.card-grid-rank')?.textContent).toBe('Rank 4')
    expect(screen.queryByText('Loading Gallery...')).toBeNull()
  })

  it('marks the visitor’s own cards, and sends no request for visitors without any', async () => {
    const stranger = open()
    await waitFor(() => expect(namesOnBoard()).toHaveLength(4))
    expect(stranger.calls.some(({ route }) => route.endsWith('/mine'))).toBe(false)
    cleanup()
    const own = [1, 3].map((place) => ({ ...aCardPage(), id: CARDS[place]!.id }))
    const world = open({ 'GET /api/cards/mine': { body: { cards: own } } }, '/hall-of-fame', {
      'generation-seen': 'job-1',
    })
    const teams = () =>
      [...board().querySelectorAll('.podium-team, .card-grid-team')].map(({ textContent }) => textContent)
    await waitFor(() => expect(teams()).toEqual([TEAMS[0], `Yours · ${TEAMS[1]}`, TEAMS[2], `Yours · ${TEAMS[3]}`]))
    expect(world.calls.filter(({ route }) => route.endsWith('/mine'))).toHaveLength(1)
  })

  it('offers the browser small versions of an image at versioned URLs', async () => {
    open()
    await waitFor(() => expect(namesOnBoard()).toHaveLength(4))
    const picture = board().querySelector('.card-grid-grid img')!
    expect(picture.getAttribute('srcset')).toBe(
      '/picture/hall-3.0123456789.thumb-256.webp 256w, /picture/hall-3.0123456789.thumb-384.webp 384w',
    )
    fireEvent.error(picture)
    const full = board().querySelector('.card-grid-grid img')!
    expect([full.getAttribute('srcset'), full.getAttribute('src')]).toEqual([null, CARDS[3]!.imageUrl])
    fireEvent.error(full)
    const lost = board().querySelector('.card-grid-grid .card-picture-lost')!
    expect(lost.textContent).toBe('Player 4, number 7, Chicago Bears')
    expect(lost.closest('a')?.getAttribute('aria-label')).toBe(lost.textContent)
  })

  it('filters by team with all teams first, and updates the URL', async () => {
    open()
    await waitFor(() => expect(namesOnBoard()).toHaveLength(4))
    fireEvent.click(screen.getByLabelText('Team: All Teams'))
    const options = await screen.findAllByRole<HTMLInputElement>('radio')
    expect(options).toHaveLength(33)
    expect(options[0]!.closest('label')!.textContent).toContain('All Teams')
    expect(options[0]!.checked).toBe(true)
    await choose('Miami Dolphins')
    await waitFor(() => expect(namesOnBoard()).toEqual(['Player 3']))
    expect(address()).toBe('/hall-of-fame?team=Miami+Dolphins')
    fireEvent.click(screen.getByLabelText('Team: Miami Dolphins'))
    await choose('All Teams')
    await waitFor(() => expect(namesOnBoard()).toHaveLength(4))
    expect(address()).toBe('/hall-of-fame')
  })

  it('counts the cards of each team, with empty teams last and dimmed', async () => {
    open({ 'GET /api/teams': { body: { cards: { 'Miami Dolphins': 2, 'Washington Commanders': 1 } } } })
    await waitFor(() => expect(namesOnBoard()).toHaveLength(4))
    fireEvent.click(screen.getByLabelText('Team: All Teams'))
    await screen.findAllByRole('radio')
    const tiles = [...document.querySelectorAll('[role="radiogroup"] label')]
    expect(tiles.slice(0, 4).map((tile) => tile.querySelector('b')!.textContent)).toEqual([
      'All Teams',
      'Miami Dolphins · 2',
      'Washington Commanders · 1',
      'Arizona Cardinals · 0',
    ])
    expect(tiles.map((tile) => tile.className.includes('picker-dim')).indexOf(true)).toBe(3)
  })

  it('keeps the sheet open while arrow keys move through the teams', async () => {
    open()
    await waitFor(() => expect(namesOnBoard()).toHaveLength(4))
    fireEvent.click(screen.getByLabelText('Team: All Teams'))
    // Browsers click the radio button themselves when an arrow key moves to it.
    fireEvent.click(await screen.findByRole('radio', { name: /^Miami Dolphins/ }))
    await waitFor(() => expect(address()).toBe('/hall-of-fame?team=Miami+Dolphins'))
    expect(screen.getByRole('dialog')).toBeTruthy()
    fireEvent.keyDown(screen.getByRole('radio', { name: /^Miami Dolphins/ }), { key: 'Enter' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows all teams again with Back after a team was chosen', async () => {
    open()
    await waitFor(() => expect(namesOnBoard()).toHaveLength(4))
    fireEvent.click(screen.getByLabelText('Team: All Teams'))
    await choose('Miami Dolphins')
    await waitFor(() => expect(address()).toBe('/hall-of-fame?team=Miami+Dolphins'))
    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(address()).toBe('/hall-of-fame'))
    await waitFor(() => expect(namesOnBoard()).toHaveLength(4))
  })

  it('explains that a team has no cards, and links to making the first one in its colors', async () => {
    open({}, '/hall-of-fame?team=Dallas+Cowboys')
    expect(await screen.findByText('No cards found for this filter.')).toBeTruthy()
    const door = screen.getByRole('link', { name: 'Make the first Dallas Cowboys card' })
    expect(door.getAttribute('href')).toBe('/?team=Dallas%20Cowboys')
  })

  it('also shows the examples in an empty Hall', async () => {
    open({ 'GET /api/cards?list=top': { body: { cards: [] } } })
    expect(await screen.findByRole('region', { name: 'What a card looks like' })).toBeTruthy()
    expect(screen.getByText('No cards yet.')).toBeTruthy()
  })

  it('shows drawn examples in an empty board, its own team first, without a page, a vote or a rank', async () => {
    open({}, '/hall-of-fame?team=Dallas+Cowboys')
    const examples = await screen.findByRole('region', { name: 'What a card looks like' })
    const pictures = within(examples).getAllByRole('img')
    const named = pictures.map(
      (picture) => /^Example\. .*?(Nacho Joe|Big Dad Energy|Sunday Maya)/.exec(getAlt(picture))?.[1],
    )
    expect(named).toEqual(['Nacho Joe', 'Big Dad Energy', 'Sunday Maya'])
    expect(within(examples).getAllByText('Example')).toHaveLength(pictures.length)
    expect(within(examples).queryAllByRole('link')).toEqual([])
    expect(within(examples).queryAllByRole('button')).toEqual([])
    expect(namesOnBoard()).toEqual([])
  })

  it('has four boards, each linked with the current team', async () => {
    open(
      {
        'GET /api/cards?list=week&team=Chicago%20Bears': { body: { cards: [CARDS[3]] } },
        'GET /api/cards?list=new&team=Chicago%20Bears': { body: { cards: [CARDS[3], CARDS[2]] } },
      },
      '/hall-of-fame?team=Chicago+Bears',
    )
    await waitFor(() => expect(namesOnBoard()).toEqual(['Player 4']))
    const tabs = within(screen.getByRole('navigation', { name: 'Boards' }))
    expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'All time',
      'Trending',
      'This week',
      'New',
    ])
    fireEvent.click(tabs.getByRole('link', { name: 'This week' }))
    await waitFor(() => expect(namesOnBoard('This week')).toEqual(['Player 4']))
    expect(address()).toBe('/hall-of-fame?sort=week&team=Chicago+Bears')
    expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('This week')
    fireEvent.click(tabs.getByRole('link', { name: 'New' }))
    await waitFor(() => expect(namesOnBoard('New cards')).toEqual(['Player 4', 'Player 3']))
    // The newest cards have no ranks.
    expect(board('New cards').querySelector('.podium-place, .card-grid-rank')).toBeNull()
  })

  it.each([
    [33, [33]],
    [34, [27, 34]],
    [100, [27, 51, 75, 100]],
  ])(
    'shows %i cards in steps of 24, focuses the first new one, and shows a short last page in full',
    async (count, steps) => {
      const cards = Array.from({ length: count }, (_, index) =>
        aCard({ id: `many-${index}`, playerName: `P${index + 1}` }),
      )
      open({ 'GET /api/cards?list=top': { body: { cards } } })
      for (const [step, visible] of steps.entries()) {
        await waitFor(() => expect(namesOnBoard()).toHaveLength(visible))
        if (step > 0) expect(document.activeElement?.getAttribute('href')).toBe(`/card/many-${steps[step - 1]}`)
        if (visible === count) break
        expect(screen.getByText(`${visible} of ${count} shown`)).toBeTruthy()
        fireEvent.click(screen.getByRole('link', { name: 'Show more' }))
      }
      expect(screen.queryByRole('link', { name: 'Show more' })).toBeNull()
      expect([...board().querySelectorAll('.card-grid-rank')].at(-1)?.textContent).toBe(`Rank ${count}`)
    },
  )

  it('invites visitors to empty podium places', async () => {
    open({ 'GET /api/cards?list=top': { body: { cards: CARDS.slice(0, 1) } } })
    await waitFor(() => expect(namesOnBoard()).toEqual(['Player 1']))
    expect(within(board()).getAllByText(/^Still free/)).toHaveLength(2)
    expect(within(board()).getAllByRole('link', { name: 'Make a card' })).toHaveLength(2)
  })

  it('shows a failed list as empty with Retry, and logs the failure', async () => {
    const world = open({ 'GET /api/cards?list=top': failure(404, 'NOT_FOUND', 'Gone fishing.') })
    expect(await screen.findByText(/Couldn't load cards/)).toBeTruthy()
    expect(screen.getByText('No cards found for this filter.').parentElement!.textContent).toContain(
      "the list didn't load",
    )
    expect(screen.queryByRole('link', { name: /Make the first/ })).toBeNull()
    expect(screen.queryByRole('region', { name: 'What a card looks like' })).toBeNull()
    expect(document.querySelector('[data-sonner-toast]')).toBeNull()
    expect(takeConsole().map(([first]) => first)).toEqual(['Could not load cards'])
    world.routes['GET /api/cards?list=top'] = { body: { cards: CARDS } }
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(namesOnBoard()).toHaveLength(4))
    expect(screen.queryByText(/Couldn't load cards/)).toBeNull()
  })

  it('shows the last list when offline, and says so', async () => {
    const first = open()
    await waitFor(() => expect(namesOnBoard()).toHaveLength(4))
    cleanup()
    const world = open({ 'GET /api/cards?list=top': 'unreachable', 'GET /api/cards?list=strip': 'unreachable' })
    for (const [key, value] of first.stored) world.stored.set(key, value)
    expect(await screen.findByText(/These are the last cards we loaded\./, {}, { timeout: 5000 })).toBeTruthy()
    expect(namesOnBoard()).toEqual(['Player 1', 'Player 2', 'Player 3', 'Player 4'])
    expect(within(board()).queryByText(/Couldn't load cards/)).toBeNull()
    takeConsole()
  })

  it.each(['nonsense', '{}', '{"at":0,"cards":[]}', '{"at":9e15,"cards":[null,7,{"id":"c1"}]}'])(
    'ignores a stored list that is damaged or a day old: %s',
    async (stored) => {
      const world = open({ 'GET /api/cards?list=top': 'unreachable' })
      world.stored.set('hall-list', stored)
      expect(await screen.findByText('No cards found for this filter.', {}, { timeout: 5000 })).toBeTruthy()
      takeConsole()
    },
  )
})
