import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import { FaceOval } from '#shared/domain/face-oval.ts'
import { SUCCESS } from '#shared/domain/messages.ts'
import type { FaceFinder, Sight } from '#web/photo/face-finder.ts'
import type { PreparedPhoto } from '#web/photo/photo.ts'
import type { PhotoPiece } from '#web/photo/photo-crop.ts'
import GeneratorScreen from '#web/screens/generator/generator-screen.tsx'
import { createWorld, ORIGIN, type Routes, show, type World } from './support.tsx'

export const STATS = { strength: 91, agility: 78, touchdownPower: 88, leadership: 83, accuracy: 80 }

export const aGeneration = (part: Partial<Generation> = {}): Generation => ({
  id: 'job-1',
  state: 'checking',
  attempt: 0,
  attempts: 4,
  createdAt: '2026-11-21T12:00:00.000Z',
  card: null,
  error: null,
  faces: [],
  finish: null,
  notices: [],
  freeAdjustments: 0,
  freePoses: null,
  ...part,
})

export const READY = aGeneration({
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
    source: 'computed',
    visibility: 'draft',
  },
})

/** A photo that was prepared, as large as it says. */
export const aPhoto = (part: Partial<PreparedPhoto> = {}): PreparedPhoto => ({
  blob: new Blob(['jpeg']),
  widthPx: 1000,
  heightPx: 1400,
  cut: async (piece) => aPhoto({ ...part, blob: new Blob([JSON.stringify(piece)]) }),
  ...part,
})

/** A platform on which every cut of a photo waits until it is allowed, or fails. */
export function slowCuts() {
  const gate = { allow: () => {}, fail: (_fault: Error) => {} }
  const allowed = new Promise<void>((allow, fail) => Object.assign(gate, { allow, fail }))
  const photo = aPhoto({ cut: (piece) => allowed.then(() => aPhoto().cut(piece)) })
  return { gate, platform: { preparePhoto: async () => photo } }
}

/** The faces that this device sees in every photo. */
export const sees = (...faces: Sight['faces']): FaceFinder => ({
  wake: () => {},
  inPhoto: async () => ({ faces, light: 128 }),
  inPart: async () => ({ faces, light: 128 }),
})

/** The piece of a photo of which {@link aPhoto} was cut. */
export const pieceSent = async (form: Record<string, unknown>) =>
  JSON.parse(await (form['photo'] as File).text()) as PhotoPiece
/** The oval that went with a form, or null. */
export const faceSent = (form: Record<string, unknown>) =>
  typeof form['face'] === 'string' ? FaceOval.parse(JSON.parse(form['face'])) : null

export const aFile = (name = 'me.jpg', type = 'image/jpeg') => new File(['bytes'], name, { type })

export const photoInput = () => screen.getByLabelText('Choose a photo (not saved)')
export const nickname = () => screen.getByLabelText<HTMLInputElement>('Fun nickname')
export const number = () => screen.getByLabelText<HTMLInputElement>('Jersey Number')
export const currentStep = () => document.querySelector('[aria-current="step"]')?.textContent
export const generateButton = () => screen.getByRole('button', { name: 'Generate' })
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

/** Chooses a file, whatever comes of it. */
export async function choose(file: File) {
  fireEvent.change(photoInput(), { target: { files: [file] } })
  await act(async () => {})
}

/** Chooses a photo of one clear face, which needs no crop sheet. */
export async function takeClearPhoto(file = aFile()) {
  await choose(file)
  await screen.findByText('Location data removed')
  await waitFor(() => expect(screen.queryByText('Finding your face…')).toBeNull())
}

/** Chooses a photo and sends it as it is. */
export async function takePhoto(file = aFile()) {
  await choose(file)
  fireEvent.click(await screen.findByRole('button', { name: 'Skip crop' }))
  await screen.findByRole('button', { name: 'Generate' })
}

export function fill() {
  fireEvent.change(nickname(), { target: { value: 'Nacho Joe' } })
  fireEvent.change(number(), { target: { value: '7' } })
}

export function open(routes: Routes = {}, overrides: Parameters<typeof createWorld>[1] = {}): World {
  const world = createWorld(routes, { preparePhoto: async () => aPhoto(), ...overrides })
  show(<GeneratorScreen />, world)
  return world
}

/**
 * Opens the generator with a server that answers each form at once with its end, so that no test waits for a poll.
 *
 * @param end what a form comes to, by its id and its number; anything but a body is left to the first poll
 */
export function openEnding(
  end: (id: string, count: number) => Routes[string],
  routes: Routes = {},
  overrides: Parameters<typeof createWorld>[1] = {},
): World {
  let count = 0
  const world = open(
    {
      ...routes,
      'POST /api/generations': (form) => {
        const id = (form as FormData).get('id') as string
        const answer = end(id, ++count)
        world.routes[`GET /api/generations/${id}`] = answer
        const isEnd = typeof answer === 'object' && 'body' in answer && (answer.status ?? 200) < 300
        return { status: 202, body: isEnd ? answer.body : aGeneration({ id }) }
      },
    },
    overrides,
  )
  return world
}

/** Presses Generate on a filled form. */
export async function generate(routes: Routes) {
  const world = open(routes)
  fill()
  await takePhoto()
  fireEvent.click(generateButton())
  return world
}

export const posted = (world: World) => world.calls.filter(({ route }) => route === 'POST /api/generations')
export const sentForms = (world: World) => posted(world).map(({ body }) => Object.fromEntries(body as FormData))

/** A face in the middle of a photo. */
export const FACE = { cx: 0.5, cy: 0.4, s: 0.3, roll: 0 }

/**
 * Draws a card from a photo on this page and waits for it.
 *
 * @param next what a further form comes to
 */
export async function drawCard(
  card: Generation,
  next: (id: string) => Routes[string],
  overrides: Parameters<typeof createWorld>[1] = {},
): Promise<World> {
  const world = openEnding(
    (id, count) => (count === 1 ? { body: { ...card, id } } : next(id)),
    {},
    { faces: sees(FACE), ...overrides },
  )
  fill()
  await takeClearPhoto()
  fireEvent.click(generateButton())
  await screen.findByRole('heading', { name: SUCCESS.cardReady })
  return world
}

/** Opens the card of an earlier visit: its photo is gone. */
export function openReturned(
  card: Generation,
  routes: Routes = {},
  overrides: Parameters<typeof createWorld>[1] = {},
  memory: Readonly<Record<string, string>> = {},
): World {
  const world = createWorld({ 'GET /api/generations/job-1': { body: card }, ...routes }, overrides)
  for (const [key, value] of Object.entries(memory)) world.memory.set(key, value)
  show(<GeneratorScreen />, world, { at: '/?job=job-1' })
  return world
}
