import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { NOTICE_WORDS, noticeLines } from '#shared/domain/notices.ts'
import GeneratorScreen from '#web/screens/generator/generator-screen.tsx'
import {
  aFile,
  aGeneration,
  aPhoto,
  drawCard,
  FACE,
  getSentFace,
  openReturned,
  press,
  READY,
  createFaceFinderStub,
  getSentForms,
} from './generator-support.tsx'
import { CONFIG, createWorld, failure, type Routes, show } from './support.tsx'

const DARK = noticeLines(['dark'])
const WORDS = 'This photo is dark. Face the light for a clearer card.'
const ready = (part: Partial<Generation> = {}): Generation => ({
  ...READY,
  finish: 'photo',
  freeAdjustments: 3,
  notices: DARK,
  ...part,
})
const adjustButton = () => screen.getByRole('button', { name: /^Adjust photo/ })
const heading = () => screen.findByRole('heading', { name: SUCCESS.cardReady })

const drawn = (card = ready(), next: (id: string) => Routes[string] = (id) => ({ body: ready({ id }) })) =>
  drawCard(card, next)
const returned = (...[card = ready(), ...more]: Partial<Parameters<typeof openReturned>>) => openReturned(card, ...more)

describe('notices about a photo', () => {
  it('shows the most useful notice about a photo in one line, described by the heading', async () => {
    await drawn(ready({ notices: noticeLines(['tinted', 'dark']) }))
    const line = screen.getByText(WORDS)
    expect(screen.getAllByRole('button', { name: 'Keep' })).toHaveLength(1)
    expect((await heading()).getAttribute('aria-describedby')).toBe(line.id)
  })

  it('shows only the notice of a covered face when there are several, and offers another photo', async () => {
    await drawn(ready({ notices: noticeLines(['cut-off', 'covered', 'crowded']) }))
    expect(screen.getByText(NOTICE_WORDS.covered)).toBeTruthy()
    for (const lesser of ['cut-off', 'crowded'] as const) expect(screen.queryByText(NOTICE_WORDS[lesser])).toBeNull()
    fireEvent.click(adjustButton())
    expect(await screen.findByText('Choose another')).toBeTruthy()
  })

  it('permanently dismisses a notice with Keep, and keeps the card unchanged', async () => {
    const world = await drawn()
    press('Keep')
    expect(screen.queryByText(WORDS)).toBeNull()
    expect((await heading()).hasAttribute('aria-describedby')).toBe(false)
    expect(document.activeElement).toBe(await heading())
    expect(getSentForms(world)).toHaveLength(1)
    expect(world.stored.get('notices-kept')).toBe(getSentForms(world)[0]!['id'])
  })

  it('hides a dismissed notice after a reload', async () => {
    const world = createWorld({ 'GET /api/generations/job-1': { body: ready() } })
    world.memory.set('notices-kept', 'job-1')
    show(<GeneratorScreen />, world, { at: '/?job=job-1' })
    await heading()
    expect(screen.queryByText(WORDS)).toBeNull()
  })

  it('shows no notice for a good photo, which can still be adjusted', async () => {
    await drawn(ready({ notices: [] }))
    expect(screen.queryByRole('button', { name: 'Keep' })).toBeNull()
    expect(adjustButton().closest('.edit-tools-edit')).toBeTruthy()
  })
})

describe('adjusting the photo of a card', () => {
  it('opens the crop sheet with the current crop, and redraws the card', async () => {
    const world = await drawn()
    fireEvent.click(adjustButton())
    expect(await screen.findByRole('dialog', { name: 'Adjust photo' })).toBeTruthy()
    fireEvent.keyDown(screen.getByRole('application'), { key: '+' })
    press('Use photo')
    await waitFor(() => expect(getSentForms(world)).toHaveLength(2))
    const [first, second] = getSentForms(world)
    expect([second!['adjusts'], second!['like']]).toEqual([first!['id'], undefined])
    expect(getSentFace(second!)).not.toBeNull()
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(`/?job=${second!['id'] as string}`))
    await heading()
    // It replaces the earlier card.
    expect(screen.queryByRole('button', { name: 'Undo: previous art' })).toBeNull()
  })

  it('changes nothing when the crop sheet is closed', async () => {
    const world = await drawn()
    fireEvent.click(adjustButton())
    const dialog = await screen.findByRole('dialog', { name: 'Adjust photo' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(getSentForms(world)).toHaveLength(1)
    expect(screen.getByText(WORDS)).toBeTruthy()
  })

  it('keeps the card unchanged when an adjustment fails', async () => {
    await drawn(ready(), (id) => ({
      body: aGeneration({ id, state: 'failed', error: { code: 'CONFLICT', message: 'Not now.' } }),
    }))
    fireEvent.click(adjustButton())
    fireEvent.click(await screen.findByRole('button', { name: 'Use photo' }))
    expect(await screen.findByText('Failed to generate card: Not now.')).toBeTruthy()
    expect(await heading()).toBeTruthy()
  })

  it('keeps the Undo button when an adjustment fails', async () => {
    const failed = { state: 'failed', error: { code: 'CONFLICT', message: 'Not now.' } } as const
    const world = await drawn(ready({ finish: null }), (id) => ({
      body: getSentForms(world).length === 2 ? ready({ id }) : aGeneration({ id, ...failed }),
    }))
    press(/^New art, same stats/)
    await screen.findByRole('button', { name: 'Undo: previous art' })
    fireEvent.click(adjustButton())
    fireEvent.click(await screen.findByRole('button', { name: 'Use photo' }))
    expect(await screen.findByText('Failed to generate card: Not now.')).toBeTruthy()
    await heading()
    expect(screen.getByRole('button', { name: 'Undo: previous art' })).toBeTruthy()
  })

  it('adjusts a card with another photo from the same sheet', async () => {
    const world = await drawn()
    fireEvent.click(adjustButton())
    const dialog = await screen.findByRole('dialog', { name: 'Adjust photo' })
    fireEvent.change(within(dialog).getByLabelText('Choose another'), { target: { files: [aFile('other.jpg')] } })
    await waitFor(() => expect(getSentForms(world)).toHaveLength(2))
    expect(getSentForms(world)[1]!['adjusts']).toBe(getSentForms(world)[0]!['id'])
  })

  it('announces on the button that an adjustment costs a daily card once the free ones are used up', async () => {
    await drawn(ready({ freeAdjustments: 0 }))
    await waitFor(() => expect(adjustButton().textContent).toBe(`Adjust photo (${CONFIG.generations.left} left today)`))
  })

  it('offers no adjustment when no cards are left', async () => {
    const generations = { ...CONFIG.generations, left: 0 }
    returned(ready({ freeAdjustments: 0 }), { 'GET /api/config': { body: { ...CONFIG, generations } } })
    await heading()
    await waitFor(() => expect(adjustButton().getAttribute('aria-disabled')).toBe('true'))
    fireEvent.click(adjustButton())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('offers no adjustment for a card that others may have seen', async () => {
    returned(ready({ card: { ...READY.card!, visibility: 'unlisted' } }))
    await heading()
    expect(screen.getByText(WORDS)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Adjust photo/ })).toBeNull()
  })
})

describe('changing the team, number or gear of a card', () => {
  it('opens the card’s form with the photo, and draws a card with the same stats', async () => {
    const world = await drawn()
    await heading()
    press('Change team, number or gear')
    fireEvent.change(await screen.findByLabelText(LABELS.jerseyNumber), { target: { value: '54' } })
    press('Generate')
    await waitFor(() => expect(getSentForms(world)).toHaveLength(2))
    const [first, second] = getSentForms(world)
    expect(second).toMatchObject({ number: '54', like: first!['id'], team: READY.card!.teamColors })
  })
})

describe('adjusting a photo after leaving the page', () => {
  it('asks for the photo again after the page was left, because it is not stored', async () => {
    const world = returned(
      ready(),
      { 'POST /api/generations': failure(500, 'INTERNAL', 'Broken.') },
      { preparePhoto: async () => aPhoto(), faces: createFaceFinderStub(FACE) },
    )
    await heading()
    fireEvent.click(adjustButton())
    const dialog = await screen.findByRole('dialog', { name: 'Adjust photo' })
    expect(within(dialog).getByText(/We deleted your photo after drawing the card/)).toBeTruthy()
    fireEvent.change(within(dialog).getByLabelText('Choose a photo'), { target: { files: [aFile()] } })
    expect(await screen.findByText('Failed to generate card: Broken.')).toBeTruthy()
    expect(getSentForms(world)[0]!['adjusts']).toBe('job-1')
    expect(await heading()).toBeTruthy()
  })

  it('explains in the crop sheet why a file is unusable', async () => {
    returned()
    await heading()
    fireEvent.click(adjustButton())
    const dialog = await screen.findByRole('dialog', { name: 'Adjust photo' })
    const notes = new File(['x'], 'notes.txt', { type: 'text/plain' })
    fireEvent.change(within(dialog).getByLabelText('Choose a photo'), { target: { files: [notes] } })
    await waitFor(() => expect(dialog.querySelector('.sheet-notice')!.textContent).not.toBe(''))
  })

  it('also offers to adjust a good photo', async () => {
    returned(ready({ notices: [] }))
    await heading()
    expect(adjustButton().closest('.edit-tools-edit')).toBeTruthy()
  })
})
