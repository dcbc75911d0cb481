import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import { FaceOval } from '#shared/domain/face-oval.ts'
import { SUCCESS } from '#shared/domain/messages.ts'
import type { FaceFinder, FaceScan } from '#web/photo/face-finder.ts'
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
  canUndoPose: false,
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

/** A prepared photo of the given size. */
export const aPhoto = (part: Partial<PreparedPhoto> = {}): PreparedPhoto => ({
  blob: new Blob(['jpeg']),
  widthPx: 1000,
  heightPx: 1400,
  cut: async (piece) => aPhoto({ ...part, blob: new Blob([JSON.stringify(piece)]) }),
  ...part,
})

/** A platform whose crops wait until they are allowed or failed. */
export function createHeldCrops() {
  const gate = { allow: () => {}, fail: (_fault: Error) => {} }
  const allowed = new Promise<void>((allow, fail) => Object.assign(gate, { allow, fail }))
  const photo = aPhoto({ cut: (piece) => allowed.then(() => aPhoto().cut(piece)) })
  return { gate, platform: { preparePhoto: async () => photo } }
}

/** A face finder that detects these faces in every photo. */
export const createFaceFinderStub = (...faces: FaceScan['faces']): FaceFinder => ({
  wake: () => {},
  inPhoto: async () => ({ faces, light: 128 }),
  inPart: async () => ({ faces, light: 128 }),
})

/** The crop that {@link aPhoto} was made from. */
export const getSentCrop = async (form: Record<string, unknown>) =>
  JSON.parse(await (form['photo'] as File).text()) as PhotoPiece
/** The oval sent with a form, or null. */
export const getSentFace = (form: Record<string, unknown>) =>
  typeof form['face'] === 'string' ? FaceOval.parse(JSON.parse(form['face'])) : null

export const aFile = (name = 'me.jpg', type = 'image/jpeg') => new File(['bytes'], name, { type })

export const photoInput = () => screen.getByLabelText('Choose a photo (not saved)')
export const nickname = () => screen.getByLabelText<HTMLInputElement>('Fun nickname')
export const number = () => screen.getByLabelText<HTMLInputElement>('Jersey Number')
export const currentStep = () => document.querySelector('[aria-current="step"]')?.textContent
export const generateButton = () => screen.getByRole('button', { name: 'Generate' })
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

/** Chooses a file, usable or not. */
export async function choose(file: File) {
  fireEvent.change(photoInput(), { target: { files: [file] } })
  await act(async () => {})
}

/** Chooses a photo with one clear face, which needs no crop sheet. */
export async function takeClearPhoto(file = aFile()) {
  await choose(file)
  await screen.findByText('Location data removed')
  await waitFor(() => expect(screen.queryByText('Finding your face…')).toBeNull())
}

/** Chooses a photo and sends it uncropped. */
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
 * Opens the generator with a server that answers each form at once with its final state, so that no test waits for a
 * poll. @param end the final state of a form by its id and number; anything but a body is left to the first poll
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
        const respond = end(id, ++count)
        world.routes[`GET /api/generations/${id}`] = respond
        const isEnd = typeof respond === 'object' && 'body' in respond && (respond.status ?? 200) < 300
        return { status: 202, body: isEnd ? respond.body : aGeneration({ id }) }
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

export const getGenerationCalls = (world: World) => world.calls.filter(({ route }) => route === 'POST /api/generations')
export const getSentForms = (world: World) =>
  getGenerationCalls(world).map(({ body }) => Object.fromEntries(body as FormData))

/** A face in the middle of a photo. */
export const FACE = { cx: 0.5, cy: 0.4, s: 0.3, roll: 0 }

/** Draws a card from a photo on this page and waits for it. @param next the result of a further form */
export async function drawCard(
  card: Generation,
  next: (id: string) => Routes[string],
  overrides: Parameters<typeof createWorld>[1] = {},
): Promise<World> {
  const world = openEnding(
    (id, count) => (count === 1 ? { body: { ...card, id } } : next(id)),
    {},
    { faces: createFaceFinderStub(FACE), ...overrides },
  )
  fill()
  await takeClearPhoto()
  fireEvent.click(generateButton())
  await screen.findByRole('heading', { name: SUCCESS.cardReady })
  return world
}

/** Opens the card of an earlier visit, without its photo. */
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
