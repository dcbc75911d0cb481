import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FaceOff, FaceOffResult } from '#shared/contracts/face-off.ts'
import { FACE_OFF_FAILURE } from '#shared/domain/face-off.ts'
import { LABELS } from '#shared/domain/messages.ts'
import FaceOffScreen from '#web/screens/face-off/face-off-screen.tsx'
import HallScreen from '#web/screens/hall/hall-screen.tsx'
import { aCard, createWorld, failure, type Routes, show, type World } from './support.tsx'

const createCard = (name: string) => aCard({ id: name.toLowerCase(), playerName: name })

const dealt = (left: string, right: string, part: Partial<FaceOff> = {}): FaceOff => ({
  pair: { left: createCard(left), right: createCard(right), token: `${left} ${right}` },
  left: 10,
  resetsAt: '2026-11-22T00:00:00.000Z',
  ...part,
})
const OVER: FaceOff = { pair: null, left: 0, resetsAt: '2026-11-22T00:00:00.000Z' }
const result = (next: FaceOff, ratings: FaceOffResult['ratings'] = { left: null, right: null }) => ({
  body: { ratings, next } satisfies FaceOffResult,
})

async function open(routes: Routes = {}): Promise<World> {
  const world = createWorld({ 'GET /api/face-off': { body: dealt('Ace', 'Bo') }, ...routes })
  show(<FaceOffScreen />, world, { at: '/face-off' })
  await screen.findByRole('heading', { level: 1, name: 'Face-Off' })
  return world
}

const choice = (name: string) => screen.findByRole('button', { name: new RegExp(`^Pick ${name}`) })
const outcome = () => document.querySelector('.face-off-screen-below output')!.textContent
const sent = (world: World) => world.calls.filter(({ route }) => route === 'POST /api/face-off').map(({ body }) => body)

describe('Face-Off', () => {
  it('picks with one click, shows the next pair, and announces the pick', async () => {
    const world = await open({ 'POST /api/face-off': result(dealt('Cy', 'Di', { left: 9 })) })
    fireEvent.click(await choice('Bo'))
    await choice('Cy')
    expect(sent(world)).toEqual([{ token: 'Ace Bo', winner: 'right' }])
    await waitFor(() => expect(outcome()).toBe('You picked Bo over Ace.'))
    expect(screen.getByText('9 pairs left today')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Di' }).getAttribute('href')).toBe('/card/di')
  })

  it('shows ratings only once they are certain enough', async () => {
    await open({ 'POST /api/face-off': result(dealt('Cy', 'Di', { left: 1 }), { left: 1543, right: null }) })
    fireEvent.click(await choice('Ace'))
    await choice('Cy')
    await waitFor(() => expect(outcome()).toBe('You picked Ace (1543) over Bo.'))
    expect(screen.getByText('Last pair for today')).toBeTruthy()
  })

  it('picks with the arrow keys, and ignores them with modifiers', async () => {
    const world = await open({ 'POST /api/face-off': result(dealt('Cy', 'Di', { left: 9 })) })
    await choice('Ace')
    fireEvent.keyDown(document.body, { key: 'ArrowLeft', altKey: true })
    fireEvent.keyDown(document.body, { key: 'ArrowUp' })
    expect(sent(world)).toEqual([])
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' })
    await choice('Cy')
    expect(sent(world)).toEqual([{ token: 'Ace Bo', winner: 'left' }])
  })

  it('sends one pick for repeated clicks', async () => {
    let reply: (value: ReturnType<typeof result>) => void = () => {}
    const world = await open({ 'POST /api/face-off': () => new Promise((resolve) => (reply = resolve)) })
    fireEvent.click(await choice('Ace'))
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    fireEvent.click(await choice('Bo'))
    await waitFor(() => expect(sent(world)).toHaveLength(1))
    await act(async () => reply(result(OVER)))
    await screen.findByRole('heading', { name: "That's it for today" })
    expect(screen.getByText('New pairs in 12 h.')).toBeTruthy()
    expect(sent(world)).toHaveLength(1)
  })

  it('explains why a pick does not count, and shows another pair', async () => {
    const world = await open({ 'POST /api/face-off': failure(410, 'GONE', FACE_OFF_FAILURE.gone) })
    await choice('Ace')
    world.routes['GET /api/face-off'] = { body: dealt('Cy', 'Di') }
    fireEvent.click(await choice('Ace'))
    await choice('Cy')
    expect(screen.getByRole('alert').textContent).toBe(FACE_OFF_FAILURE.gone)
  })

  it('keeps the pair while offline, and resends the same pick afterwards', async () => {
    const world = await open({ 'POST /api/face-off': 'unreachable' })
    fireEvent.click(await choice('Ace'))
    await screen.findByRole('alert')
    world.routes['POST /api/face-off'] = result(dealt('Cy', 'Di', { left: 9 }))
    fireEvent.click(await choice('Ace'))
    await choice('Cy')
    expect(sent(world)).toHaveLength(2)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('tells the visitor that every pair has been seen', async () => {
    await open({ 'GET /api/face-off': { body: { ...OVER, left: 7 } } })
    expect(await screen.findByRole('heading', { name: 'No pair left' })).toBeTruthy()
    expect(screen.getByRole('link', { name: LABELS.gallery }).getAttribute('href')).toBe('/hall-of-fame')
  })
})

it('links Face-Off once from the Hall', async () => {
  show(<HallScreen />, createWorld(), { at: '/hall-of-fame' })
  expect((await screen.findAllByRole('link', { name: /^Face-Off/ })).map((link) => link.getAttribute('href'))).toEqual([
    '/face-off',
  ])
})
