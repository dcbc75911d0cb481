import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { CardPage } from '#shared/contracts/cards.ts'
import CardScreen from '#web/screens/card/card-screen.tsx'
import { createQueryClient } from '#web/data/query-client.ts'
import HallScreen, { RecentStrip } from '#web/screens/hall/hall-screen.tsx'
import { aCard, aCardPage, createWorld, failure, ORIGIN, type Routes, show, type World } from './support.tsx'

const NEXT_VOTE = '2026-11-22T12:00:00.000Z'

function open(part: Partial<CardPage> = {}, routes: Routes = {}, at = '/card/card-1'): World {
  const world = createWorld({ 'GET /api/cards/card-1': { body: aCardPage(part) }, ...routes })
  show(<CardScreen />, world, { at })
  return world
}

/** Opens a card's page that counts a vote and returns it when it is reloaded. */
function openForVote(): World {
  const world = open(
    {},
    {
      'POST /api/cards/card-1/votes': () => {
        world.routes['GET /api/cards/card-1'] = { body: aCardPage({ votes: 42, nextVoteAt: NEXT_VOTE }) }
        return { body: { ...aCard({ votes: 42 }), nextVoteAt: NEXT_VOTE } }
      },
    },
  )
  return world
}

/** The texts in the scoreboard. */
const digits = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

const loaded = () => screen.findByRole('heading', { level: 1, name: 'Nacho Joe' })

describe('the card page', () => {
  it('shows a loading state, then everything about the card', async () => {
    open({ rank: 2, rankOfWeek: 12 })
    expect(screen.getByText('Loading Card...')).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 1, name: 'Nacho Joe' })).toBeTruthy()
    for (const text of ['No. 7', 'Kansas City Chiefs', 'Captain']) expect(screen.getByText(text), text).toBeTruthy()
    expect(digits()).toEqual(['41 votes', '#2 all-time', '#12 this week'])
    expect(screen.getByRole('img', { name: /Trading card: Nacho Joe, number 7/ })).toBeTruthy()
    expect(screen.getByText('November 20, 2024')).toBeTruthy()
    const terms = [...document.querySelectorAll('dl dt')].map(({ textContent }) => textContent)
    expect(terms).toEqual(['Strength', 'Agility', 'TD Power', 'Leadership', 'Accuracy'])
    expect(document.title).toBe('Nacho Joe #7 - fantasy football card')
  })

  it.each([
    ['trained', null, 'AI image model generated', 'AI-generated.'],
    ['computed', 'ink', 'our software drew the rest. No image generator was used.', 'Drawn by Fantasy Football Cards.'],
    ['computed', 'window', 'the face is the original photo', 'Drawn by Fantasy Football Cards.'],
    [null, null, 'Created', 'overall 84.'],
  ] as const)('explains how the player was drawn, as stated in the art: %s, %s', async (source, finish, words, alt) => {
    open({ source, finish })
    await loaded()
    expect(screen.getByText(/^Created/).textContent).toContain(words)
    expect(
      screen
        .getByRole('img', { name: /Trading card/ })
        .getAttribute('alt')!
        .endsWith(alt),
    ).toBe(true)
    expect(/AI-generated|AI image/.test(document.body.innerHTML)).toBe(source === 'trained')
  })

  it('shows its maker a hidden card by pictures that check for the maker', async () => {
    open({ mine: true, hidden: true })
    await loaded()
    const picture = screen.getByRole<HTMLImageElement>('img', { name: /Trading card: Nacho Joe/ })
    expect(picture.srcset).toMatch(/^\/my-picture\/card-1\//)
  })

  it('shows no stats for a card without any', async () => {
    open({ stats: null })
    await loaded()
    expect(document.querySelector('dl')).toBeNull()
  })

  it.each([
    [
      'unknown',
      failure(404, 'NOT_FOUND', 'There is nothing here.'),
      "That link doesn't lead to a card. It may have been deleted.",
    ],
    ['removed', failure(410, 'GONE', 'Removed.'), "This card was removed. It won't come back."],
  ])('shows Card Not Found for a card that is %s, with a link to the gallery', async (_, response, line) => {
    open({}, { 'GET /api/cards/card-1': response })
    expect(await screen.findByRole('heading', { name: 'Card Not Found' })).toBeTruthy()
    expect(screen.getByText(line)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to the Gallery' }).getAttribute('href')).toBe('/hall-of-fame')
  })

  it('shows three cards of the Hall instead of a missing card', async () => {
    const others = [1, 2, 3, 4, 5].map((n) => aCard({ id: `other-${n}`, playerName: `Player ${n}` }))
    open(
      {},
      {
        'GET /api/cards/card-1': failure(404, 'NOT_FOUND', 'There is nothing here.'),
        'GET /api/cards?list=strip': { body: { cards: others } },
      },
    )
    const section = await screen.findByRole('region', { name: 'New in the Hall' })
    expect([...section.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      '/card/other-1',
      '/card/other-2',
      '/card/other-3',
    ])
  })

  it('removes a deleted card from the lists that still contain it', async () => {
    const waiting: ((response: ReturnType<typeof failure>) => void)[] = []
    const world = createWorld({
      'GET /api/cards/card-1': () => new Promise<ReturnType<typeof failure>>((resolve) => waiting.push(resolve)),
      'GET /api/cards?list=strip': { body: { cards: [aCard(), aCard({ id: 'other', playerName: 'Bob' })] } },
    })
    const both = (
      <>
        <RecentStrip />
        <CardScreen />
      </>
    )
    show(both, world, { at: '/card/card-1' })
    await waitFor(() => expect(document.querySelectorAll('.hall-screen-recent li a')).toHaveLength(2))
    waiting[0]!(failure(410, 'GONE', 'Removed.'))
    expect(await screen.findByRole('heading', { name: 'Card Not Found' })).toBeTruthy()
    await waitFor(() => expect(document.querySelectorAll('.hall-screen-recent li a')).toHaveLength(1))
    expect(document.querySelector('.hall-screen-recent li a')!.getAttribute('href')).toBe('/card/other')
  })

  it('offers Retry for a card that did not load', async () => {
    const world = open({}, { 'GET /api/cards/card-1': failure(400, 'INVALID', 'No.') })
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    world.routes['GET /api/cards/card-1'] = { body: aCardPage() }
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Nacho Joe' })).toBeTruthy()
  })

  it('flips a card to its back and again to its front, with the hidden side inert', async () => {
    open()
    await loaded()
    const [front, back] = document.querySelectorAll<HTMLElement>('.flip-card-face')
    expect([front!.inert, back!.inert, back!.querySelector('img')]).toEqual([false, true, null])
    fireEvent.click(screen.getByRole('button', { name: 'Flip to the back' }))
    expect([front!.inert, back!.inert]).toEqual([true, false])
    expect(back!.querySelector('img')!.getAttribute('src')).toBe('/picture/card-1.0123456789.back.jpg')
    fireEvent.click(screen.getByRole('button', { name: 'Flip to the front' }))
    expect([front!.inert, back!.inert]).toEqual([false, true])
  })

  it('keeps a card still once tilt is off, also on the next visit', async () => {
    const world = open()
    await loaded()
    fireEvent.click(screen.getByRole('button', { name: 'Tilt', pressed: true }))
    expect(screen.getByRole('button', { name: 'Tilt', pressed: false })).toBeTruthy()
    expect(document.querySelector('.stage-stage')!.className).toContain('stage-still')
    expect(world.stored.get('tilt')).toBe('off')
  })

  it('changes Upvote This Card to Voting... and then to Make yours, with the time until the next vote', async () => {
    const waiting: ((response: { body: unknown }) => void)[] = []
    const world = open({}, { 'POST /api/cards/card-1/votes': () => new Promise((resolve) => waiting.push(resolve)) })
    const upvote = await screen.findByRole('button', { name: 'Upvote This Card' })
    expect(upvote.textContent).toBe('Upvote This Card · 41')
    expect(screen.getByRole('link', { name: 'Make yours' }).className).not.toContain('button-primary')
    upvote.focus()
    fireEvent.click(upvote)
    expect(await screen.findByRole('button', { name: 'Voting...' })).toBeTruthy()
    await waitFor(() => expect(waiting).toHaveLength(1))
    const nextVoteAt = new Date(world.clock.time + 23.5 * 3_600_000).toISOString()
    world.routes['GET /api/cards/card-1'] = { body: aCardPage({ votes: 42, nextVoteAt }) }
    waiting[0]!({ body: { ...aCard({ votes: 42 }), nextVoteAt } })
    expect(await screen.findByText('Vote added!')).toBeTruthy()
    expect(digits()).toContain('42 votes')
    expect(await screen.findByText(/^Voted\. Vote again in 23\sh 30\smin$/)).toBeTruthy()
    const makeYours = screen.getByRole('link', { name: 'Make yours' })
    expect([makeYours.getAttribute('href'), makeYours.className.includes('button-primary')]).toEqual([
      '/?remix=card-1',
      true,
    ])
    expect(document.activeElement).toBe(makeYours)
    expect(screen.queryByRole('button', { name: 'Upvote This Card' })).toBeNull()
  })

  it('stays on the page when a second tap hits the link that replaced the vote button', async () => {
    const world = openForVote()
    fireEvent.click(await screen.findByRole('button', { name: 'Upvote This Card' }))
    await screen.findByText(/^Voted\. /)
    const makeYours = screen.getByRole('link', { name: 'Make yours' })
    const address = () => screen.getByTestId('address').textContent
    fireEvent.click(makeYours, { detail: 1 })
    expect(address()).toBe('/card/card-1')
    world.clock.time += 600
    fireEvent.click(makeYours, { detail: 1 })
    expect(address()).toBe('/?remix=card-1')
  })

  it('follows the link that replaced the vote button immediately on a key press', async () => {
    openForVote()
    fireEvent.click(await screen.findByRole('button', { name: 'Upvote This Card' }))
    await screen.findByText(/^Voted\. /)
    fireEvent.click(screen.getByRole('link', { name: 'Make yours' }), { detail: 0 })
    expect(screen.getByTestId('address').textContent).toBe('/?remix=card-1')
  })

  it('shows a vote cast in the Hall on an earlier loaded card page, even if the page cannot be reloaded', async () => {
    const world = createWorld({
      'GET /api/cards?list=top': { body: { cards: [aCard({ id: 'hall-vote' })] } },
      'GET /api/cards/hall-vote': failure(400, 'BAD_REQUEST', 'Not now.'),
      'POST /api/cards/hall-vote/votes': { body: { ...aCard({ id: 'hall-vote', votes: 42 }), nextVoteAt: NEXT_VOTE } },
    })
    const client = createQueryClient()
    client.setQueryData(['card', 'hall-vote'], aCardPage({ id: 'hall-vote' }))
    show(<HallScreen />, world, { client })
    fireEvent.click(await screen.findByRole('button', { name: /^Upvote Nacho Joe, 41 votes/ }))
    await screen.findByText('Vote added!')
    cleanup()
    show(<CardScreen />, world, { at: '/card/hall-vote', client })
    await loaded()
    await waitFor(() => expect(world.calls.at(-1)?.route).toBe('GET /api/cards/hall-vote'))
    expect(screen.getByText(/^Voted\. Vote again in 24\sh$/)).toBeTruthy()
  })

  it('moves the focus after a maker’s vote to the line that replaces the button', async () => {
    const world = open({ mine: true })
    const upvote = await screen.findByRole('button', { name: 'Upvote This Card' })
    upvote.focus()
    world.routes['POST /api/cards/card-1/votes'] = {
      body: { ...aCard({ votes: 42 }), nextVoteAt: '2026-11-22T12:00:00.000Z' },
    }
    world.routes['GET /api/cards/card-1'] = {
      body: aCardPage({ mine: true, votes: 42, nextVoteAt: '2026-11-22T12:00:00.000Z' }),
    }
    fireEvent.click(upvote)
    const line = await screen.findByText(/^Voted\. Vote again in/)
    await waitFor(() => expect(document.activeElement).toBe(line))
  })

  it('shows a vote that this browser has forgotten', async () => {
    open({ nextVoteAt: '2026-11-21T14:00:00.000Z' })
    expect(await screen.findByText(/^Voted\. Vote again in 2\sh$/)).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Make yours' })).toHaveLength(1)
  })

  it.each([
    ['that its maker voted for', { mine: true, nextVoteAt: '2026-11-21T14:00:00.000Z' }],
    ['that its maker keeps out of the Hall', { mine: true, visibility: 'unlisted' }],
    ['that reports have hidden', { mine: true, hidden: true }],
  ] as const)('shows neither a vote button nor a generator link on a card %s', async (_, part) => {
    open(part)
    await loaded()
    expect(screen.queryByRole('button', { name: 'Upvote This Card' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Make yours' })).toBeNull()
  })

  it.each([
    [{ strength: 97, agility: 92, touchdownPower: 95, leadership: 93, accuracy: 90 }, 'Legend', true],
    [undefined, 'Captain', false],
  ] as const)('lights the room only for a Legend: %j', async (stats, tier, isLit) => {
    open({ tier, ...(stats && { stats }) })
    await loaded()
    expect(document.querySelector('.stage-legend') !== null).toBe(isLit)
    expect(document.querySelector('.card-detail-legend') !== null).toBe(isLit)
  })

  it('copies the card’s URL', async () => {
    const world = open()
    await loaded()
    fireEvent.click(screen.getByRole('button', { name: 'Copy Link' }))
    expect(await screen.findByText('Share link copied to clipboard!')).toBeTruthy()
    expect(world.copied).toEqual([`${ORIGIN}/card/card-1`])
  })

  it('links a maker to the generator while the card can be edited', async () => {
    open({ visibility: 'draft', mine: true, generationId: 'job-1', createdAt: '2026-11-20T12:00:00.000Z' })
    expect((await screen.findByRole('link', { name: 'Edit card' })).getAttribute('href')).toBe('/?job=job-1#edit-card')
  })

  it('shows the card’s visibility, and no vote button outside the Hall', async () => {
    open({ visibility: 'unlisted' })
    await loaded()
    expect(screen.getByText(/^Unlisted/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Upvote This Card' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Make yours' }).getAttribute('href')).toBe('/?remix=card-1')
  })
})
