import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { CardPage } from '#shared/contracts/cards.ts'
import CardScreen from '#web/screens/card/card-screen.tsx'
import { RecentStrip } from '#web/screens/hall/hall-screen.tsx'
import { aCard, aCardPage, createWorld, failure, ORIGIN, type Routes, show } from './support.tsx'

function open(part: Partial<CardPage> = {}, routes: Routes = {}, at = '/card/card-1') {
  const world = createWorld({ 'GET /api/cards/card-1': { body: aCardPage(part) }, ...routes })
  show(<CardScreen />, world, { at })
  return world
}

const loaded = () => screen.findByRole('heading', { level: 1, name: 'Nacho Joe' })

describe('the card page', () => {
  it('says that it is loading, then shows everything about the card', async () => {
    open({ rank: 2, rankOfWeek: 12 })
    expect(screen.getByText('Loading Card...')).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 1, name: 'Nacho Joe' })).toBeTruthy()
    for (const text of ['No. 7', 'Kansas City Chiefs', '41', '2nd', '#2 of all time, #12 this week', 'Captain'])
      expect(screen.getByText(text), text).toBeTruthy()
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
  ] as const)('says how a player was drawn, as the art says: %s, %s', async (source, finish, words, alt) => {
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

  it('has no stats where the card has none', async () => {
    open({ stats: null })
    await loaded()
    expect(document.querySelector('dl')).toBeNull()
  })

  it.each([
    ['unknown', failure(404, 'NOT_FOUND', 'There is nothing here.'), 'There is no card at this address.'],
    ['removed', failure(410, 'GONE', 'Removed.'), 'This card has been removed. Its page will not come back.'],
  ])('a card that is %s is not found, with a way back to the gallery', async (_, answer, line) => {
    open({}, { 'GET /api/cards/card-1': answer })
    expect(await screen.findByRole('heading', { name: 'Card Not Found' })).toBeTruthy()
    expect(screen.getByText(line)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to the Gallery' }).getAttribute('href')).toBe('/hall-of-fame')
  })

  it('a card that is removed leaves the lists that still hold it', async () => {
    const waiting: ((answer: ReturnType<typeof failure>) => void)[] = []
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

  it('a card that did not arrive can be asked for again', async () => {
    const world = open({}, { 'GET /api/cards/card-1': failure(400, 'INVALID', 'No.') })
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    world.routes['GET /api/cards/card-1'] = { body: aCardPage() }
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Nacho Joe' })).toBeTruthy()
  })

  it('turns to its back and again to its front; the side that is turned away is inert', async () => {
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

  it('stands still when switched off, the next time too', async () => {
    const world = open()
    await loaded()
    fireEvent.click(screen.getByRole('button', { name: 'Tilt on', pressed: true }))
    expect(screen.getByRole('button', { name: 'Tilt off', pressed: false })).toBeTruthy()
    expect(document.querySelector('.stage-stage')!.className).toContain('stage-still')
    expect(world.kept.get('tilt')).toBe('off')
  })

  it('Upvote This Card becomes Voting..., counts, and then says how long the vote lasts', async () => {
    const waiting: ((answer: { body: unknown }) => void)[] = []
    const world = open({}, { 'POST /api/cards/card-1/votes': () => new Promise((resolve) => waiting.push(resolve)) })
    fireEvent.click(await screen.findByRole('button', { name: 'Upvote This Card' }))
    expect(await screen.findByRole('button', { name: 'Voting...' })).toBeTruthy()
    await waitFor(() => expect(waiting).toHaveLength(1))
    const nextVoteAt = new Date(world.clock.time + 23.5 * 3_600_000).toISOString()
    world.routes['GET /api/cards/card-1'] = { body: aCardPage({ votes: 42, nextVoteAt }) }
    waiting[0]!({ body: { ...aCard({ votes: 42 }), nextVoteAt } })
    expect(await screen.findByText('Vote added!')).toBeTruthy()
    expect(screen.getByText('42')).toBeTruthy()
    expect(await screen.findByRole('button', { name: /^Voted\. Again in 23\sh 30\smin$/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Upvote This Card' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Now make yours' }).getAttribute('href')).toBe('/?remix=card-1')
  })

  it('asks nothing of the server while a vote lasts, and says until when without calling it a failure', async () => {
    const world = open({ id: 'card-1', nextVoteAt: '2026-11-21T14:00:00.000Z' })
    fireEvent.click(await screen.findByRole('button', { name: /^Voted/ }))
    expect(await screen.findByText(/You can vote for this card again in 2\sh/)).toBeTruthy()
    expect(screen.queryByText('Failed to vote.')).toBeNull()
    expect(world.calls.filter(({ route }) => route.endsWith('/votes'))).toEqual([])
  })

  it('offers a card of one’s own after a vote to others than its maker', async () => {
    open({ nextVoteAt: '2026-11-21T14:00:00.000Z', mine: true })
    await screen.findByRole('button', { name: /^Voted/ })
    expect(screen.queryByRole('link', { name: 'Now make yours' })).toBeNull()
  })

  it('knows of a vote that this browser has forgotten', async () => {
    open({ nextVoteAt: '2026-11-21T14:00:00.000Z' })
    expect(await screen.findByRole('button', { name: /^Voted\. Again in 2\sh$/ })).toBeTruthy()
  })

  it('copies its address', async () => {
    const world = open()
    await loaded()
    fireEvent.click(screen.getByRole('button', { name: 'Copy Link' }))
    expect(await screen.findByText('Share link copied to clipboard!')).toBeTruthy()
    expect(world.copied).toEqual([`${ORIGIN}/card/card-1`])
  })

  it('leads to a card of your own, and to one with the same colors and gear', async () => {
    open()
    await loaded()
    expect(screen.getByRole('link', { name: 'Make your own' }).getAttribute('href')).toBe('/?from=card-1')
    expect(screen.getByRole('link', { name: 'Make yours like this' }).getAttribute('href')).toBe('/?remix=card-1')
    expect(screen.getByRole('link', { name: 'Remix this setup' }).getAttribute('href')).toBe('/?remix=card-1')
  })

  it('tells its visibility; what is not in the Hall takes no votes', async () => {
    open({ visibility: 'unlisted' })
    await loaded()
    expect(screen.getByText(/^Unlisted/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Upvote This Card' })).toBeNull()
  })
})
