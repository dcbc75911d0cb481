import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { HEAD_CUT, HEADS_TOUCH } from '#shared/domain/photo-words.ts'
import type { FaceScan } from '#web/photo/face-finder.ts'
import {
  aFile,
  aPhoto,
  choose,
  getSentFace,
  generateButton,
  open,
  getSentCrop,
  press,
  createFaceFinderStub,
  getSentForms,
  takeClearPhoto,
} from './generator-support.tsx'
import { failure, type World } from './support.tsx'

const LEFT: FaceOval = { cx: 0.25, cy: 0.4, s: 0.2, roll: 0 }
const MIDDLE: FaceOval = { cx: 0.5, cy: 0.35, s: 0.22, roll: 0.15 }
const RIGHT: FaceOval = { cx: 0.8, cy: 0.4, s: 0.18, roll: 0 }
const FAR_AWAY: FaceOval = { cx: 0.6, cy: 0.1, s: 0.03, roll: 0 }

const world = (faces: World['faces']) =>
  open({ 'POST /api/generations': failure(500, 'INTERNAL', 'Broken.') }, { faces })

/** Chooses a file and waits for the crop sheet to open. */
async function chooseAndWait() {
  await choose(aFile())
  return screen.findByRole('button', { name: 'Use photo' })
}
/** Opens the crop sheet of a photo that was cropped automatically. */
async function chooseAndAdjust() {
  await takeClearPhoto()
  press('Adjust')
  return screen.findByRole('button', { name: 'Use photo' })
}
async function send(opened: World) {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(generateButton())
  await screen.findByText('Failed to generate card: Broken.')
  return getSentForms(opened).at(-1)!
}
const previewed = () => document.querySelector('.stage-stage .card-preview-card svg.card-preview-bust image')

describe('a photo with one detected face', () => {
  it('crops a photo with one face without a sheet, and sends its oval', async () => {
    const opened = world(createFaceFinderStub(MIDDLE))
    await takeClearPhoto()
    expect(screen.queryByRole('dialog')).toBeNull()
    const form = await send(opened)
    const [face, piece] = [getSentFace(form)!, await getSentCrop(form)]
    expect(piece.left + face.cx * piece.widthPx).toBeCloseTo(MIDDLE.cx * 1000, 0)
    expect(piece.top + face.cy * piece.heightPx).toBeCloseTo(MIDDLE.cy * 1400, 0)
    expect(face.roll).toBeCloseTo(MIDDLE.roll)
  })

  it('sends the photo as soon as the face is found when Generate was pressed earlier', async () => {
    let reply: (scan: FaceScan) => void = () => {}
    const opened = world({
      ...createFaceFinderStub(),
      inPhoto: () => new Promise<FaceScan>((resolve) => (reply = resolve)),
    })
    await choose(aFile())
    expect(await screen.findByText('Finding your face…', { selector: '.photo-shot-search' })).toBeTruthy()
    const status = document.querySelector('.generate-bar-why output')!
    expect(status.textContent).toBe('')
    fireEvent.click(generateButton())
    expect(status.textContent).toBe('Finding your face… Your card starts right after.')
    expect(screen.getByText('Finding your face…', { selector: '.generate-bar-why b' })).toBeTruthy()
    expect(getSentForms(opened)).toEqual([])
    await act(async () => reply({ faces: [MIDDLE], light: 128 }))
    await screen.findByText('Failed to generate card: Broken.')
    expect(getSentFace(getSentForms(opened)[0]!)).not.toBeNull()
  })

  it('warns in one line that the top of the head is cut off, and still draws', async () => {
    const opened = world(createFaceFinderStub({ ...MIDDLE, cy: 0.1 }))
    await takeClearPhoto()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByText(HEAD_CUT.top)).toBeTruthy()
    expect(getSentFace(await send(opened))).not.toBeNull()
  })

  it('warns that another part of the head is cut off', async () => {
    world(createFaceFinderStub({ ...MIDDLE, cx: 0.03 }))
    await takeClearPhoto()
    expect(screen.getByText(HEAD_CUT.part)).toBeTruthy()
  })

  it.each([
    ['a small photo', { widthPx: 200, heightPx: 280 }, true],
    ['a downscaled photo', { widthPx: 1097, heightPx: 1536 }, false],
  ])('warns before drawing only if the face has too few pixels: %s', async (_, size, isSmall) => {
    open(
      {},
      {
        faces: createFaceFinderStub({ ...MIDDLE, s: 0.03 + (isSmall ? 0.1 : 0) }),
        preparePhoto: async () => aPhoto(size),
      },
    )
    await takeClearPhoto()
    expect(screen.queryByText(/^This photo is very small/) !== null).toBe(isSmall)
  })

  it('also warns in the sheet that the head is cut off, however the photo is moved', async () => {
    world(createFaceFinderStub({ ...MIDDLE, cy: 0.1 }))
    await chooseAndAdjust()
    const sheet = within(screen.getByRole('dialog'))
    expect(sheet.getByText(HEAD_CUT.top)).toBeTruthy()
    fireEvent.keyDown(screen.getByRole('application'), { key: 'ArrowUp', shiftKey: true })
    expect(sheet.getByText(HEAD_CUT.top)).toBeTruthy()
  })

  it('shows no warning for a whole head, wherever the oval is moved on it', async () => {
    world(createFaceFinderStub(MIDDLE))
    await chooseAndAdjust()
    expect(screen.queryByText(HEAD_CUT.top)).toBeNull()
    fireEvent.keyDown(screen.getByRole('application'), { key: 'ArrowDown', shiftKey: true })
    expect(screen.queryByText(HEAD_CUT.top)).toBeNull()
  })

  it('focuses the Adjust button after a crop, and again once the sheet is closed', async () => {
    world(createFaceFinderStub(MIDDLE))
    const use = await chooseAndAdjust()
    await waitFor(() => expect(document.activeElement).toBe(use))
    fireEvent.click(use)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Adjust' })))
  })

  it('sends no face when the crop is skipped or closed', async () => {
    const opened = world(createFaceFinderStub(MIDDLE))
    await chooseAndAdjust()
    press('Skip crop')
    expect(getSentFace(await send(opened))).toBeNull()
  })

  it('lets the visitor move a photo with a detected face', async () => {
    const opened = world(createFaceFinderStub(MIDDLE))
    const use = await chooseAndAdjust()
    fireEvent.keyDown(screen.getByRole('application'), { key: 'ArrowRight', shiftKey: true })
    fireEvent.click(use)
    const form = await send(opened)
    const [face, piece] = [getSentFace(form)!, await getSentCrop(form)]
    expect(piece.left + face.cx * piece.widthPx).toBeLessThan(MIDDLE.cx * 1000 - 20)
  })

  it('states in the crop sheet whether the detected face is upright in the oval', async () => {
    const good = () => screen.queryByText('Looks good? Drag to adjust.') !== null
    const lost = () => screen.queryByText('Drag or rotate the photo so your face fills the oval.') !== null
    world(createFaceFinderStub(MIDDLE))
    await chooseAndAdjust()
    expect([good(), lost()]).toEqual([true, false])
    press('Rotate')
    expect([good(), lost()]).toEqual([false, true])
    for (let times = 0; times < 3; times++) press('Rotate')
    expect([good(), lost()]).toEqual([true, false])
    for (let times = 0; times < 5; times++)
      fireEvent.keyDown(screen.getByRole('application'), { key: 'ArrowRight', shiftKey: true })
    expect([good(), lost()]).toEqual([false, true])
    expect(screen.queryByText(HEAD_CUT.part)).toBeNull()
  })

  it('immediately shows the detected face in the live preview, under the gear', async () => {
    world(createFaceFinderStub(MIDDLE))
    expect(previewed()).toBeNull()
    await takeClearPhoto()
    await waitFor(() => expect(previewed()).toBeTruthy())
    const images = [...document.querySelectorAll('.stage-stage .card-preview-bust')]
    expect(images.map((image) => image.getAttribute('src') ?? image.tagName)).toEqual([
      '/art/preview/none/none.svg',
      'svg',
      '/art/front/none/none.svg',
    ])
    expect(
      screen.getByText(/^Preview of your card: .* with your face\.$/, { selector: '.stage-stage .text-unseen' }),
    ).toBeTruthy()
    press('Remove photo')
    expect(previewed()).toBeNull()
  })

  it('ignores people in the distance', async () => {
    world(createFaceFinderStub(MIDDLE, FAR_AWAY))
    await chooseAndAdjust()
    expect(screen.queryByRole('list', { name: 'Faces in your photo' })).toBeNull()
  })
})

describe('a photo with several detected faces', () => {
  const faces = () =>
    within(screen.getByRole('list', { name: 'Faces in your photo' })).getAllByRole('button') as HTMLButtonElement[]
  /** Returns the center of the sent face in the whole photo, in pixels from the left. */
  async function middleSent(opened: World) {
    const form = await send(opened)
    const [face, piece] = [getSentFace(form)!, await getSentCrop(form)]
    return piece.left + face.cx * piece.widthPx
  }
  const pressed = () => faces().map((face) => face.getAttribute('aria-pressed'))

  it('shows a button for each of several faces, from left to right, with the main one selected', async () => {
    world(createFaceFinderStub(RIGHT, MIDDLE, LEFT))
    await chooseAndWait()
    expect(screen.getByText('3 faces found. Tap yours.')).toBeTruthy()
    expect(faces().map((face) => face.getAttribute('aria-label'))).toEqual([
      'Face 1 of 3',
      'Face 2 of 3',
      'Face 3 of 3',
    ])
    expect(pressed()).toEqual(['false', 'true', 'false'])
  })

  it('fits the photo to the picked face, and sends it', async () => {
    const opened = world(createFaceFinderStub(RIGHT, MIDDLE, LEFT))
    await chooseAndWait()
    press('Face 3 of 3')
    expect(pressed()).toEqual(['false', 'false', 'true'])
    press('Use photo')
    expect(await middleSent(opened)).toBeCloseTo(RIGHT.cx * 1000, 0)
  })

  it('remembers the picked face when the photo is cropped again', async () => {
    world(createFaceFinderStub(RIGHT, MIDDLE, LEFT))
    await chooseAndWait()
    press('Face 1 of 3')
    press('Use photo')
    fireEvent.click(await screen.findByRole('button', { name: 'Adjust' }))
    await screen.findByRole('button', { name: 'Use photo' })
    expect(pressed()).toEqual(['true', 'false', 'false'])
  })

  it('fits the photo to the tapped face when the sheet is closed', async () => {
    const opened = world(createFaceFinderStub(RIGHT, MIDDLE, LEFT))
    await chooseAndWait()
    press('Face 3 of 3')
    press('Close')
    expect(await middleSent(opened)).toBeCloseTo(RIGHT.cx * 1000, 0)
  })

  it('keeps the picked face when its adjustment sheet is closed', async () => {
    const opened = world(createFaceFinderStub(RIGHT, MIDDLE, LEFT))
    await chooseAndWait()
    press('Face 3 of 3')
    press('Use photo')
    fireEvent.click(await screen.findByRole('button', { name: 'Adjust' }))
    await screen.findByRole('button', { name: 'Use photo' })
    press('Face 1 of 3')
    press('Close')
    expect(await middleSent(opened)).toBeCloseTo(RIGHT.cx * 1000, 0)
  })

  it('warns in one line that another head touches the picked one, and still draws', async () => {
    const beside = { ...MIDDLE, cx: MIDDLE.cx + 0.36 }
    const opened = world(createFaceFinderStub(MIDDLE, beside))
    await chooseAndWait()
    press('Face 2 of 2')
    press('Use photo')
    expect(await screen.findByText(HEADS_TOUCH)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await middleSent(opened)).toBeCloseTo(beside.cx * 1000, 0)
  })

  it('shows no warning for people who stand apart', async () => {
    world(createFaceFinderStub(LEFT, { ...RIGHT, cx: 0.7 }))
    fireEvent.click(await chooseAndWait())
    await screen.findByRole('button', { name: 'Adjust' })
    expect(screen.queryByText(HEADS_TOUCH)).toBeNull()
  })

  it('picks a face with a tap in the photo', async () => {
    world(createFaceFinderStub(RIGHT, MIDDLE, LEFT))
    await chooseAndWait()
    const frame = screen.getByRole('application')
    frame.getBoundingClientRect = () => new DOMRect(0, 0, 572, 772)
    Object.assign(frame, { setPointerCapture: () => {} })
    const oval = document.querySelectorAll('.crop-frame-face')[0]!
    expect(oval).toBeTruthy()
    // The center of the right face, by the photo's display matrix.
    const matrix = /matrix\(([^)]*)\)/.exec(oval.parentElement!.getAttribute('transform')!)![1]!.split(' ').map(Number)
    const [a, b, c, d, e, f] = matrix as [number, number, number, number, number, number]
    const [x, y] = [RIGHT.cx * 1000, RIGHT.cy * 1400]
    const at = { pointerId: 1, clientX: 36 + a * x + c * y + e, clientY: 36 + b * x + d * y + f }
    fireEvent.pointerDown(frame, at)
    fireEvent.pointerUp(frame, at)
    expect(pressed()).toEqual(['false', 'false', 'true'])
  })
})

describe('a photo without detected faces', () => {
  it('lets the visitor fit a photo without a detected face, or skip to the artist’s detection', async () => {
    const opened = world(createFaceFinderStub())
    fireEvent.click(await chooseAndWait())
    expect(getSentFace(await send(opened))).toBeNull()
    expect(previewed()).toBeNull()
  })

  it('fits a photo when its face is found late, unless the visitor already moved it', async () => {
    let reply: (scan: FaceScan) => void = () => {}
    const slow = { ...createFaceFinderStub(), inPhoto: () => new Promise<FaceScan>((resolve) => (reply = resolve)) }
    const opened = world(slow)
    await choose(aFile())
    press('Adjust')
    await screen.findByText("We couldn't find a face. Drag the photo so your face fills the oval.")
    await act(async () => reply({ faces: [MIDDLE], light: 128 }))
    expect(screen.getByText('Looks good? Drag to adjust.')).toBeTruthy()
    press('Use photo')
    expect(getSentFace(await send(opened))).not.toBeNull()

    press('Remove photo')
    await choose(aFile())
    press('Adjust')
    await screen.findByText("We couldn't find a face. Drag the photo so your face fills the oval.")
    fireEvent.keyDown(screen.getByRole('application'), { key: '+' })
    const laid = () => document.querySelector('.crop-frame-frame > g')!.getAttribute('transform')
    const before = laid()
    await act(async () => reply({ faces: [MIDDLE], light: 128 }))
    expect(laid()).toBe(before)
  })

  it('accepts a manually fitted photo without face detection', async () => {
    const opened = world({ wake: () => {}, inPhoto: async () => null, inPart: async () => null })
    fireEvent.click(await chooseAndWait())
    expect(getSentFace(await send(opened))).toBeNull()
  })

  it('uses the last of two quickly chosen files', async () => {
    const sights: ((scan: FaceScan) => void)[] = []
    const prepared: string[] = []
    open(
      {},
      {
        faces: { ...createFaceFinderStub(), inPhoto: () => new Promise<FaceScan>((resolve) => sights.push(resolve)) },
        preparePhoto: async (file) => {
          prepared.push(file.name)
          return aPhoto({ blob: new Blob([file.name]) })
        },
      },
    )
    const paste = (name: string) => {
      const event = Object.assign(new Event('paste', { bubbles: true }), { clipboardData: { files: [aFile(name)] } })
      act(() => void document.dispatchEvent(event))
    }
    paste('first.jpg')
    await waitFor(() => expect(sights).toHaveLength(1))
    paste('second.jpg')
    await waitFor(() => expect(sights).toHaveLength(2))
    await act(async () => {
      sights[1]!({ faces: [MIDDLE], light: 128 })
      sights[0]!({ faces: [LEFT, RIGHT], light: 128 })
    })
    await waitFor(() => expect(previewed()).toBeTruthy())
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
