import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import GeneratorScreen from '#web/screens/generator/generator-screen.tsx'
import { aCard, createWorld, failure, ORIGIN, type Routes, show } from './support.tsx'

const STATS = { strength: 91, agility: 78, touchdownPower: 88, leadership: 83, accuracy: 80 }
const IMAGE = `${ORIGIN}/files/card-1.jpg`
const GENERATION: Generation = {
  id: 'job-1',
  state: 'ready',
  attempt: 1,
  attempts: 4,
  createdAt: '2026-11-21T12:00:00.000Z',
  error: null,
  card: {
    id: 'card-1',
    imageUrl: IMAGE,
    playerName: 'Nacho Joe',
    jerseyNumber: '7',
    teamColors: 'Kansas City Chiefs',
    armor: 'helmet',
    stats: STATS,
    rolledStats: STATS,
    tier: 'Captain',
    visibility: 'draft',
  },
}

const SHARED = { body: { id: 'card-1', visibility: 'unlisted', url: `${ORIGIN}/card/card-1` } }

async function open(routes: Routes = {}, overrides: Parameters<typeof createWorld>[1] = {}) {
  const world = createWorld(
    {
      'GET /api/generations/job-1': { body: GENERATION },
      'POST /api/cards/card-1/share': SHARED,
      [`GET ${IMAGE}`]: { body: new Blob(['picture']) },
      ...routes,
    },
    overrides,
  )
  show(<GeneratorScreen />, world, { at: '/?job=job-1' })
  await screen.findByRole('button', { name: 'Save to Hall' })
  return world
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const routesOf = ({ calls }: { calls: { route: string }[] }) =>
  calls.map(({ route }) => route).filter((route) => route.startsWith('POST'))

describe('a finished card', () => {
  afterEach(() => void vi.useRealTimers())

  it('shows the five stats, the overall and the tier', async () => {
    await open()
    const rows = [...document.querySelectorAll('.stat')].map((row) => row.textContent)
    expect(rows).toEqual(['Strength91', 'Agility78', 'TD Power88', 'Leadership83', 'Accuracy80'])
    expect(screen.getByText('84')).toBeTruthy()
    expect(screen.getByText('Captain')).toBeTruthy()
  })

  it('downloads the picture under the nickname', async () => {
    const world = await open()
    press('Download')
    expect(await screen.findByText('Card downloaded successfully!')).toBeTruthy()
    expect(world.saved).toEqual([{ name: 'Nacho-Joe-fantasy-card.jpg', size: 7 }])
  })

  it('a card without a nickname is downloaded as player', async () => {
    const world = await open({
      'GET /api/generations/job-1': { body: { ...GENERATION, card: { ...GENERATION.card, playerName: '' } } },
    })
    press('Download')
    await waitFor(() => expect(world.saved[0]?.name).toBe('player-fantasy-card.jpg'))
  })

  it('a picture that does not arrive fails the download', async () => {
    const world = await open({ [`GET ${IMAGE}`]: 'unreachable' })
    press('Download')
    expect(await screen.findByText('Failed to download card.')).toBeTruthy()
    expect(world.saved).toEqual([])
  })

  it('copies a link that works, and takes its confirmation back after 3 seconds', async () => {
    const world = await open()
    vi.useFakeTimers()
    press('Copy Link')
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(screen.getByText('Card link copied to clipboard!')).toBeTruthy()
    expect(world.copied).toEqual([`${ORIGIN}/card/card-1`])
    expect(routesOf(world)).toEqual(['POST /api/cards/card-1/share'])
    await act(() => vi.advanceTimersByTimeAsync(2_900))
    expect(screen.getByText('Copied')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(screen.queryByText('Copied')).toBeNull()
    expect(screen.getByRole('button', { name: 'Copy Link' })).toBeTruthy()
  })

  it('copies the link of the image for Instagram, and confirms it for 4 seconds', async () => {
    const world = await open()
    vi.useFakeTimers()
    press('Instagram')
    await act(() => vi.advanceTimersByTimeAsync(10))
    const words = 'Image link copied! Open Instagram and paste to share.'
    expect(screen.getByText(words)).toBeTruthy()
    expect(world.copied).toEqual([IMAGE])
    await act(() => vi.advanceTimersByTimeAsync(3_900))
    expect(screen.getByText(words)).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(screen.queryByText(words)).toBeNull()
  })

  it.each([
    ['the clipboard refuses', {}, { copyText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
    ['the card cannot be shared', { 'POST /api/cards/card-1/share': failure(500, 'INTERNAL', 'Broken.') }, {}],
  ])('says so when %s', async (_, routes, overrides) => {
    await open(routes, overrides)
    press('Copy Link')
    expect(await screen.findByText('Failed to copy URL.')).toBeTruthy()
    expect(screen.queryByText('Copied')).toBeNull()
  })

  it('posts on X with its own address, and makes that address work', async () => {
    const world = await open()
    const link = screen.getByRole('link', { name: 'Share on X' })
    const url = new URL(link.getAttribute('href')!)
    expect(url.origin + url.pathname).toBe('https://x.com/intent/tweet')
    expect(url.searchParams.get('url')).toBe(`${ORIGIN}/card/card-1`)
    expect(url.searchParams.get('text')).toContain('Nacho Joe')
    link.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(link)
    await waitFor(() => expect(routesOf(world)).toEqual(['POST /api/cards/card-1/share']))
  })

  it('saves what the card now is, once, and leads to its page', async () => {
    const world = await open({ 'POST /api/cards': { status: 201, body: aCard() } })
    press('Save to Hall')
    expect(await screen.findByText('Card saved to Hall of Fame!')).toBeTruthy()
    expect(world.calls.find(({ route }) => route === 'POST /api/cards')?.body).toEqual({
      playerName: 'Nacho Joe',
      jerseyNumber: '7',
      teamColors: 'Kansas City Chiefs',
      imageUrl: IMAGE,
      stats: STATS,
    })
    expect(screen.queryByRole('button', { name: 'Save to Hall' })).toBeNull()
    expect(screen.getByRole('link', { name: 'See its page' }).getAttribute('href')).toBe('/card/card-1')
  })

  it.each([
    ['the server refuses', failure(403, '42501', 'permission denied')],
    ['nothing answers', 'unreachable'],
  ] as const)('says so when %s to save, and can be asked again', async (_, answer) => {
    await open({ 'POST /api/cards': answer })
    press('Save to Hall')
    expect(await screen.findByText('Failed to save card to Hall of Fame.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save to Hall' })).toBeTruthy()
  })

  it('starts over with the form as it was', async () => {
    const world = await open()
    press('New card')
    expect(await screen.findByRole('button', { name: 'Generate' })).toBeTruthy()
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'))
    expect(world.kept.get('generation')).toBeUndefined()
  })
})

async function edit(routes: Routes = {}) {
  const world = await open(routes)
  press('Edit stats')
  await screen.findByRole('dialog')
  return world
}

const slider = (name: string) => screen.getByRole<HTMLInputElement>('slider', { name })

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `${name}, number` })

describe('the stats editor', () => {
  it('edited values are drawn, shown and are what gets saved', async () => {
    const edited = { ...STATS, strength: 12, agility: 79 }
    const redrawn = { ...GENERATION, card: { ...GENERATION.card, stats: edited, imageUrl: `${IMAGE}?2` } }
    const world = await edit({
      'POST /api/generations/job-1/stats': { body: redrawn },
      'POST /api/cards': { status: 201, body: aCard() },
    })
    fireEvent.change(slider('Strength'), { target: { value: '12' } })
    press('Agility plus 1')
    press('Save Changes')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(world.calls.find(({ route }) => route.endsWith('/stats'))?.body).toEqual({ stats: edited })
    expect(document.querySelector('.stage img')?.getAttribute('src')).toBe(`${IMAGE}?2`)
    press('Save to Hall')
    await screen.findByText('Card saved to Hall of Fame!')
    expect(world.calls.find(({ route }) => route === 'POST /api/cards')?.body).toMatchObject({
      stats: edited,
      imageUrl: `${IMAGE}?2`,
    })
  })

  it.each([
    ['250', 100],
    ['-5', 0],
    ['', 0],
    ['abc', 0],
    ['64', 64],
  ])('typing %j makes %i', async (typed, value) => {
    await edit()
    fireEvent.change(box('Accuracy'), { target: { value: typed } })
    expect(slider('Accuracy').valueAsNumber).toBe(value)
    fireEvent.blur(box('Accuracy'))
    expect(box('Accuracy').value).toBe(String(value))
  })

  it('Cancel changes nothing', async () => {
    const world = await edit()
    fireEvent.change(slider('Strength'), { target: { value: '12' } })
    press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(routesOf(world)).toEqual([])
    expect(document.querySelector('.stat')?.textContent).toBe('Strength91')
  })
})
