import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import CardScreen from '#web/screens/card/card-screen.tsx'
import HallScreen from '#web/screens/hall/hall-screen.tsx'
import { isOutOfOrder } from '#web/screens/hall/order-news.ts'
import { aCard, aCardPage, createWorld, failure, type Routes, show, type World } from './support.tsx'

const CARDS = [50, 49, 48, 47].map((votes, index) =>
  aCard({ id: `live-${index}`, playerName: `P${index + 1}`, votes, createdAt: `2024-11-20T10:00:0${index}.000Z` }),
)

// happy-dom has no idle moments, and a screen without them waits a second and a half before it listens.
beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => Number(setTimeout(callback, 0)))
  return () => vi.unstubAllGlobals()
})

async function openHall(routes: Routes = {}, stored: [string, string][] = []) {
  const world = createWorld({
    'GET /api/cards?list=top': { body: { cards: CARDS } },
    'GET /api/cards?list=strip': { body: { cards: CARDS.slice(0, 2) } },
    ...routes,
  })
  for (const [key, value] of stored) world.stored.set(key, value)
  show(<HallScreen />, world, { at: '/hall-of-fame' })
  await waitFor(() => expect(names()).toHaveLength(4))
  return world
}

async function openCard(routes: Routes = {}) {
  const world = createWorld({ 'GET /api/cards/card-1': { body: aCardPage() }, ...routes })
  show(<CardScreen />, world, { at: '/card/card-1' })
  await screen.findByRole('heading', { name: 'Nacho Joe' })
  return world
}

/** Returns the listeners of a channel, once the page was idle. */
async function getListener(world: World, channel: string) {
  await waitFor(() => expect(world.listeners.has(channel)).toBe(true))
  const { onMessage, onPresence, onState } = world.listeners.get(channel)!
  return {
    say: (type: string, data: unknown) => act(() => onMessage(type, data)),
    count: (fans: number) => act(() => onPresence!(fans)),
    enter: (isHeard: boolean) => act(() => onState(isHeard)),
  }
}

const names = () =>
  [...document.querySelectorAll('.leaderboard-board .card-name-name')].map(({ textContent }) => textContent)
const votes = () =>
  [...document.querySelectorAll('.leaderboard-board .vote-pill-count')].map(({ textContent }) => textContent)
const board = () => within(document.querySelector<HTMLElement>('.leaderboard-board')!)
const liveSwitch = () => screen.getByRole('button', { name: /Pause live updates$/ })
const countRequests = (world: World, list: string) =>
  world.calls.filter(({ route }) => route === `GET /api/cards?list=${list}`).length

describe('live updates in the Hall', () => {
  it('updates numbers in place, and offers the new order instead of jumping', async () => {
    const world = await openHall()
    const hall = await getListener(world, 'hall')
    hall.say('votes', {
      cards: [
        { id: 'live-3', votes: 90 },
        { id: 'elsewhere', votes: 7 },
      ],
    })
    await waitFor(() => expect(votes()).toEqual(['50', '49', '48', '90']))
    expect(names()).toEqual(['P1', 'P2', 'P3', 'P4'])
    world.routes['GET /api/cards?list=top'] = { body: { cards: [{ ...CARDS[3]!, votes: 90 }, ...CARDS.slice(0, 3)] } }
    fireEvent.click(await screen.findByRole('button', { name: 'New standings · Refresh' }))
    await waitFor(() => expect(names()).toEqual(['P4', 'P1', 'P2', 'P3']))
    expect(screen.queryByRole('button', { name: /Refresh/ })).toBeNull()
  })

  it('offers new cards, counts each once, and removes deleted ones', async () => {
    const world = await openHall()
    const hall = await getListener(world, 'hall')
    for (const id of ['new-1', 'new-2', 'new-1', 'live-0']) hall.say('card', { id })
    expect(await screen.findByRole('button', { name: '2 new cards · Refresh' })).toBeTruthy()
    hall.say('gone', { id: 'new-2' })
    expect(await screen.findByRole('button', { name: '1 new card · Refresh' })).toBeTruthy()
    hall.say('gone', { id: 'live-1' })
    await waitFor(() => expect(names()).toEqual(['P1', 'P3', 'P4']))
    world.routes['GET /api/cards?list=strip'] = { body: { cards: [aCard({ id: 'new-1' })] } }
    fireEvent.click(screen.getByRole('button', { name: /Refresh/ }))
    await waitFor(() => expect(document.querySelector('.hall-screen-recent a[href="/card/new-1"]')).toBeTruthy())
    expect(screen.queryByRole('button', { name: /Refresh/ })).toBeNull()
  })

  it('shows how many fans are here while the channel is open, and ignores invalid counts', async () => {
    const world = await openHall()
    const hall = await getListener(world, 'hall')
    hall.enter(true)
    hall.count(12)
    expect(await screen.findByText('12 fans here')).toBeTruthy()
    hall.count(1)
    await waitFor(() => expect(screen.queryByText(/fans? here/)).toBeNull())
    hall.count(2)
    expect(await screen.findByText('2 fans here')).toBeTruthy()
    for (const [type, data] of [
      ['votes', { cards: [{ id: 'live-0', votes: -1 }] }],
      ['votes', 7],
      ['toString', {}],
      ['card', null],
    ] as const)
      hall.say(type, data)
    expect(votes()[0]).toBe('50')
    hall.enter(false)
    await waitFor(() => expect(screen.queryByText(/fans? here/)).toBeNull())
  })

  it('shows that the Hall is live only while the channel is open and the browser online', async () => {
    const world = await openHall()
    const words = () => liveSwitch().querySelector('.live-dot-words')!.textContent
    const isGreen = () => liveSwitch().querySelector('.live-dot-heard') !== null
    const hall = await getListener(world, 'hall')
    expect([words(), isGreen()]).toEqual(['Connecting', false])
    hall.enter(true)
    await waitFor(() => expect([words(), isGreen()]).toEqual(['Live', true]))
    const setOnline = (isOnline: boolean) => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
      act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
    }
    setOnline(false)
    expect([words(), isGreen()]).toEqual(['Offline', false])
    setOnline(true)
    expect([words(), isGreen()]).toEqual(['Live', true])
    hall.enter(false)
    await waitFor(() => expect([words(), isGreen()]).toEqual(['Connecting', false]))
  })

  it('stops live updates when paused, remembers it, and resumes on request', async () => {
    const world = await openHall()
    await getListener(world, 'hall')
    fireEvent.click(liveSwitch())
    await waitFor(() => expect(world.listeners.has('hall')).toBe(false))
    expect([liveSwitch().getAttribute('aria-pressed'), world.stored.get('live-paused')]).toEqual(['true', 'yes'])
    fireEvent.click(liveSwitch())
    await getListener(world, 'hall')
    expect(world.stored.has('live-paused')).toBe(false)
  })

  it('stays paused for a visitor who paused earlier', async () => {
    const world = await openHall({}, [['live-paused', 'yes']])
    expect(liveSwitch().getAttribute('aria-pressed')).toBe('true')
    await act(async () => {})
    expect(world.listeners.size).toBe(0)
  })

  it('reloads once each time the channel reopens, however recent the screen is', async () => {
    const world = await openHall()
    const hall = await getListener(world, 'hall')
    for (const isHeard of [false, true]) hall.enter(isHeard)
    expect(countRequests(world, 'strip')).toBe(1)
    for (const isHeard of [false, true]) hall.enter(isHeard)
    await waitFor(() => expect([countRequests(world, 'top'), countRequests(world, 'strip')]).toEqual([2, 2]))
  })

  it('loads what it missed, and applies it like pushed changes', async () => {
    const world = await openHall()
    await getListener(world, 'hall')
    const newer = aCard({ id: 'new-1', votes: 1 })
    world.routes['GET /api/cards?list=top'] = { body: { cards: [{ ...CARDS[1]!, votes: 60 }, ...CARDS] } }
    world.routes['GET /api/cards?list=strip'] = { body: { cards: [newer, CARDS[0]!] } }
    act(() => world.listeners.get('hall')!.onMissed())
    expect(await screen.findByRole('button', { name: '1 new card · Refresh' })).toBeTruthy()
    expect(names()).toEqual(['P1', 'P2', 'P3', 'P4'])
    expect([countRequests(world, 'top'), countRequests(world, 'strip')]).toEqual([2, 2])
  })

  it.each(['before', 'after'])('keeps a vote counted during a reload, pressed %s it started', async (when) => {
    let [reply, count] = [() => {}, () => {}]
    const world = await openHall({ 'GET /api/cards?list=strip': { body: { cards: [] } } })
    const hall = await getListener(world, 'hall')
    hall.enter(true)
    hall.enter(false)
    // Read before the vote was stored.
    const cards = CARDS.with(1, { ...CARDS[1]!, votes: 60 })
    world.routes['GET /api/cards?list=top'] = new Promise((done) => (reply = () => done({ body: { cards } })))
    world.routes['POST /api/cards/live-0/votes'] = new Promise((done) => {
      count = () => done({ body: { ...CARDS[0]!, votes: 51, nextVoteAt: '2026-11-22T12:00:00.000Z' } })
    })
    const vote = () => fireEvent.click(board().getByRole('button', { name: /^Upvote P1, / }))
    if (when === 'before') vote()
    const times = countRequests(world, 'top')
    hall.enter(true)
    await waitFor(() => expect(countRequests(world, 'top')).toBe(times + 1))
    if (when === 'after') vote()
    await act(async () => count())
    await waitFor(() => expect(votes()).toEqual(['51', '49', '48', '47']))
    await act(async () => reply())
    await waitFor(() => expect(votes()[1]).toBe('60'))
    expect(votes()).toEqual(['51', '60', '48', '47'])
  })

  it('removes cards deleted while offline, and keeps overtaken ones', async () => {
    const world = await openHall({
      'GET /api/cards/live-0': failure(410, 'GONE', 'Gone.'),
      'GET /api/cards/live-1': { body: aCardPage({ id: 'live-1' }) },
    })
    await getListener(world, 'hall')
    world.routes['GET /api/cards?list=top'] = { body: { cards: CARDS.slice(2) } }
    world.routes['GET /api/cards?list=strip'] = { body: { cards: [] } }
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(names()).toEqual(['P2', 'P3', 'P4']))
  })
})

describe('live updates on a card’s page', () => {
  it('loads an unknown card once, live or not', async () => {
    const world = createWorld({ 'GET /api/cards/card-1': failure(404, 'NOT_FOUND', 'There is nothing here.') })
    show(<CardScreen />, world, { at: '/card/card-1' })
    await screen.findByRole('heading', { name: 'Card Not Found' })
    const card = await getListener(world, 'card:card-1')
    card.enter(true)
    expect(world.calls.filter(({ route }) => route === 'GET /api/cards/card-1')).toHaveLength(1)
  })

  it('updates votes in place, and shows how many fans are here', async () => {
    const world = await openCard()
    const card = await getListener(world, 'card:card-1')
    card.enter(true)
    card.count(3)
    card.say('votes', { cards: [{ id: 'card-1', votes: 77 }] })
    expect(await screen.findByText('3 fans here')).toBeTruthy()
    await waitFor(() => expect(document.querySelector('.scoreboard-cell b')!.textContent).toBe('77'))
    expect(liveSwitch()).toBeTruthy()
  })

  it('shows a card’s new name', async () => {
    const world = await openCard()
    const card = await getListener(world, 'card:card-1')
    world.routes['GET /api/cards/card-1'] = { body: aCardPage({ playerName: 'Nova' }) }
    card.say('card', { id: 'card-1' })
    expect(await screen.findByRole('heading', { name: 'Nova' })).toBeTruthy()
  })

  it('reports that a card was removed', async () => {
    const world = await openCard()
    const card = await getListener(world, 'card:card-1')
    world.routes['GET /api/cards/card-1'] = failure(410, 'GONE', 'This card has been removed.')
    card.say('gone', { id: 'card-1' })
    expect(await screen.findByRole('heading', { name: 'Card Not Found' })).toBeTruthy()
  })
})

describe('isOutOfOrder', () => {
  const of = (...all: [votes: number, second: number][]) =>
    all.map(([votes, second]) => ({ votes, createdAt: `2024-11-20T10:00:0${second}.000Z` }))

  it.each([
    [of(), false],
    [of([3, 0]), false],
    [of([3, 0], [3, 0]), false],
    [of([3, 1], [3, 0], [1, 5]), false],
    [of([3, 0], [3, 1]), true],
    [of([3, 0], [2, 0], [4, 0]), true],
  ])('decides whether an order is outdated: %j: %s', (cards, isOutdated) =>
    expect(isOutOfOrder(cards)).toBe(isOutdated),
  )
})
