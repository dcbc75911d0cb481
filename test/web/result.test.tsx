import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '#shared/client/errors.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import GeneratorScreen from '#web/screens/generator/generator-screen.tsx'
import { aCard, aCardPage, createWorld, ORIGIN, type Routes, show } from './support.tsx'

const STATS = { strength: 91, agility: 78, touchdownPower: 88, leadership: 83, accuracy: 80 }
const IMAGE = `${ORIGIN}/files/card-1.jpg`
const GENERATION: Generation = {
  id: 'job-1',
  state: 'ready',
  attempt: 1,
  attempts: 4,
  createdAt: '2026-11-21T12:00:00.000Z',
  error: null,
  faces: [],
  finish: null,
  notices: [],
  freeAdjustments: 0,
  freePoses: null,
  canUndoPose: false,
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
    source: 'computed',
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
const listRoutes = ({ calls }: { calls: { route: string }[] }) =>
  calls.map(({ route }) => route).filter((route) => route.startsWith('POST'))

async function publish() {
  press('Save to Hall')
  await screen.findByText('Card saved to Hall of Fame!')
}

describe('a finished card', () => {
  it('shows the five stats, the overall and the tier', async () => {
    await open()
    const rows = [...document.querySelectorAll('.stat-rows-stat')].map((row) => row.textContent)
    expect(rows).toEqual(['Strength91', 'Agility78', 'TD Power88', 'Leadership83', 'Accuracy80'])
    expect(screen.getByText('84')).toBeTruthy()
    expect(screen.getByText('Captain')).toBeTruthy()
  })

  it('shares and saves a finished card, then links to its page', async () => {
    const world = await open({
      'POST /api/cards': { status: 201, body: aCard() },
      'GET /api/cards/card-1': { body: aCardPage({ mine: true }) },
    })
    press('Copy Link')
    expect(await screen.findByText('Card link copied to clipboard!')).toBeTruthy()
    await publish()
    expect(listRoutes(world)).toEqual(['POST /api/cards/card-1/share', 'POST /api/cards'])
    expect(await screen.findByRole('link', { name: 'See it' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Edit stats' })).toBeNull()
  })

  it('starts over with the same form, and offers the card again', async () => {
    const world = await open()
    press('Make another card')
    expect(await screen.findByRole('button', { name: 'Generate' })).toBeTruthy()
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'))
    expect(world.stored.get('generation')).toBeUndefined()
    press('Go back to it')
    expect(await screen.findByRole('button', { name: 'Save to Hall' })).toBeTruthy()
    expect(screen.getByTestId('address').textContent).toBe('/?job=job-1')
  })
})

describe('after a card was seen', () => {
  const generatorLink = () => <Link to="/">Generator</Link>
  const atForm = () => screen.findByRole('button', { name: 'Generate' })

  it('starts the next card with the Generator link, and links back to the last one', async () => {
    const world = createWorld({ 'GET /api/generations/job-1': { body: GENERATION } })
    show(
      <>
        {generatorLink()}
        <GeneratorScreen />
      </>,
      world,
      { at: '/?job=job-1' },
    )
    await screen.findByRole('button', { name: 'Save to Hall' })
    fireEvent.click(screen.getByRole('link', { name: 'Generator' }))
    expect(await atForm()).toBeTruthy()
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'))
    press('Go back to it')
    expect(await screen.findByRole('button', { name: 'Save to Hall' })).toBeTruthy()
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/?job=job-1'))
  })

  it('shows the form when coming from another page, and the card with one click', async () => {
    const world = createWorld({ 'GET /api/generations/job-1': { body: GENERATION } })
    world.memory.set('generation', 'job-1')
    world.memory.set('generation-seen', 'job-1')
    show(<GeneratorScreen />, world)
    expect(await atForm()).toBeTruthy()
    expect(screen.getByText('Starting a new card. Your last one is in My cards.')).toBeTruthy()
    press('Go back to it')
    expect(await screen.findByRole('button', { name: 'Save to Hall' })).toBeTruthy()
  })

  it('moves to the photo after Make another card', async () => {
    await open()
    press('Make another card')
    await atForm()
    await waitFor(() => expect(document.activeElement?.closest('section')?.textContent).toContain('Photo'))
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
  it('redraws a card with edited values, shows and saves them', async () => {
    const edited = { ...STATS, strength: 12, agility: 79 }
    const redrawn = { ...GENERATION, card: { ...GENERATION.card, stats: edited, imageUrl: `${IMAGE}?2` } }
    const world = await edit({
      'POST /api/generations/job-1/stats': { body: redrawn },
      'POST /api/cards': { status: 201, body: aCard() },
      'GET /api/cards/card-1/manage-link': 'unreachable',
    })
    fireEvent.change(slider('Strength'), { target: { value: '12' } })
    press('Agility plus 1')
    press('Save Changes')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(world.calls.find(({ route }) => route.endsWith('/stats'))?.body).toEqual({ stats: edited })
    expect(document.querySelector('.stage-stage img')?.getAttribute('src')).toBe(`${IMAGE}?2`)
    await publish()
    expect(world.calls.find(({ route }) => route === 'POST /api/cards')?.body).toMatchObject({
      stats: edited,
      imageUrl: `${IMAGE}?2`,
    })
  })

  it.each([
    ['250', 100],
    ['-5', 0],
    ['', 80],
    ['abc', 80],
    ['64', 64],
  ])('converts the typed %j to %i', async (typed, value) => {
    await edit()
    fireEvent.change(box('Accuracy'), { target: { value: typed } })
    expect(slider('Accuracy').valueAsNumber).toBe(value)
    // An empty box is still being edited.
    const isMended = typed !== '' && typed !== String(value)
    expect(screen.queryAllByText('From 0 to 100.')).toHaveLength(isMended ? 1 : 0)
    const note = box('Accuracy').getAttribute('aria-describedby')
    expect(note === null ? '' : document.getElementById(note)!.textContent).toBe(isMended ? 'From 0 to 100.' : '')
    fireEvent.blur(box('Accuracy'))
    expect(box('Accuracy').value).toBe(String(value))
  })

  it('resets the stats to the rolled ones', async () => {
    const edited = { ...GENERATION, card: { ...GENERATION.card, stats: { ...STATS, strength: 3 } } }
    await edit({ 'GET /api/generations/job-1': { body: edited } })
    expect(slider('Strength').valueAsNumber).toBe(3)
    fireEvent.change(box('Strength'), { target: { value: '150' } })
    press('Reset to roll')
    expect(slider('Strength').valueAsNumber).toBe(91)
    expect(screen.queryByText('From 0 to 100.')).toBeNull()
  })

  it('asks before it discards changes, but not when there are none', async () => {
    const world = await edit()
    press('Strength minus 1')
    press('Close')
    expect(screen.getByText('Discard your changes?')).toBeTruthy()
    press('Keep editing')
    expect(slider('Strength').valueAsNumber).toBe(90)
    press('Close')
    press('Discard')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    press('Edit stats')
    await screen.findByRole('dialog')
    expect(slider('Strength').valueAsNumber).toBe(91)
    press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(listRoutes(world)).toEqual([])
  })

  it('shows the tier of the edited values and of the rolled stats', async () => {
    await edit()
    const words = () => screen.getByText(/^Overall/, { selector: 'p' }).textContent
    expect(words()).toContain('Overall 84, Captain. Rolled: Captain.')
    for (const name of ['Strength', 'Agility', 'Accuracy']) fireEvent.change(slider(name), { target: { value: '0' } })
    expect(words()).toContain('Overall 34, Rookie. Rolled: Captain.')
  })

  it('keeps the editor open with every value when saving fails', async () => {
    await edit({ 'POST /api/generations/job-1/stats': 'unreachable' })
    press('Strength minus 1')
    press('Save Changes')
    expect(await screen.findAllByText(ERRORS.NETWORK_ERROR.message)).not.toHaveLength(0)
    expect(slider('Strength').valueAsNumber).toBe(90)
  })

  it('discards the changes with Cancel', async () => {
    const world = await edit()
    fireEvent.change(slider('Strength'), { target: { value: '12' } })
    press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(listRoutes(world)).toEqual([])
    expect(document.querySelector('.stat-rows-stat')?.textContent).toBe('Strength91')
  })
})
