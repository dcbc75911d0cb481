import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import HallScreen from '#web/screens/hall/hall-screen.tsx'
import { aCard, createWorld, failure, show } from './support.tsx'

type ApiResponse = { status?: number; body: unknown } | 'unreachable'

/** A Hall of two cards, and votes whose responses the test controls. Each test votes for its own card. */
async function open(id: string) {
  const waiting: ((value: ApiResponse) => void)[] = []
  const first = aCard({ id, playerName: 'Ace', votes: 41 })
  const world = createWorld({
    'GET /api/cards?list=top': { body: { cards: [first, aCard({ id: 'other', playerName: 'Bob', votes: 40 })] } },
    [`POST /api/cards/${id}/votes`]: () =>
      new Promise<ApiResponse>((resolve) => {
        waiting.push(resolve)
      }) as Promise<{ status?: number; body: unknown }>,
  })
  show(<HallScreen />, world)
  await screen.findByRole('button', { name: 'Upvote Ace, 41 votes' })
  /** The server's response to a counted vote. */
  const counted = (votes: number, lastsMs = 24 * 3_600_000) => ({
    body: { ...first, votes, nextVoteAt: new Date(world.clock.time + lastsMs).toISOString() },
  })
  const votesSent = () => world.calls.filter(({ route }) => route.endsWith('/votes'))
  return { world, votesSent, counted, reply: (value: ApiResponse) => waiting.shift()?.(value) }
}

const pill = () => document.querySelector<HTMLButtonElement>('.podium-podium .vote-pill-vote')!
const count = () => pill().querySelector('.vote-pill-count')!.textContent
const order = () =>
  [...document.querySelectorAll('.podium-podium .card-name-name')].map(({ textContent }) => textContent)

describe('voting', () => {
  it('increments the vote count immediately, then shows the total that the server confirms', async () => {
    const { votesSent, reply, counted } = await open('vote-1')
    fireEvent.click(pill())
    await waitFor(() => expect(count()).toBe('42'))
    expect(screen.getByRole('button', { name: 'Voting...' })).toBe(pill())
    await waitFor(() => expect(votesSent()[0]?.body).toEqual({ votes: 42 }))
    reply(counted(45, 3 * 3_600_000))
    expect(await screen.findByText('Vote added!')).toBeTruthy()
    // Others have voted in the meantime: the server's number wins.
    expect(count()).toBe('45')
    expect(pill().getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('button', { name: /^Upvote Ace, 45 votes\. ?Next vote in 3\sh$/ })).toBe(pill())
  })

  it('ignores a second click while a vote is in flight, and accepts a vote for another card', async () => {
    const { votesSent, reply, counted, world } = await open('vote-2')
    world.routes['POST /api/cards/other/votes'] = counted(41)
    fireEvent.click(pill())
    fireEvent.click(pill())
    fireEvent.click(screen.getByRole('button', { name: 'Upvote Bob, 40 votes' }))
    await waitFor(() =>
      expect(votesSent().map(({ route }) => route)).toEqual([
        'POST /api/cards/vote-2/votes',
        'POST /api/cards/other/votes',
      ]),
    )
    reply(counted(42))
    await waitFor(() => expect(pill().getAttribute('aria-disabled')).toBe('false'))
  })

  it.each([
    ['vote-3', 409, '23505', 'true'],
    // Rate-limited for others on the same network: this visitor has not voted for the card.
    ['vote-4', 429, 'RATE_LIMITED', 'false'],
  ])(
    'rolls back a vote that came too soon, and shows when the next one is allowed (%s)',
    async (id, status, code, voted) => {
      const { world, reply } = await open(id)
      const nextVoteAt = new Date(world.clock.time + 86_340_000).toISOString()
      fireEvent.click(pill())
      await waitFor(() => expect(count()).toBe('42'))
      reply(failure(status, code, 'duplicate key value', { nextVoteAt }))
      expect(await screen.findByText('Failed to vote.')).toBeTruthy()
      expect(screen.getByText(/^You can vote for this card again in 23 h 59 min/)).toBeTruthy()
      expect(count()).toBe('41')
      expect(pill().getAttribute('aria-pressed')).toBe(voted)
    },
  )

  it('says when voting is possible again after a rate limit, without marking the card as voted', async () => {
    const { world, reply } = await open('vote-8')
    const nextVoteAt = new Date(world.clock.time + 3_600_000).toISOString()
    fireEvent.click(pill())
    await waitFor(() => expect(count()).toBe('42'))
    reply(failure(429, 'RATE_LIMITED', 'Too many votes.', { nextVoteAt, scope: 'voter' }))
    expect(await screen.findByText(/^You can vote again in 1 h\.$/)).toBeTruthy()
    expect(pill().getAttribute('aria-pressed')).toBe('false')
  })

  it.each([
    ['vote-5', failure(500, 'INTERNAL', 'Something went wrong on our side.'), 'Something went wrong on our side.'],
    ['vote-6', 'unreachable', 'Network error. Please check your connection and try again.'],
  ] as const)('rolls back a vote after any other failure, and shows the reason (%s)', async (id, response, words) => {
    const { reply } = await open(id)
    fireEvent.click(pill())
    await waitFor(() => expect(count()).toBe('42'))
    reply(response)
    expect(await screen.findByText('Failed to vote.')).toBeTruthy()
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryByText(/You can vote/)).toBeNull()
    expect(count()).toBe('41')
    expect(pill().getAttribute('aria-pressed')).toBe('false')
  })

  it.each([
    ['vote-10', failure(500, 'INTERNAL', 'Something went wrong on our side.')],
    ['vote-11', 'unreachable'],
  ] as const)(
    'retries an unanswered vote with the same idempotency key, and a rejected one with a new key (%s)',
    async (id, response) => {
      const { reply, counted, votesSent, world } = await open(id)
      const names = () => votesSent().map(({ headers }) => headers.get('idempotency-key'))
      const press = async (times: number) => {
        fireEvent.click(pill())
        await waitFor(() => expect(votesSent()).toHaveLength(times))
      }
      await press(1)
      expect(names()[0]).toMatch(/^[0-9a-f]{32}$/)
      reply(response)
      await waitFor(() => expect(pill().getAttribute('aria-disabled')).toBe('false'))
      await press(2)
      expect(names()[1]).toBe(names()[0])
      // The first vote was counted: the server responds to the second request with it.
      reply(counted(42))
      expect(await screen.findByText('Vote added!')).toBeTruthy()
      expect(count()).toBe('42')
      world.clock.time += 25 * 3_600_000
      await press(3)
      expect(names()[2]).not.toBe(names()[0])
      reply(failure(409, '23505', 'duplicate key value'))
      await waitFor(() => expect(pill().getAttribute('aria-disabled')).toBe('false'))
      await press(4)
      expect(new Set(names()).size).toBe(3)
      reply(counted(43))
    },
  )

  it('re-enables the button when the next vote is allowed', async () => {
    const { world, counted, reply, votesSent } = await open('vote-9')
    fireEvent.click(pill())
    await waitFor(() => expect(votesSent()).toHaveLength(1))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      reply(counted(42))
      await vi.waitFor(() => expect(pill().getAttribute('aria-pressed')).toBe('true'))
      world.clock.time += 22 * 3_600_000
      await act(() => vi.advanceTimersByTimeAsync(10_000))
      expect(pill().querySelector('small')!.textContent).toMatch(/2\sh$/)
      world.clock.time += 2 * 3_600_000
      await act(() => vi.advanceTimersByTimeAsync(10_000))
      expect(pill().getAttribute('aria-pressed')).toBe('false')
      expect(pill().querySelector('small')).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  it('keeps the order of cards after a vote', async () => {
    const { reply, counted, votesSent } = await open('vote-7')
    fireEvent.click(pill())
    await waitFor(() => expect(votesSent()).toHaveLength(1))
    reply(counted(1))
    await waitFor(() => expect(count()).toBe('1'))
    expect(order()).toEqual(['Ace', 'Bob'])
  })
})
