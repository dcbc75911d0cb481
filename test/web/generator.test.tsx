import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ERRORS, AppError } from '#shared/client/errors.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { SUCCESS } from '#shared/domain/messages.ts'
import { preparePhoto } from '#web/lib/photo.ts'
import GeneratorScreen from '#web/screens/generator/generator-screen.tsx'
import { takeConsole } from '../support/quiet.ts'
import { aCard, createWorld, failure, ORIGIN, type Routes, show, type World } from './support.tsx'

const STATS = { strength: 91, agility: 78, touchdownPower: 88, leadership: 83, accuracy: 80 }

const aGeneration = (part: Partial<Generation> = {}): Generation => ({
  id: 'job-1',
  state: 'checking',
  attempt: 0,
  attempts: 4,
  createdAt: '2026-11-21T12:00:00.000Z',
  card: null,
  error: null,
  ...part,
})

const READY = aGeneration({
  state: 'ready',
  attempt: 1,
  card: {
    id: 'card-1',
    imageUrl: `${ORIGIN}/files/card-1.jpg`,
    playerName: 'Nacho Joe',
    jerseyNumber: '7',
    teamColors: 'Arizona Cardinals',
    armor: 'none',
    stats: STATS,
    rolledStats: STATS,
    tier: 'Captain',
    visibility: 'draft',
  },
})

const preparesAnything = async () => ({ blob: new Blob(['jpeg']), widthPx: 10, heightPx: 14 })
const aFile = (name = 'me.jpg', type = 'image/jpeg') => new File(['bytes'], name, { type })

const photoInput = () => screen.getByLabelText('Choose a photo (not saved)')
const nickname = () => screen.getByLabelText<HTMLInputElement>('Fun nickname')
const number = () => screen.getByLabelText<HTMLInputElement>('Jersey Number')
const currentStep = () => document.querySelector('[aria-current="step"]')?.textContent
const generateButton = () => screen.getByRole('button', { name: 'Generate' })

async function choose(file: File) {
  fireEvent.change(photoInput(), { target: { files: [file] } })
  await act(async () => {})
}

function fill() {
  fireEvent.change(nickname(), { target: { value: 'Nacho Joe' } })
  fireEvent.change(number(), { target: { value: '7' } })
}

function open(routes: Routes = {}, overrides: Parameters<typeof createWorld>[1] = {}): World {
  const world = createWorld(routes, { preparePhoto: preparesAnything, ...overrides })
  show(<GeneratorScreen />, world)
  return world
}

const posted = (world: World) => world.calls.filter(({ route }) => route === 'POST /api/generations')

describe('before anything is sent', () => {
  it('says beside the photo that it is not saved', () => {
    open()
    expect(screen.getByText(/photo not saved/i)).toBeTruthy()
  })

  it('without a photo Generate says why, sends nothing and keeps the form', async () => {
    const world = open()
    fill()
    expect(generateButton().getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Add a photo first')).toBeTruthy()
    fireEvent.click(generateButton())
    const toasts = await screen.findByRole('region', { name: /notifications/i })
    expect(await within(toasts).findByText('Please upload an image before generating.')).toBeTruthy()
    expect([nickname().value, number().value]).toEqual(['Nacho Joe', '7'])
    expect(posted(world)).toHaveLength(0)
  })

  it('shows what is left of the day', async () => {
    open()
    expect(await screen.findByText('5 left today')).toBeTruthy()
  })

  it('cuts a nickname of 10,000 characters at 64 and a number at 8, and counts from 48', () => {
    open()
    fireEvent.change(nickname(), { target: { value: 'x'.repeat(47) } })
    expect(screen.queryByText(/of 64/)).toBeNull()
    fireEvent.change(nickname(), { target: { value: 'x'.repeat(10_000) } })
    fireEvent.change(number(), { target: { value: '123456789' } })
    expect(nickname().value).toBe('x'.repeat(64))
    expect(number().value).toBe('12345678')
    expect(screen.getByText('64 of 64')).toBeTruthy()
  })

  it('puts nickname, number and colors on the card while they are chosen', () => {
    open()
    fill()
    expect(screen.getAllByText(/Preview of your card: Nacho Joe, number 7, Arizona Cardinals/)).not.toHaveLength(0)
    fireEvent.click(screen.getByRole('button', { name: 'Random Team' }))
    expect(screen.queryByText(/Preview of your card: .*Arizona Cardinals/)).toBeNull()
  })

  it('a random team and a random piece are named in a toast', async () => {
    open()
    fireEvent.click(screen.getByRole('button', { name: 'Random Team' }))
    fireEvent.click(screen.getByRole('button', { name: 'Random Armor' }))
    const team = screen.getByRole('button', { name: /^Team Colors: / }).querySelector('b')!.textContent
    const piece = screen.getByRole('button', { name: /^Armor \/ Headgear: / }).querySelector('b')!.textContent
    const toasts = await screen.findByRole('region', { name: /notifications/i })
    expect(await within(toasts).findByText(team)).toBeTruthy()
    expect(await within(toasts).findByText(piece)).toBeTruthy()
  })

  it('brings the form back after a reload, and not the photo', async () => {
    const world = open()
    fill()
    fireEvent.click(screen.getByRole('button', { name: 'Random Team' }))
    await choose(aFile())
    const team = screen.getByRole('button', { name: /^Team Colors: / }).getAttribute('aria-label')
    document.body.replaceChildren()
    show(<GeneratorScreen />, world)
    expect([nickname().value, number().value]).toEqual(['Nacho Joe', '7'])
    expect(screen.getByRole('button', { name: /^Team Colors: / }).getAttribute('aria-label')).toBe(team)
    expect(generateButton().getAttribute('aria-disabled')).toBe('true')
  })
})

describe('a photo', () => {
  const isTaken = () => waitFor(() => expect(generateButton().getAttribute('aria-disabled')).toBe('false'))

  it('can be picked, is shown with its size and can be removed again', async () => {
    open({}, { preparePhoto: async () => ({ blob: new Blob(['x'.repeat(493_568)]), widthPx: 1, heightPx: 1 }) })
    await choose(aFile())
    await isTaken()
    expect(screen.getByText('482 KB')).toBeTruthy()
    expect(screen.getByText('Location data removed')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(generateButton().getAttribute('aria-disabled')).toBe('true')
  })

  it('can be dropped', async () => {
    open()
    const file = aFile()
    const items = [{ kind: 'file', type: file.type, getAsFile: () => file }]
    // The zone that listens replaces the plain frame a moment after the first paint.
    await waitFor(async () => {
      fireEvent.drop(document.querySelector('.drop')!, { dataTransfer: { files: [file], items, types: ['Files'] } })
      await act(async () => {})
      expect(generateButton().getAttribute('aria-disabled')).toBe('false')
    })
  })

  it('can be pasted anywhere on the page', async () => {
    open()
    const paste = new Event('paste', { bubbles: true })
    Object.assign(paste, { clipboardData: { files: [aFile()] } })
    act(() => void nickname().dispatchEvent(paste))
    await isTaken()
  })
})

describe('the newest cards below', () => {
  it('are links to their pages, in the order of the server', async () => {
    const cards = Array.from({ length: 8 }, (_, index) => aCard({ id: `new-${index}`, playerName: `New ${index}` }))
    open({ 'GET /api/cards?list=recent': { body: { cards } } })
    const links = await screen.findAllByRole('link', { name: /^New \d, number 7, Kansas City Chiefs$/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(cards.map(({ id }) => `/card/${id}`))
  })

  it('are an empty list when they cannot be loaded, with a quiet Retry and no toast', async () => {
    open({ 'GET /api/cards?list=recent': { status: 404, body: null } })
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy()
    expect(document.querySelector('[data-sonner-toast]')).toBeNull()
    expect(takeConsole().map(([first]) => first)).toEqual(['Could not load cards'])
  })
})

describe('a file that cannot be used', () => {
  beforeEach(() => {
    globalThis.createImageBitmap = () => Promise.reject(new DOMException('no', 'InvalidStateError'))
  })

  const big = aFile()
  Object.defineProperty(big, 'size', { value: 50 * 1024 * 1024 + 1 })

  it.each([
    ['not an image', aFile('notes.txt', 'text/plain'), 'IMAGE_UNSUPPORTED'],
    ['a PDF', aFile('cv.pdf', 'application/pdf'), 'IMAGE_UNSUPPORTED'],
    ['a PDF renamed to JPEG', aFile('cv.jpg', 'image/jpeg'), 'IMAGE_UNREADABLE'],
    ['a GIF', aFile('dance.gif', 'image/gif'), 'IMAGE_ANIMATED'],
    ['a HEIC photo', aFile('IMG_1.heic', 'image/heic'), 'IMAGE_HEIC'],
    ['a HEIC photo without a type', aFile('IMG_1.HEIC', ''), 'IMAGE_HEIC'],
    ['50 MB and one byte', big, 'FILE_TOO_LARGE'],
  ] as const)('%s: the reason stands at the field and the form is kept', async (_, file, code) => {
    open({}, { preparePhoto })
    fill()
    await choose(file)
    expect((await screen.findByRole('alert')).textContent).toBe(ERRORS[code].message)
    expect([nickname().value, number().value]).toEqual(['Nacho Joe', '7'])
    expect(generateButton().getAttribute('aria-disabled')).toBe('true')
  })

  it('leaves a photo that was there before in its place', async () => {
    let isFirst = true
    open(
      {},
      {
        preparePhoto: async () => {
          if (!isFirst) throw new AppError('IMAGE_UNREADABLE')
          isFirst = false
          return preparesAnything()
        },
      },
    )
    await choose(aFile())
    const paste = new Event('paste', { bubbles: true })
    Object.assign(paste, { clipboardData: { files: [aFile('broken.jpg')] } })
    act(() => void document.dispatchEvent(paste))
    expect((await screen.findByRole('alert')).textContent).toBe(ERRORS.IMAGE_UNREADABLE.message)
    expect(generateButton().getAttribute('aria-disabled')).toBe('false')
  })
})

async function generate(routes: Routes) {
  const world = open(routes)
  fill()
  await choose(aFile())
  fireEvent.click(generateButton())
  return world
}

describe('generating', () => {
  it('sends the form, shows the true state and ends with the card', async () => {
    let now = aGeneration()
    const world = await generate({
      'POST /api/generations': { status: 202, body: now },
      'GET /api/generations/job-1': () => ({ body: now }),
    })
    expect(await screen.findByRole('heading', { name: 'Drawing Nacho Joe' })).toBeTruthy()
    const form = posted(world)[0]!.body as FormData
    expect([form.get('nickname'), form.get('number'), form.get('team'), form.get('armor')]).toEqual([
      'Nacho Joe',
      '7',
      'Arizona Cardinals',
      'none',
    ])
    expect(form.get('photo')).toBeInstanceOf(Blob)
    await waitFor(() => expect(currentStep()).toBe('Checking photo'))
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/?job=job-1'))

    now = aGeneration({ state: 'drawing', attempt: 2 })
    expect(await screen.findByText('Try 2 of 4')).toBeTruthy()
    expect(currentStep()).toBe('Drawing')

    now = READY
    const heading = await screen.findByRole('heading', { name: SUCCESS.cardReady })
    expect(document.activeElement).toBe(heading)
    const toasts = screen.getByRole('region', { name: /notifications/i })
    expect(await within(toasts).findByText('Your fantasy football card is ready!')).toBeTruthy()
    expect(screen.getByRole('img', { name: /Nacho Joe, number 7/ }).getAttribute('src')).toBe(READY.card!.imageUrl)
  })

  it('survives a lost network while it waits', async () => {
    let answers = 0
    await generate({
      'POST /api/generations': { status: 202, body: aGeneration() },
      'GET /api/generations/job-1': () => (++answers < 3 ? 'unreachable' : { body: READY }),
    })
    expect(await screen.findByRole('heading', { name: SUCCESS.cardReady })).toBeTruthy()
    expect(answers).toBe(3)
  })

  it('a failed generation says so and gives the form back, photo included', async () => {
    await generate({
      'POST /api/generations': { status: 202, body: aGeneration() },
      'GET /api/generations/job-1': {
        body: aGeneration({ state: 'failed', error: { code: 'AI_NO_IMAGE', message: 'AI returned no image.' } }),
      },
    })
    expect(await screen.findByText('Failed to generate card: AI returned no image.')).toBeTruthy()
    expect([nickname().value, number().value]).toEqual(['Nacho Joe', '7'])
    expect(generateButton().getAttribute('aria-disabled')).toBe('false')
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'))
  })

  it('a refused request says so and gives the form back', async () => {
    const words = "Today's cards are used up. Come back tomorrow."
    await generate({ 'POST /api/generations': failure(429, 'QUOTA_EXCEEDED', words) })
    expect(await screen.findByText(`Failed to generate card: ${words}`)).toBeTruthy()
    expect(nickname().value).toBe('Nacho Joe')
    expect(generateButton().getAttribute('aria-disabled')).toBe('false')
  })

  it('a photo that only the server can refuse is refused at the field too', async () => {
    await generate({ 'POST /api/generations': failure(422, 'IMAGE_UNREADABLE', ERRORS.IMAGE_UNREADABLE.message) })
    expect((await screen.findByRole('alert')).textContent).toBe(ERRORS.IMAGE_UNREADABLE.message)
  })

  it('cancelling gives the form back without a word of failure', async () => {
    const world = await generate({
      'POST /api/generations': { status: 202, body: aGeneration() },
      'GET /api/generations/job-1': { body: aGeneration() },
      'POST /api/generations/job-1/cancel': { body: aGeneration({ state: 'cancelled' }) },
    })
    const cancel = await screen.findByRole('button', { name: 'Cancel' })
    await waitFor(() => expect(cancel.hasAttribute('disabled')).toBe(false))
    fireEvent.click(cancel)
    await waitFor(() => expect(generateButton()).toBeTruthy())
    expect(screen.queryByText(/Failed/)).toBeNull()
    expect(world.kept.get('generation')).toBeUndefined()
  })

  it('goes on after a reload with nothing but the id the browser kept', async () => {
    const world = createWorld({ 'GET /api/generations/job-1': { body: aGeneration({ state: 'drawing', attempt: 1 }) } })
    world.memory.set('generation', 'job-1')
    show(<GeneratorScreen />, world)
    expect(await screen.findByText('You can leave this page. Your card will wait here.')).toBeTruthy()
    await waitFor(() => expect(document.querySelector('[aria-current="step"]')?.textContent).toBe('Drawing'))
  })

  it('forgets an id that the server does not know', async () => {
    const world = createWorld({
      'GET /api/generations/job-9': failure(404, 'NOT_FOUND', 'There is nothing here.'),
    })
    show(<GeneratorScreen />, world, { at: '/?job=job-9' })
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'))
    expect(generateButton()).toBeTruthy()
  })
})
