import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SUCCESS } from '#shared/domain/messages.ts'
import { MANAGE_HEADER } from '#shared/contracts/headers.ts'
import { keepManageToken } from '#web/data/manage-tokens.ts'
import GeneratorScreen from '#web/screens/generator/generator-screen.tsx'
import {
  aFile,
  aPhoto,
  FACE,
  openReturned,
  press,
  READY,
  createFaceFinderStub,
  getSentForms,
} from './generator-support.tsx'
import { aCardPage, createWorld, failure, show, type World } from './support.tsx'

const NOT_KNOWN = failure(404, 'NOT_FOUND', 'No.')
const heading = () => screen.findByRole('heading', { name: SUCCESS.cardReady })

/** Opens a card made in another browser, with the manage links of some cards. */
function openElsewhere(held: Readonly<Record<string, string>>): World {
  const isAllowed = () => world.calls.at(-1)!.headers.get(MANAGE_HEADER) === 'token-1'
  const world: World = openReturned(
    READY,
    {
      'GET /api/cards/card-0': { body: aCardPage({ id: 'card-0', mine: true, generationId: 'job-0' }) },
      'GET /api/cards/card-1': { body: aCardPage({ id: 'card-1', mine: true, generationId: 'job-1' }) },
      'GET /api/generations/job-1': () => (isAllowed() ? { body: READY } : NOT_KNOWN),
      'POST /api/generations': () => (isAllowed() ? failure(500, 'INTERNAL', 'Broken.') : NOT_KNOWN),
      'POST /api/generations/job-1/stats': () => (isAllowed() ? { body: READY } : NOT_KNOWN),
    },
    { preparePhoto: async () => aPhoto(), faces: createFaceFinderStub(FACE) },
    Object.fromEntries([['manage-tokens', JSON.stringify(Object.entries(held))]]),
  )
  return world
}

it('shows the whole result of a card with a held manage link, and edits the card with it', async () => {
  const world = openElsewhere({ 'card-0': 'token-0', 'card-1': 'token-1' })
  await heading()
  press('Edit stats')
  fireEvent.click(await screen.findByRole('button', { name: 'Strength minus 1' }))
  press('Save Changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  press(/^Adjust photo/)
  const dialog = await screen.findByRole('dialog', { name: 'Adjust photo' })
  fireEvent.change(within(dialog).getByLabelText('Choose a photo'), { target: { files: [aFile()] } })
  expect(await screen.findByText('Failed to generate card: Broken.')).toBeTruthy()
  expect(getSentForms(world)[0]).toMatchObject({ adjusts: 'job-1' })
  expect(world.tabMemory.get('generation-cards')).toContain(JSON.stringify([getSentForms(world)[0]!['id'], 'card-1']))
})

it('finds the redraw of a managed card after a reload', async () => {
  const redrawn = { ...READY, id: 'job-2' }
  const world: World = createWorld({
    'GET /api/generations/job-2': () =>
      world.calls.at(-1)!.headers.get(MANAGE_HEADER) === 'token-1' ? { body: redrawn } : NOT_KNOWN,
  })
  keepManageToken(world.memory, 'card-1', 'token-1')
  world.memory.set('generation', 'job-2')
  world.memory.set('generation-sending', 'job-2')
  world.tabMemory.set('generation-cards', JSON.stringify([['job-2', 'card-1']]))
  show(<GeneratorScreen />, world)
  await heading()
})

it('shows the form for another browser’s card without its manage link', async () => {
  const world = createWorld({
    'GET /api/cards/card-0': { body: aCardPage({ id: 'card-0', mine: true, generationId: 'job-0' }) },
    'GET /api/generations/job-2': NOT_KNOWN,
  })
  keepManageToken(world.memory, 'card-0', 'token-0')
  show(<GeneratorScreen />, world, { at: '/?job=job-2' })
  expect(await screen.findByRole('button', { name: 'Generate' })).toBeTruthy()
})
