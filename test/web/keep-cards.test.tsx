import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { OwnCard } from '#shared/contracts/cards.ts'
import MyCardsScreen from '#web/screens/my-cards/my-cards-screen.tsx'
import { aCardPage, createWorld, failure, show, type Routes } from './support.tsx'

const { rank: _, rankOfWeek: __, mine: ___, nextVoteAt: ____, ...own } = aCardPage()
const aCard = (id: string, kept: boolean): OwnCard => ({ ...own, id, playerName: id, kept })

const LIST = 'GET /api/cards/mine'
const KEEP = 'POST /api/cards/keep'

function open(cards: readonly OwnCard[], routes: Routes = {}, email: string | null = 'ann@example.com') {
  const world = createWorld({ [LIST]: { body: { cards } }, ...routes })
  world.account = { ...world.account, email: () => email }
  show(<MyCardsScreen />, world)
  return world
}
const wasRequested = (world: ReturnType<typeof open>, wanted: string) =>
  world.calls.filter(({ route }) => route === wanted).length

describe('cards made before signing in', () => {
  it('counts the browser’s own cards, and adds them to the account with one click', async () => {
    const world = open([aCard('Ace', false), aCard('Bob', false), aCard('Cleo', true)], {
      [KEEP]: { body: { added: 2 } },
    })
    await screen.findByText('2 cards are only in this browser.')
    world.routes[LIST] = { body: { cards: [aCard('Ace', true), aCard('Bob', true), aCard('Cleo', true)] } }
    fireEvent.click(screen.getByRole('button', { name: 'Add them to my account' }))
    await screen.findByText("Added. You'll see your cards on every device.")
    await waitFor(() => expect(screen.queryByText(/only in this browser/)).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toBe('My cards'))
    expect([wasRequested(world, KEEP), wasRequested(world, LIST)]).toEqual([1, 2])
  })

  it('keeps cards unchanged, with the reason, when adding them fails', async () => {
    open([aCard('Ace', false)], { [KEEP]: failure(401, 'UNAUTHORIZED', 'Sign in first.') })
    fireEvent.click(await screen.findByRole('button', { name: 'Add it to my account' }))
    await screen.findByText('Sign in first.')
    expect(screen.getByText('1 card is only in this browser.')).toBeTruthy()
  })

  it.each([
    ['all are in the account', [aCard('Ace', true)], 'ann@example.com'],
    ['nobody is signed in', [aCard('Ace', false)], null],
  ] as const)('offers nothing to add when %s', async (_why, cards, email) => {
    open(cards, {}, email)
    await screen.findByRole('heading', { level: 2, name: 'Ace' })
    expect(screen.queryByText(/only in this browser/)).toBeNull()
  })
})
