import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { QUESTION, SUCCESS } from '#shared/domain/messages.ts'
import GeneratorScreen from '#web/screens/generator/generator-screen.tsx'
import {
  aFile,
  aGeneration,
  aPhoto,
  choose,
  getSentFace,
  fill,
  generateButton,
  nickname,
  number,
  open,
  openEnding,
  getSentCrop,
  press,
  READY,
  createFaceFinderStub,
  getSentForms,
  createHeldCrops,
  takePhoto,
} from './generator-support.tsx'
import { createWorld, show, type World } from './support.tsx'

const FACES: FaceOval[] = [
  { cx: 0.7, cy: 0.4, s: 0.2, roll: 0 },
  { cx: 0.3, cy: 0.4, s: 0.2, roll: 0 },
]
const withQuestion = (code: keyof typeof QUESTION, faces: FaceOval[] = []): Partial<Generation> => ({
  state: 'failed',
  error: { code, message: QUESTION[code] },
  faces,
})

/** Ends each sent form as given, and all later ones like the last. */
function world(ends: Partial<Generation>[], more: Parameters<typeof open>[1] = {}): World {
  return openEnding((id, count) => ({ body: aGeneration({ ...(ends[count - 1] ?? ends.at(-1)!), id }) }), {}, more)
}
const sheet = () => screen.findByRole('dialog', { name: 'Fit your face' })
const toasts = () => screen.getByRole('region', { name: /notifications/i }).textContent
async function ask(ends: Partial<Generation>[], more: Parameters<typeof open>[1] = {}) {
  const opened = world(ends, more)
  fill()
  await takePhoto()
  fireEvent.click(generateButton())
  await waitFor(() => expect(getSentForms(opened)).toHaveLength(1))
  return { opened, dialog: await sheet() }
}

describe('a question about a missing face', () => {
  it('asks about a photo without a face in the crop sheet, and keeps the form', async () => {
    const { dialog } = await ask([withQuestion('FACE_NOT_FOUND')])
    expect(within(dialog).getByText(QUESTION.FACE_NOT_FOUND)).toBeTruthy()
    expect(dialog.getAttribute('aria-describedby')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Use photo'))
    expect(toasts()).not.toContain('Failed')
    expect([nickname().value, number().value]).toEqual(['Nacho Joe', '7'])
  })

  it('draws with the current oval once the visitor confirms it', async () => {
    const { opened } = await ask([withQuestion('FACE_NOT_FOUND'), { ...READY, id: '' }])
    fireEvent.keyDown(screen.getByRole('application'), { key: 'ArrowDown' })
    press('Use photo')
    await waitFor(() => expect(getSentForms(opened)).toHaveLength(2))
    const [first, second] = getSentForms(opened)
    expect([getSentFace(first!), second!['nickname']]).toEqual([null, 'Nacho Joe'])
    expect(getSentFace(second!)).toMatchObject({ roll: 0 })
    expect((await getSentCrop(second!)).widthPx).toBeLessThanOrEqual(1000)
    expect(second!['id']).not.toBe(first!['id'])
  })

  it('trusts an unmoved oval that the visitor confirmed', async () => {
    const { opened } = await ask([withQuestion('FACE_NOT_FOUND')])
    press('Use photo')
    await waitFor(() => expect(getSentForms(opened)).toHaveLength(2))
    expect(getSentFace(getSentForms(opened)[1]!)).not.toBeNull()
  })

  it('sends once when Generate is pressed while the answer is rendered', async () => {
    const { gate, platform } = createHeldCrops()
    const { opened } = await ask([withQuestion('FACE_NOT_FOUND'), { state: 'drawing' }], platform)
    press('Use photo')
    fireEvent.click(generateButton())
    gate.allow()
    await screen.findByRole('heading', { name: /^Drawing/ })
    await waitFor(() => expect(getSentForms(opened)).toHaveLength(2))
    await act(async () => {})
    expect(getSentForms(opened)).toHaveLength(2)
    expect(getSentFace(getSentForms(opened)[1]!)).not.toBeNull()
  })

  it('keeps a postponed question next to the photo, and neither sends nor loses anything', async () => {
    const { opened, dialog } = await ask([withQuestion('FACE_NOT_FOUND')])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect((await screen.findByRole('alert')).textContent).toBe(QUESTION.FACE_NOT_FOUND)
    expect(screen.getByRole('img', { name: 'You, as you will be sent' })).toBeTruthy()
    expect(nickname().value).toBe('Nacho Joe')
    fireEvent.click(screen.getByRole('button', { name: 'Adjust' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Use photo' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(getSentForms(opened)).toHaveLength(1)
  })

  it('accepts another photo as the answer to a question', async () => {
    let faces: FaceOval[] = []
    const changing = { ...createFaceFinderStub(), inPhoto: async () => ({ faces, light: 128 }) }
    const { opened, dialog } = await ask([withQuestion('FACE_NOT_FOUND')], { faces: changing })
    faces = FACES.slice(1)
    fireEvent.change(within(dialog).getByLabelText('Choose another'), { target: { files: [aFile('other.jpg')] } })
    await waitFor(() => expect(getSentForms(opened)).toHaveLength(2))
    expect(getSentFace(getSentForms(opened)[1]!)).not.toBeNull()
  })

  it('explains in the question’s sheet that another file is unusable', async () => {
    let files = 0
    const { dialog } = await ask([withQuestion('FACE_NOT_FOUND')], {
      preparePhoto: async () => {
        if (++files > 1) throw new Error('broken')
        return aPhoto()
      },
    })
    fireEvent.change(within(dialog).getByLabelText('Choose another'), { target: { files: [aFile('other.jpg')] } })
    await waitFor(() => expect(document.querySelector('.sheet-notice')!.textContent).not.toBe(''))
    expect(screen.getByRole('dialog', { name: 'Fit your face' })).toBeTruthy()
  })

  it('asks again when the answer still shows no face', async () => {
    const { opened } = await ask([withQuestion('FACE_NOT_FOUND'), withQuestion('FACE_NOT_FOUND')])
    press('Use photo')
    await waitFor(() => expect(getSentForms(opened)).toHaveLength(2))
    expect(within(await sheet()).getByText(QUESTION.FACE_NOT_FOUND)).toBeTruthy()
  })

  it('asks a follow-up question', async () => {
    world([withQuestion('FACE_NOT_FOUND'), withQuestion('SEVERAL_FACES', FACES)])
    fill()
    await takePhoto()
    fireEvent.click(generateButton())
    await screen.findByText(QUESTION.FACE_NOT_FOUND)
    press('Use photo')
    expect(await screen.findByText(QUESTION.SEVERAL_FACES)).toBeTruthy()
  })

  it('explains a question after a reload and asks for the photo again', async () => {
    const reloaded = createWorld({
      'GET /api/generations/job-1': { body: aGeneration(withQuestion('FACE_NOT_FOUND')) },
    })
    reloaded.memory.set('generation', 'job-1')
    reloaded.memory.set('player-form', JSON.stringify({ nickname: 'Ace', number: '7', team: '', armor: '' }))
    show(<GeneratorScreen />, reloaded)
    expect((await screen.findByRole('alert')).textContent).toMatch(/couldn't find a face.*add it again/)
    expect(nickname().value).toBe('Ace')
    expect(toasts()).toBe('')
  })
})

describe('a question about several faces', () => {
  it('lets the visitor tap their face, at its position in the whole photo', async () => {
    const { opened, dialog } = await ask([withQuestion('SEVERAL_FACES', FACES)])
    expect(within(dialog).getByText(QUESTION.SEVERAL_FACES)).toBeTruthy()
    const faces = within(screen.getByRole('list', { name: 'Faces in your photo' })).getAllByRole('button')
    expect(faces.map((face) => face.getAttribute('aria-pressed'))).toEqual(['false', 'true'])
    fireEvent.click(faces[0]!)
    press('Use photo')
    await waitFor(() => expect(getSentForms(opened)).toHaveLength(2))
    const form = getSentForms(opened)[1]!
    const [face, piece] = [getSentFace(form)!, await getSentCrop(form)]
    expect(piece.left + face.cx * piece.widthPx).toBeCloseTo(0.3 * 1000, 0)
  })

  it('maps faces from the uploaded crop back to the whole photo', async () => {
    const opened = world([withQuestion('SEVERAL_FACES', FACES)])
    fill()
    await choose(aFile())
    fireEvent.click(await screen.findByRole('button', { name: 'Rotate' }))
    press('Use photo')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(generateButton())
    await sheet()
    const sent = await getSentCrop(getSentForms(opened)[0]!)
    expect(sent.turns).toBe(1)
    press('Face 1 of 2')
    press('Use photo')
    await waitFor(() => expect(getSentForms(opened)).toHaveLength(2))
    const again = getSentForms(opened)[1]!
    const [face, piece] = [getSentFace(again)!, await getSentCrop(again)]
    expect(piece.turns).toBe(1)
    // The order of the two depends on the crop. Both must be where the response said.
    const x = (piece.left + face.cx * piece.widthPx - sent.left) / sent.widthPx
    expect(Math.min(Math.abs(x - 0.7), Math.abs(x - 0.3))).toBeLessThan(0.01)
  })
})

describe('a question about a redraw', () => {
  it('asks over the card during a redraw, and continues with the same order', async () => {
    const opened = world([READY, withQuestion('FACE_NOT_FOUND')])
    fill()
    await takePhoto()
    fireEvent.click(generateButton())
    await screen.findByRole('heading', { name: SUCCESS.cardReady })
    press(/^New art, same stats/)
    await waitFor(() => expect(getSentForms(opened)).toHaveLength(2))
    await sheet()
    expect(await screen.findByText(SUCCESS.cardReady, { selector: 'h1' })).toBeTruthy()
    press('Use photo')
    await waitFor(() => expect(getSentForms(opened)).toHaveLength(3))
    const [card, redrawn, answered] = getSentForms(opened)
    expect([redrawn!['like'], answered!['like']]).toEqual([card!['id'], card!['id']])
    expect(getSentFace(answered!)).not.toBeNull()
    // The question was postponed again, and the card is still there.
    const dialog = await sheet()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(await screen.findByRole('heading', { name: SUCCESS.cardReady })).toBeTruthy()
  })
})
