import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import { SUCCESS } from '#shared/domain/messages.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import {
  aFile,
  aGeneration,
  aPhoto,
  drawCard,
  FACE,
  getSentFace,
  openReturned,
  getSentCrop,
  press,
  READY,
  createFaceFinderStub,
  getSentForms,
} from './generator-support.tsx'
import { failure, type Routes } from './support.tsx'

const ready = (part: Partial<Generation> = {}): Generation => ({ ...READY, finish: 'ink', freePoses: 10, ...part })
const poseButton = () => screen.getByRole('button', { name: /^Another pose/ })
const heading = () => screen.findByRole('heading', { name: SUCCESS.cardReady })

const PHOTO = { preparePhoto: async () => aPhoto(), faces: createFaceFinderStub(FACE) }
const drawn = (
  next: (id: string) => Routes[string] = (id) => ({ body: ready({ id, freePoses: 9, canUndoPose: true }) }),
) => drawCard(ready(), next, PHOTO)
const returned = (card = ready(), routes: Routes = {}, memory: Record<string, string> = {}) =>
  openReturned(card, routes, PHOTO, memory)

describe('another pose of a card', () => {
  it('immediately draws another pose from the photo on the page, with the same crop', async () => {
    const world = await drawn()
    press('Another pose (free)')
    await waitFor(() => expect(getSentForms(world)).toHaveLength(2))
    const [first, second] = getSentForms(world)
    expect(second).toMatchObject({ adjusts: first!['id'], pose: 'another', nickname: 'Nacho Joe', number: '7' })
    expect(second!['like']).toBeUndefined()
    expect(getSentFace(second!)).toEqual(getSentFace(first!))
    expect(await (second!['photo'] as File).text()).toBe(await (first!['photo'] as File).text())
    await heading()
    expect(screen.queryByRole('button', { name: 'Undo: previous art' })).toBeNull()
  })

  it('draws the previous pose to undo another pose', async () => {
    const world = await drawn((id) => ({
      body: ready({ id, freePoses: 9, canUndoPose: getSentForms(world).length === 2 }),
    }))
    expect(screen.queryByRole('button', { name: 'Undo: previous pose' })).toBeNull()
    press(/^Another pose/)
    await waitFor(() => expect(getSentForms(world)).toHaveLength(2))
    await heading()
    press('Undo: previous pose')
    await waitFor(() => expect(getSentForms(world)).toHaveLength(3))
    expect(getSentForms(world)[2]).toMatchObject({ adjusts: getSentForms(world)[1]!['id'], pose: 'previous' })
    await heading()
    expect(screen.queryByRole('button', { name: 'Undo: previous pose' })).toBeNull()
  })

  it('keeps the tools open while another pose is drawn', async () => {
    const world = await drawn()
    const tools = () => screen.getByText('Edit card').closest('details')!
    expect(tools().open).toBe(false)
    tools().open = true
    await waitFor(() => expect(tools().open).toBe(true))
    await act(async () => {})
    press(/^Another pose/)
    await waitFor(() => expect(getSentForms(world)).toHaveLength(2))
    await heading()
    expect(tools().open).toBe(true)
  })

  it('draws another pose once when the button is clicked twice', async () => {
    const world = await drawn()
    const button = poseButton()
    fireEvent.click(button)
    fireEvent.click(button)
    await heading()
    expect(getSentForms(world)).toHaveLength(2)
  })

  it('draws several poses one after the other', async () => {
    const world = await drawn()
    press(/^Another pose/)
    await waitFor(() => expect(getSentForms(world)).toHaveLength(2))
    await heading()
    press(/^Another pose/)
    await waitFor(() => expect(getSentForms(world)).toHaveLength(3))
    expect(getSentForms(world)[2]!['adjusts']).toBe(getSentForms(world)[1]!['id'])
    await heading()
  })

  it('keeps the card unchanged when another pose fails', async () => {
    const error = { code: 'AI_FAILED', message: 'Not now.' }
    await drawn((id) => ({ body: aGeneration({ id, state: 'failed', error }) }))
    press(/^Another pose/)
    expect(await screen.findByText('Failed to generate card: Not now.')).toBeTruthy()
    expect(await heading()).toBeTruthy()
    expect(poseButton().getAttribute('aria-disabled')).toBe('false')
  })

  it('keeps the card unchanged when the server refuses another pose', async () => {
    const world = await drawn()
    world.routes['POST /api/generations'] = failure(429, 'QUOTA_EXCEEDED', REFUSAL.posesUsedUp)
    press(/^Another pose/)
    expect(await screen.findByText(`Failed to generate card: ${REFUSAL.posesUsedUp}`)).toBeTruthy()
    await heading()
    expect(poseButton()).toBeTruthy()
  })

  it('shows on the button that no poses are left', async () => {
    const world = await returned(ready({ freePoses: 0 }))
    await heading()
    expect(poseButton().textContent).toBe('Another pose (none left)')
    expect(poseButton().getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(poseButton())
    expect([screen.queryByRole('dialog'), getSentForms(world)]).toEqual([null, []])
  })

  it.each([
    ['has no other pose', ready({ freePoses: null })],
    ['others may have seen', ready({ card: { ...READY.card!, visibility: 'unlisted' } })],
    ['is saved', ready({ card: { ...READY.card!, visibility: 'public' } })],
  ])('offers no other pose for a card that %s', async (_what, card) => {
    await returned(card)
    await heading()
    expect(screen.queryByRole('button', { name: /^Another pose/ })).toBeNull()
  })
})

describe('another pose after leaving the page', () => {
  it('asks for the photo again after the page was left, and continues with the card', async () => {
    const world = await returned(ready(), { 'POST /api/generations': failure(500, 'INTERNAL', 'Broken.') })
    await heading()
    fireEvent.click(poseButton())
    const dialog = await screen.findByRole('dialog', { name: 'Another pose' })
    expect(within(dialog).getByText(/We deleted your photo after drawing the card/)).toBeTruthy()
    fireEvent.change(within(dialog).getByLabelText('Choose a photo'), { target: { files: [aFile()] } })
    expect(await screen.findByText('Failed to generate card: Broken.')).toBeTruthy()
    expect(getSentForms(world)[0]).toMatchObject({ adjusts: 'job-1', pose: 'another' })
    expect(await getSentCrop(getSentForms(world)[0]!)).toBeTruthy()
    expect(await heading()).toBeTruthy()
  })

  it('changes nothing when the photo sheet is closed', async () => {
    const world = await returned()
    await heading()
    fireEvent.click(poseButton())
    const dialog = await screen.findByRole('dialog', { name: 'Another pose' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(getSentForms(world)).toEqual([])
    expect(await heading()).toBeTruthy()
  })

  it('shows the earlier card when the redraw failed meanwhile', async () => {
    const error = { code: 'AI_FAILED', message: 'Not now.' }
    await returned(
      aGeneration({ state: 'failed', error }),
      { 'GET /api/generations/job-0': { body: ready({ id: 'job-0' }) } },
      { generation: 'job-1', 'generation-fallback': 'job-0' },
    )
    expect(await heading()).toBeTruthy()
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/?job=job-0'))
  })
})
