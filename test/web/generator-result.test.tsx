import { cleanup, act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import { SUCCESS } from '#shared/domain/messages.ts'
import GeneratorScreen from '#web/screens/generator/generator-screen.tsx'
import {
  aFile,
  aPhoto,
  fill,
  generateButton,
  nickname,
  openEnding,
  press,
  READY,
  getSentForms,
  takePhoto,
} from './generator-support.tsx'
import { setMotion } from './motion.ts'
import { aCard, CONFIG, createWorld, failure, type Routes, show, type World } from './support.tsx'

const named = (id: string, part: Partial<Generation> = {}): Generation => ({ ...READY, id, ...part })
const readyHeading = () => screen.findByRole('heading', { name: SUCCESS.cardReady })

/** Generates until a card is shown. Each further form is answered by `next`. */
async function drawn(
  next: (id: string) => Routes[string] = (id) => ({ body: named(id) }),
  part: Partial<Generation> = {},
  routes: Routes = {},
) {
  const world = openEnding((id, count) => (count === 1 ? { body: named(id, part) } : next(id)), routes)
  fill()
  await takePhoto()
  fireEvent.click(generateButton())
  await readyHeading()
  return world
}

describe('flipping a card', () => {
  it('shows the other side of a card on request, with the hidden side inert', async () => {
    await drawn()
    press('Flip to the back')
    expect(screen.getByRole('img', { name: /^Back of the card: Nacho Joe/ }).getAttribute('src')).toBe(
      '/download/card-1/back',
    )
    const [front, back] = [...document.querySelectorAll('.flip-card-face')]
    expect([front!.hasAttribute('inert'), back!.hasAttribute('inert')]).toEqual([true, false])
    press('Flip to the front')
    expect([front!.hasAttribute('inert'), back!.hasAttribute('inert')]).toEqual([false, true])
  })
})

describe('the motion of a card', () => {
  const stage = () => document.querySelector('.stage-stage')!
  const showReady = async (world: World) => {
    show(<GeneratorScreen />, world, { at: '/?job=job-1' })
    await readyHeading()
  }

  it('turns a card’s motion off in the generator like on its page, permanently', async () => {
    const world = createWorld({ 'GET /api/generations/job-1': { body: READY } })
    await showReady(world)
    expect(stage().hasAttribute('data-tilts')).toBe(true)
    press('Tilt')
    expect(stage().hasAttribute('data-tilts')).toBe(false)
    expect(world.stored.get('tilt')).toBe('off')
    cleanup()
    await showReady(world)
    expect(stage().hasAttribute('data-tilts')).toBe(false)
    press('Tilt')
    expect(stage().hasAttribute('data-tilts')).toBe(true)
    expect(world.stored.has('tilt')).toBe(false)
  })
})

describe('a new card', () => {
  const foil = () => document.querySelector('.reveal-foil')

  it('reveals a new card, with its buttons immediately available and the focus on its heading', async () => {
    setMotion('no-preference')
    await drawn()
    expect(foil()).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save to Hall' })).toBeTruthy()
    expect(document.activeElement).toBe(await readyHeading())
    await waitFor(() => expect(foil()).toBeNull())
    expect(screen.getByText('84', { selector: 'b' })).toBeTruthy()
  })

  it('lights the stage of a Legend only after its foil is gone', async () => {
    setMotion('no-preference')
    const legend = { ...READY, card: { ...READY.card!, tier: 'Legend' as const } }
    const world = createWorld({ 'GET /api/generations/job-1': { body: legend } })
    world.stored.set('generation', 'job-1')
    show(<GeneratorScreen />, world, { at: '/?job=job-1' })
    await readyHeading()
    const isLit = () => document.querySelector('.stage-legend') !== null
    expect([foil() !== null, isLit()]).toEqual([true, false])
    fireEvent.pointerDown(document.body)
    expect([foil() !== null, isLit()]).toEqual([false, true])
  })

  it.each([
    ['press', () => fireEvent.pointerDown(document.body)],
    ['key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
  ])('ends the reveal at any %s', async (_what, run) => {
    setMotion('no-preference')
    await drawn()
    run()
    expect(foil()).toBeNull()
  })

  it('skips the reveal under reduced motion', async () => {
    await drawn()
    expect(foil()).toBeNull()
  })

  it('shows an earlier card from another browser without a reveal', async () => {
    setMotion('no-preference')
    const world = createWorld({ 'GET /api/generations/job-1': { body: READY } })
    show(<GeneratorScreen />, world, { at: '/?job=job-1' })
    await readyHeading()
    expect(foil()).toBeNull()
  })

  it('reveals a card once to a visitor who left before it was ready', async () => {
    setMotion('no-preference')
    const world = createWorld({ 'GET /api/generations/job-1': { body: READY } })
    world.stored.set('generation', 'job-1')
    show(<GeneratorScreen />, world, { at: '/?job=job-1' })
    await readyHeading()
    expect(foil()).toBeTruthy()
    expect(document.activeElement).toBe(document.body)
    cleanup()
    show(<GeneratorScreen />, world, { at: '/?job=job-1' })
    await readyHeading()
    expect(foil()).toBeNull()
  })

  it('remembers that a card was seen after another one was seen', async () => {
    setMotion('no-preference')
    // Real ids have this length.
    const [first, second] = ['1'.repeat(32), '2'.repeat(32)] as const
    const world = createWorld()
    const comeBackTo = async (id: string) => {
      cleanup()
      world.routes[`GET /api/generations/${id}`] = { body: named(id) }
      world.stored.set('generation', id)
      show(<GeneratorScreen />, world, { at: `/?job=${id}` })
      await readyHeading()
    }
    for (const id of [first, second]) {
      await comeBackTo(id)
      expect(foil()).toBeTruthy()
    }
    await comeBackTo(first)
    expect(foil()).toBeNull()
  })

  it('changes the nickname on the new card', async () => {
    const renamed = named('job-1', { card: { ...READY.card!, playerName: 'Nova' } })
    const world = createWorld({ 'GET /api/generations/job-1': { body: READY } })
    world.routes['PATCH /api/cards/card-1'] = () => {
      world.routes['GET /api/generations/job-1'] = { body: renamed }
      return { body: { ...aCard(), playerName: 'Nova' } }
    }
    show(<GeneratorScreen />, world, { at: '/?job=job-1' })
    fireEvent.click(await screen.findByRole('button', { name: 'Change nickname' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change nickname' }))
    fireEvent.change(dialog.getByLabelText('Fun nickname'), { target: { value: 'Nova' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByAltText(/^Trading card: Nova/)).toBeTruthy()
  })

  it('announces a new card in the title of a waiting tab', async () => {
    await drawn()
    expect(document.title).toMatch(/^Card ready/)
  })
})

describe('new art', () => {
  it('states on its button that new art will have the other finish', async () => {
    const world = createWorld({ 'GET /api/generations/job-1': { body: named('job-1', { finish: 'ink' }) } })
    show(<GeneratorScreen />, world, { at: '/?job=job-1' })
    expect(await screen.findByRole('button', { name: /^New art, same stats/ })).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: /^Photo/ }))
    expect(screen.getByRole('button', { name: /^Redraw as photo/ })).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: /^Ink/ }))
    expect(screen.getByRole('button', { name: /^New art, same stats/ })).toBeTruthy()
  })

  it('sends the photo again for new art, keeps the stats, and uses the chosen finish', async () => {
    const world = await drawn()
    expect(screen.queryByText(/you'll need to add it again\.$/)).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: /^Photo/ }))
    press(/^New art, same stats/)
    await waitFor(() => expect(getSentForms(world)).toHaveLength(2))
    const [first, second] = getSentForms(world)
    expect(first).toMatchObject({ finish: 'ink' })
    expect(first).not.toHaveProperty('like')
    expect(second).toMatchObject({ finish: 'photo', like: first!['id'], nickname: 'Nacho Joe' })
    expect(second!['id']).not.toBe(first!['id'])
  })

  it('asks for another photo when the built-in artist would draw the same, and charges nothing until then', async () => {
    const world = await drawn(undefined, { finish: 'ink' })
    expect(screen.getByText(/^Same photo, same art/)).toBeTruthy()
    press(/^Try another photo/)
    const dialog = await screen.findByRole('dialog', { name: 'Another photo' })
    expect(getSentForms(world)).toHaveLength(1)
    fireEvent.change(within(dialog).getByLabelText('Choose a photo'), { target: { files: [aFile('other.jpg')] } })
    fireEvent.click(await screen.findByRole('button', { name: 'Use photo' }))
    await waitFor(() => expect(getSentForms(world)).toHaveLength(2))
    const [first, second] = getSentForms(world)
    expect(second).toMatchObject({ finish: 'ink', like: first!['id'], nickname: 'Nacho Joe' })
  })

  it('draws the other style from the same photo', async () => {
    await drawn(undefined, { finish: 'ink' })
    fireEvent.click(screen.getByRole('radio', { name: /^Photo/ }))
    expect(screen.getByRole('button', { name: /^Redraw as photo/ })).toBeTruthy()
    expect(screen.queryByText(/^Same photo, same art/)).toBeNull()
  })

  it('asks for another photo when the photo could not be inked', async () => {
    await drawn(undefined, { finish: 'photo' })
    expect(screen.getByRole('radio', { name: /^Ink/, checked: true })).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Try another photo/ })).toBeTruthy()
  })

  it('sends the same photo for new art by an AI provider', async () => {
    const routes = { 'GET /api/config': { body: { ...CONFIG, imageService: 'A service' } } }
    const world = await drawn(undefined, { finish: 'ink' }, routes)
    press(/^New art, same stats/)
    await waitFor(() => expect(getSentForms(world)).toHaveLength(2))
  })

  it('returns to the previous art with Undo', async () => {
    const world = await drawn()
    press(/^New art, same stats/)
    fireEvent.click(await screen.findByRole('button', { name: 'Undo: previous art' }))
    await waitFor(() =>
      expect(screen.getByTestId('address').textContent).toBe(`/?job=${getSentForms(world)[0]!['id'] as string}`),
    )
    await readyHeading()
  })

  it('keeps the earlier card when new art fails', async () => {
    const error = { code: 'AI_NO_IMAGE', message: 'AI returned no image.' }
    await drawn((id) => ({ body: named(id, { state: 'failed', card: null, error }) }))
    press(/^New art, same stats/)
    expect(await screen.findByText('Failed to generate card: AI returned no image.')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Save to Hall' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo: previous art' })).toBeNull()
  })

  it('keeps the earlier card when new art is canceled while it is sent', async () => {
    const world = await drawn()
    world.routes['POST /api/generations'] = new Promise(() => {})
    press(/^New art, same stats/)
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('button', { name: 'Save to Hall' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo: previous art' })).toBeNull()
  })

  it('keeps the earlier card when new art is refused', async () => {
    const world = await drawn()
    world.routes['POST /api/generations'] = failure(429, 'QUOTA_EXCEEDED', 'Come back tomorrow.')
    press(/^New art, same stats/)
    expect(await screen.findByText('Failed to generate card: Come back tomorrow.')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Save to Hall' })).toBeTruthy()
  })

  it('asks for the photo of new art after a reload, keeping the card’s form and stats', async () => {
    const world = createWorld(
      { 'GET /api/generations/job-1': { body: READY }, 'POST /api/generations': failure(500, 'INTERNAL', 'Broken.') },
      { preparePhoto: async () => aPhoto() },
    )
    show(<GeneratorScreen />, world, { at: '/?job=job-1' })
    await readyHeading()
    expect(screen.getByText(/you'll need to add it again\.$/)).toBeTruthy()
    press(/^New art, same stats/)
    expect((await screen.findByRole('alert')).textContent).toContain('add it again')
    expect(nickname().value).toBe('Nacho Joe')
    await takePhoto()
    await act(async () => {})
    fireEvent.click(generateButton())
    await waitFor(() => expect(getSentForms(world)[0]).toMatchObject({ like: 'job-1' }))
  })
})
