import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { HEAD_CUT } from '#shared/domain/messages.ts'
import type { Sight } from '#web/photo/face-finder.ts'
import {
  aFile,
  aPhoto,
  choose,
  faceSent,
  generateButton,
  open,
  pieceSent,
  press,
  sees,
  sentForms,
  takeClearPhoto,
} from './generator-support.tsx'
import { failure, type World } from './support.tsx'

const LEFT: FaceOval = { cx: 0.25, cy: 0.4, s: 0.2, roll: 0 }
const MIDDLE: FaceOval = { cx: 0.5, cy: 0.35, s: 0.22, roll: 0.15 }
const RIGHT: FaceOval = { cx: 0.8, cy: 0.4, s: 0.18, roll: 0 }
const FAR_AWAY: FaceOval = { cx: 0.6, cy: 0.1, s: 0.03, roll: 0 }

const world = (faces: World['faces']) =>
  open({ 'POST /api/generations': failure(500, 'INTERNAL', 'Broken.') }, { faces })

/** Waits for the crop sheet, which opens by itself. */
async function chooseAndWait() {
  await choose(aFile())
  return screen.findByRole('button', { name: 'Use photo' })
}
/** Opens the crop sheet of a photo that was cropped without it. */
async function chooseAndAdjust() {
  await takeClearPhoto()
  press('Adjust')
  return screen.findByRole('button', { name: 'Use photo' })
}
async function send(opened: World) {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(generateButton())
  await screen.findByText('Failed to generate card: Broken.')
  return sentForms(opened).at(-1)!
}
const previewed = () => document.querySelector('.stage-stage .card-preview-card svg.card-preview-bust image')

describe('a photo in which this device sees one face', () => {
  it('is cropped to it without a sheet, and sent with its oval', async () => {
    const opened = world(sees(MIDDLE))
    await takeClearPhoto()
    expect(screen.queryByRole('dialog')).toBeNull()
    const form = await send(opened)
    const [face, piece] = [faceSent(form)!, await pieceSent(form)]
    expect(piece.left + face.cx * piece.widthPx).toBeCloseTo(MIDDLE.cx * 1000, 0)
    expect(piece.top + face.cy * piece.heightPx).toBeCloseTo(MIDDLE.cy * 1400, 0)
    expect(face.roll).toBeCloseTo(MIDDLE.roll)
  })

  it('is sent as soon as the face is found when Generate was pressed before', async () => {
    let answer: (sight: Sight) => void = () => {}
    const opened = world({ ...sees(), inPhoto: () => new Promise<Sight>((resolve) => (answer = resolve)) })
    await choose(aFile())
    expect(await screen.findByText('Finding your face…', { selector: '.photo-shot-search' })).toBeTruthy()
    const status = document.querySelector('.generate-bar-why output')!
    expect(status.textContent).toBe('')
    fireEvent.click(generateButton())
    expect(status.textContent).toBe('Finding your face… Your card starts right after.')
    expect(screen.getByText('Finding your face…', { selector: '.generate-bar-why b' })).toBeTruthy()
    expect(sentForms(opened)).toEqual([])
    await act(async () => answer({ faces: [MIDDLE], light: 128 }))
    await screen.findByText('Failed to generate card: Broken.')
    expect(faceSent(sentForms(opened)[0]!)).not.toBeNull()
  })

  it('says in one line at the photo that the top of the head is cut off, and is drawn anyway', async () => {
    const opened = world(sees({ ...MIDDLE, cy: 0.1 }))
    await takeClearPhoto()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByText(HEAD_CUT.top)).toBeTruthy()
    expect(faceSent(await send(opened))).not.toBeNull()
  })

  it('says that another part of the head is cut off', async () => {
    world(sees({ ...MIDDLE, cx: 0.03 }))
    await takeClearPhoto()
    expect(screen.getByText(HEAD_CUT.part)).toBeTruthy()
  })

  it('says in the sheet as well that the head is cut off, however the photo is moved', async () => {
    world(sees({ ...MIDDLE, cy: 0.1 }))
    await chooseAndAdjust()
    const sheet = within(screen.getByRole('dialog'))
    expect(sheet.getByText(HEAD_CUT.top)).toBeTruthy()
    fireEvent.keyDown(screen.getByRole('application'), { key: 'ArrowUp', shiftKey: true })
    expect(sheet.getByText(HEAD_CUT.top)).toBeTruthy()
  })

  it('says no such thing of a whole head, wherever the oval is moved on it', async () => {
    world(sees(MIDDLE))
    await chooseAndAdjust()
    expect(screen.queryByText(HEAD_CUT.top)).toBeNull()
    fireEvent.keyDown(screen.getByRole('application'), { key: 'ArrowDown', shiftKey: true })
    expect(screen.queryByText(HEAD_CUT.top)).toBeNull()
  })

  it('focuses the Adjust button, and again once the sheet is closed', async () => {
    world(sees(MIDDLE))
    const use = await chooseAndAdjust()
    await waitFor(() => expect(document.activeElement).toBe(use))
    fireEvent.click(use)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Adjust' })))
  })

  it('is sent without a face when the crop is skipped or closed', async () => {
    const opened = world(sees(MIDDLE))
    await chooseAndAdjust()
    press('Skip crop')
    expect(faceSent(await send(opened))).toBeNull()
  })

  it('can be moved by hand all the same', async () => {
    const opened = world(sees(MIDDLE))
    const use = await chooseAndAdjust()
    fireEvent.keyDown(screen.getByRole('application'), { key: 'ArrowRight', shiftKey: true })
    fireEvent.click(use)
    const form = await send(opened)
    const [face, piece] = [faceSent(form)!, await pieceSent(form)]
    expect(piece.left + face.cx * piece.widthPx).toBeLessThan(MIDDLE.cx * 1000 - 20)
  })

  it('shows that face on the live preview at once, under the gear', async () => {
    world(sees(MIDDLE))
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

  it('takes no notice of people far behind', async () => {
    world(sees(MIDDLE, FAR_AWAY))
    await chooseAndAdjust()
    expect(screen.queryByRole('list', { name: 'Faces in your photo' })).toBeNull()
  })
})

describe('a photo in which this device sees several faces', () => {
  const faces = () =>
    within(screen.getByRole('list', { name: 'Faces in your photo' })).getAllByRole('button') as HTMLButtonElement[]
  /** Returns where the middle of the face that is sent lies in the whole photo, in pixels from its left. */
  async function middleSent(opened: World) {
    const form = await send(opened)
    const [face, piece] = [faceSent(form)!, await pieceSent(form)]
    return piece.left + face.cx * piece.widthPx
  }
  const pressed = () => faces().map((face) => face.getAttribute('aria-pressed'))

  it('has a button for each, from left to right, and begins with the main one', async () => {
    world(sees(RIGHT, MIDDLE, LEFT))
    await chooseAndWait()
    expect(screen.getByText('3 faces found. Tap yours.')).toBeTruthy()
    expect(faces().map((face) => face.getAttribute('aria-label'))).toEqual([
      'Face 1 of 3',
      'Face 2 of 3',
      'Face 3 of 3',
    ])
    expect(pressed()).toEqual(['false', 'true', 'false'])
  })

  it('is fitted to the one that is picked, and sends that', async () => {
    const opened = world(sees(RIGHT, MIDDLE, LEFT))
    await chooseAndWait()
    press('Face 3 of 3')
    expect(pressed()).toEqual(['false', 'false', 'true'])
    press('Use photo')
    expect(await middleSent(opened)).toBeCloseTo(RIGHT.cx * 1000, 0)
  })

  it('remembers the pick when it is cropped again', async () => {
    world(sees(RIGHT, MIDDLE, LEFT))
    await chooseAndWait()
    press('Face 1 of 3')
    press('Use photo')
    fireEvent.click(await screen.findByRole('button', { name: 'Adjust' }))
    await screen.findByRole('button', { name: 'Use photo' })
    expect(pressed()).toEqual(['true', 'false', 'false'])
  })

  it('is fitted to the one that was tapped when the sheet is closed', async () => {
    const opened = world(sees(RIGHT, MIDDLE, LEFT))
    await chooseAndWait()
    press('Face 3 of 3')
    press('Close')
    expect(await middleSent(opened)).toBeCloseTo(RIGHT.cx * 1000, 0)
  })

  it('stays as it was chosen when the sheet that adjusts it is closed', async () => {
    const opened = world(sees(RIGHT, MIDDLE, LEFT))
    await chooseAndWait()
    press('Face 3 of 3')
    press('Use photo')
    fireEvent.click(await screen.findByRole('button', { name: 'Adjust' }))
    await screen.findByRole('button', { name: 'Use photo' })
    press('Face 1 of 3')
    press('Close')
    expect(await middleSent(opened)).toBeCloseTo(RIGHT.cx * 1000, 0)
  })

  it('can be tapped in the photo, too', async () => {
    world(sees(RIGHT, MIDDLE, LEFT))
    await chooseAndWait()
    const frame = screen.getByRole('application')
    frame.getBoundingClientRect = () => new DOMRect(0, 0, 572, 772)
    Object.assign(frame, { setPointerCapture: () => {} })
    const oval = document.querySelectorAll('.crop-frame-face')[0]!
    expect(oval).toBeTruthy()
    // The right one's middle, by the matrix that the photo is shown through.
    const matrix = /matrix\(([^)]*)\)/.exec(oval.parentElement!.getAttribute('transform')!)![1]!.split(' ').map(Number)
    const [a, b, c, d, e, f] = matrix as [number, number, number, number, number, number]
    const [x, y] = [RIGHT.cx * 1000, RIGHT.cy * 1400]
    const at = { pointerId: 1, clientX: 36 + a * x + c * y + e, clientY: 36 + b * x + d * y + f }
    fireEvent.pointerDown(frame, at)
    fireEvent.pointerUp(frame, at)
    expect(pressed()).toEqual(['false', 'false', 'true'])
  })
})

describe('a photo in which this device sees nothing', () => {
  it('is fitted by hand, or sent for the artist to look', async () => {
    const opened = world(sees())
    fireEvent.click(await chooseAndWait())
    expect(faceSent(await send(opened))).toBeNull()
    expect(previewed()).toBeNull()
  })

  it('is fitted late when the face is found late, unless the visitor was quicker', async () => {
    let answer: (sight: Sight) => void = () => {}
    const slow = { ...sees(), inPhoto: () => new Promise<Sight>((resolve) => (answer = resolve)) }
    const opened = world(slow)
    await choose(aFile())
    press('Adjust')
    await screen.findByText("We couldn't find a face. Drag the photo so your face fills the oval.")
    await act(async () => answer({ faces: [MIDDLE], light: 128 }))
    expect(screen.getByText('Looks good? Drag to adjust.')).toBeTruthy()
    press('Use photo')
    expect(faceSent(await send(opened))).not.toBeNull()

    press('Remove photo')
    await choose(aFile())
    press('Adjust')
    await screen.findByText("We couldn't find a face. Drag the photo so your face fills the oval.")
    fireEvent.keyDown(screen.getByRole('application'), { key: '+' })
    const laid = () => document.querySelector('.crop-frame-frame > g')!.getAttribute('transform')
    const before = laid()
    await act(async () => answer({ faces: [MIDDLE], light: 128 }))
    expect(laid()).toBe(before)
  })

  it('is used as before without face detection', async () => {
    const opened = world({ wake: () => {}, inPhoto: async () => null, inPart: async () => null })
    fireEvent.click(await chooseAndWait())
    expect(faceSent(await send(opened))).toBeNull()
  })

  it('of two files chosen quickly the last one counts', async () => {
    const sights: ((sight: Sight) => void)[] = []
    const prepared: string[] = []
    open(
      {},
      {
        faces: { ...sees(), inPhoto: () => new Promise<Sight>((resolve) => sights.push(resolve)) },
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
