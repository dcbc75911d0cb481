import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import CardScreen from '#web/screens/card/card-screen.tsx'
import { aCard, createWorld, failure, ORIGIN, type Routes, show } from './support.tsx'

function open(routes: Routes = { 'GET /api/cards/card-1': { body: aCard() } }, overrides = {}) {
  const world = createWorld(routes, overrides)
  show(<CardScreen />, world, { at: '/card/card-1', path: '/card/:id' })
  return world
}

describe('the card page', () => {
  afterEach(() => void vi.useRealTimers())

  it('says that it is loading, then shows everything about the card', async () => {
    open()
    expect(screen.getByText('Loading Card...')).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 1, name: 'Nacho Joe' })).toBeTruthy()
    expect(screen.getByText('No. 7')).toBeTruthy()
    expect(screen.getByText('Kansas City Chiefs')).toBeTruthy()
    expect(screen.getByText('41')).toBeTruthy()
    expect(screen.getByRole('img', { name: /Trading card: Nacho Joe, number 7/ })).toBeTruthy()
    expect(screen.getByText('November 20, 2024')).toBeTruthy()
    const terms = [...document.querySelectorAll('dl dt')].map(({ textContent }) => textContent)
    expect(terms).toEqual(['Strength', 'Agility', 'TD Power', 'Leadership', 'Accuracy'])
    expect(document.title).toContain('Nacho Joe')
  })

  it('has no stats where the card has none', async () => {
    open({ 'GET /api/cards/card-1': { body: aCard({ stats: null }) } })
    await screen.findByRole('heading', { level: 1 })
    expect(document.querySelector('dl')).toBeNull()
  })

  it('an unknown card is not found, with a way back to the gallery', async () => {
    open({ 'GET /api/cards/card-1': failure(404, 'NOT_FOUND', 'There is nothing here.') })
    expect(await screen.findByRole('heading', { name: 'Card Not Found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to the Gallery' }).getAttribute('href')).toBe('/hall-of-fame')
  })

  it('Upvote This Card becomes Voting... and counts', async () => {
    const waiting: ((answer: { body: unknown }) => void)[] = []
    open({
      'GET /api/cards/card-1': { body: aCard() },
      'POST /api/cards/card-1/votes': () =>
        new Promise<{ body: unknown }>((resolve) => {
          waiting.push(resolve)
        }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Upvote This Card' }))
    expect(await screen.findByRole('button', { name: 'Voting...' })).toBeTruthy()
    await waitFor(() => expect(waiting).toHaveLength(1))
    waiting[0]!({ body: aCard({ votes: 42 }) })
    expect(await screen.findByText('Vote added!')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Upvote This Card' })).toBeTruthy()
    expect(screen.getByText('42')).toBeTruthy()
  })

  it('copies its address and confirms it for 3 seconds', async () => {
    const world = open()
    await screen.findByRole('heading', { level: 1 })
    vi.useFakeTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Copy Link' }))
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(screen.getByText('Share link copied to clipboard!')).toBeTruthy()
    expect(world.copied).toEqual([`${ORIGIN}/card/card-1`])
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(screen.queryByText('Copied')).toBeNull()
  })

  it.each([
    ['there is no share sheet', null],
    ['the share sheet fails', () => Promise.reject(new Error('no app'))],
  ])('copies the link when %s', async (_, share) => {
    const world = open(undefined, { share })
    fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
    expect(await screen.findByText('Share link copied to clipboard!')).toBeTruthy()
    expect(world.copied).toEqual([`${ORIGIN}/card/card-1`])
  })

  it('is silent when the share sheet is dismissed', async () => {
    const share = vi.fn(() => Promise.reject(new DOMException('dismissed', 'AbortError')))
    const world = open(undefined, { share })
    fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
    await waitFor(() => expect(share).toHaveBeenCalledWith({ title: 'Nacho Joe', url: `${ORIGIN}/card/card-1` }))
    expect(world.copied).toEqual([])
    expect(document.querySelector('[data-sonner-toast]')).toBeNull()
  })
})
