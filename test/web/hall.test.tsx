import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import HallScreen from '#web/screens/hall/hall-screen.tsx'
import { takeConsole } from '../support/quiet.ts'
import { aCard, createWorld, failure, type Routes, show } from './support.tsx'

const TEAMS = ['Green Bay Packers', 'Kansas City Chiefs', 'Miami Dolphins', 'Chicago Bears']
const CARDS = TEAMS.map((teamColors, index) =>
  aCard({ id: `hall-${index}`, playerName: `Player ${index + 1}`, teamColors, votes: 50 - index }),
)

function open(routes: Routes = {}, at = '/hall-of-fame') {
  const world = createWorld({
    'GET /api/cards?list=top': { body: { cards: CARDS } },
    'GET /api/cards?list=strip': { body: { cards: CARDS.slice(0, 2) } },
    ...routes,
  })
  show(<HallScreen />, world, { at })
  return world
}

const board = () => screen.getByRole('region', { name: 'Top 100' })
const namesOnBoard = () => [...board().querySelectorAll('.who b')].map(({ textContent }) => textContent)

describe('the Hall of Fame', () => {
  it('says that it is loading, then shows the order of the server with badges and ranks', async () => {
    open()
    expect(within(board()).getByText('Loading Gallery...')).toBeTruthy()
    await waitFor(() => expect(namesOnBoard()).toEqual(['Player 1', 'Player 2', 'Player 3', 'Player 4']))
    expect([...board().querySelectorAll('.medal')].map(({ textContent }) => textContent)).toEqual(['1st', '2nd', '3rd'])
    expect(board().querySelector('.rk')?.textContent).toBe('Rank 4')
    expect(screen.queryByText('Loading Gallery...')).toBeNull()
  })

  it('filters by team, in the address too', async () => {
    open()
    await waitFor(() => expect(namesOnBoard()).toHaveLength(4))
    const filter = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Team' })
    expect(filter.options).toHaveLength(33)
    expect(filter.options[0]!.text).toBe('All Teams')
    fireEvent.change(filter, { target: { value: 'Miami Dolphins' } })
    expect(namesOnBoard()).toEqual(['Player 3'])
    expect(screen.getByTestId('address').textContent).toBe('/hall-of-fame?team=Miami+Dolphins')
    fireEvent.change(filter, { target: { value: 'Dallas Cowboys' } })
    expect(screen.getByText('No cards found for this filter.')).toBeTruthy()
    fireEvent.change(filter, { target: { value: '' } })
    expect(namesOnBoard()).toHaveLength(4)
  })

  it('invites to places on the podium that are still free', async () => {
    open({ 'GET /api/cards?list=top': { body: { cards: CARDS.slice(0, 1) } } })
    await waitFor(() => expect(namesOnBoard()).toEqual(['Player 1']))
    expect(within(board()).getAllByText(/^Still free/)).toHaveLength(2)
    expect(within(board()).getAllByRole('link', { name: 'Make a card' })).toHaveLength(2)
  })

  it('begins with the team of the address', async () => {
    open({}, '/hall-of-fame?team=Chicago%20Bears')
    await waitFor(() => expect(namesOnBoard()).toEqual(['Player 4']))
  })

  it('a list that fails is empty and quiet, leaves a line in the console and can be asked for again', async () => {
    const world = open({ 'GET /api/cards?list=top': failure(404, 'NOT_FOUND', 'Gone fishing.') })
    expect(await screen.findByText(/Couldn't load cards/)).toBeTruthy()
    expect(screen.getByText('No cards found for this filter.')).toBeTruthy()
    expect(document.querySelector('[data-sonner-toast]')).toBeNull()
    expect(takeConsole().map(([first]) => first)).toEqual(['Could not load cards'])
    world.routes['GET /api/cards?list=top'] = { body: { cards: CARDS } }
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(namesOnBoard()).toHaveLength(4))
    expect(screen.queryByText(/Couldn't load cards/)).toBeNull()
  })
})
