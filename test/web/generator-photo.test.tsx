import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError, ERRORS } from '#shared/client/errors.ts'
import { FaceOval } from '#shared/domain/face-oval.ts'
import { preparePhoto } from '#web/photo/photo.ts'
import { findOffenders } from '../support/offenders.ts'
import {
  aFile,
  aPhoto,
  choose,
  fill,
  generateButton,
  nickname,
  number,
  open,
  photoInput,
  getSentCrop,
  press,
  getSentForms,
  createHeldCrops,
  takePhoto,
} from './generator-support.tsx'
import { failure } from './support.tsx'

describe('a photo', () => {
  const isTaken = async () => {
    const skip = screen.queryByRole('button', { name: 'Skip crop' })
    if (skip) fireEvent.click(skip)
    await waitFor(() => expect(generateButton().getAttribute('aria-disabled')).toBe('false'))
  }

  it('shows a picked photo with its size, and removes it again', async () => {
    open({}, { preparePhoto: async () => aPhoto({ blob: new Blob(['x'.repeat(493_568)]) }) })
    await takePhoto()
    await isTaken()
    expect(screen.getByText('482 KB')).toBeTruthy()
    expect(screen.getByText('Location data removed')).toBeTruthy()
    press('Remove photo')
    expect(generateButton().getAttribute('aria-disabled')).toBe('true')
  })

  it('accepts a dropped photo, with the picker inside the drop zone', async () => {
    open()
    const picker = photoInput()
    const file = aFile()
    const items = [{ kind: 'file', type: file.type, getAsFile: () => file }]
    const frame = document.querySelector('.photo-step-drop')!
    const dragged = { dataTransfer: { files: [file], items, types: ['Files'] } }
    await waitFor(() => {
      fireEvent.dragEnter(frame, dragged)
      expect(frame.classList).toContain('photo-step-over')
    })
    expect(photoInput()).toBe(picker)
    fireEvent.drop(frame, dragged)
    await screen.findByRole('button', { name: 'Skip crop' })
    await isTaken()
  })

  it('accepts a photo pasted anywhere on the page', async () => {
    open()
    const paste = new Event('paste', { bubbles: true })
    Object.assign(paste, { clipboardData: { files: [aFile()] } })
    act(() => void nickname().dispatchEvent(paste))
    await screen.findByRole('button', { name: 'Skip crop' })
    await isTaken()
  })
})

/** A one-pixel GIF with this many frames. */
function createGif(frames: number): File {
  const head = [...new TextEncoder().encode('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  const bytes = Uint8Array.from([...head, ...Array.from({ length: frames }, () => frame).flat(), 0x3b])
  return new File([bytes], 'dance.gif', { type: 'image/gif' })
}

describe('unusable files', () => {
  beforeEach(() => {
    globalThis.createImageBitmap = () => Promise.reject(new DOMException('no', 'InvalidStateError'))
  })

  const big = aFile()
  Object.defineProperty(big, 'size', { value: 50 * 1024 * 1024 + 1 })

  /** Consecutive reasons differ, so each must replace the one before. */
  const UNUSABLE = [
    ['not an image', aFile('notes.txt', 'text/plain'), 'IMAGE_UNSUPPORTED'],
    ['a PDF renamed to JPEG', aFile('cv.jpg', 'image/jpeg'), 'IMAGE_UNREADABLE'],
    ['a PDF', aFile('cv.pdf', 'application/pdf'), 'IMAGE_UNSUPPORTED'],
    ['an animated GIF', createGif(2), 'IMAGE_ANIMATED'],
    ['a still GIF that cannot be decoded', createGif(1), 'IMAGE_UNREADABLE'],
    ['a HEIC photo', aFile('IMG_1.heic', 'image/heic'), 'IMAGE_HEIC'],
    ['50 MB and one byte', big, 'FILE_TOO_LARGE'],
    ['a HEIC photo without a type', aFile('IMG_1.HEIC', ''), 'IMAGE_HEIC'],
  ] as const

  it('explains at the field why a file is unusable, and keeps the form', async () => {
    open({}, { preparePhoto })
    fill()
    const check = async ([, file, code]: (typeof UNUSABLE)[number]) => {
      await choose(file)
      await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(ERRORS[code].message))
      expect([nickname().value, number().value]).toEqual(['Nacho Joe', '7'])
      expect(generateButton().getAttribute('aria-disabled')).toBe('true')
    }
    expect(await findOffenders(UNUSABLE, ([what]) => what, check)).toEqual([])
  })

  it('keeps the earlier photo when a file is unusable', async () => {
    let isFirst = true
    open(
      {},
      {
        preparePhoto: async () => {
          if (!isFirst) throw new AppError('IMAGE_UNREADABLE')
          isFirst = false
          return aPhoto()
        },
      },
    )
    await takePhoto()
    const paste = new Event('paste', { bubbles: true })
    Object.assign(paste, { clipboardData: { files: [aFile('broken.jpg')] } })
    act(() => void document.dispatchEvent(paste))
    expect((await screen.findByRole('alert')).textContent).toBe(ERRORS.IMAGE_UNREADABLE.message)
    expect(generateButton().getAttribute('aria-disabled')).toBe('false')
  })
})

describe('the crop sheet', () => {
  const frame = () => screen.getByRole('application', { name: /Your photo/ })
  const world = (routes = {}) => open({ 'POST /api/generations': failure(500, 'INTERNAL', 'Broken.'), ...routes })

  async function send() {
    await waitFor(() => expect(generateButton()).toBeTruthy())
    fireEvent.click(generateButton())
    await screen.findByText('Failed to generate card: Broken.')
  }

  it('opens the crop sheet for a new photo, and sends a skipped one whole, without a face', async () => {
    const opened = world()
    await takePhoto()
    await send()
    const [form] = getSentForms(opened)
    expect(form).not.toHaveProperty('face')
    expect(await (form!['photo'] as File).text()).toBe('jpeg')
  })

  it('moves the photo with keys and sends the crop with the face in its oval', async () => {
    const opened = world()
    await choose(aFile())
    await screen.findByRole('button', { name: 'Use photo' })
    for (const key of ['ArrowRight', 'ArrowDown', '+', '+']) fireEvent.keyDown(frame(), { key })
    press('Straighten more')
    press('Use photo')
    await send()
    const [form] = getSentForms(opened)
    const piece = JSON.parse(await (form!['photo'] as File).text()) as { widthPx: number; heightPx: number }
    const face = FaceOval.parse(JSON.parse(form!['face'] as string))
    expect(piece.widthPx).toBeLessThan(1000)
    expect(face.roll).toBeCloseTo(-Math.PI / 180)
    expect(face.s).toBeCloseTo((0.4 * 1000) / 1.08 ** 2 / Math.max(piece.widthPx, piece.heightPx), 1)
  })

  it('crops an unmoved photo to the frame, and leaves face detection to the artist', async () => {
    const opened = world()
    await choose(aFile())
    fireEvent.click(await screen.findByRole('button', { name: 'Use photo' }))
    await send()
    expect(getSentForms(opened)[0]).not.toHaveProperty('face')
  })

  it('keeps the whole photo when the crop sheet is closed, and opens it again', async () => {
    world()
    await choose(aFile())
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Adjust' }))
    expect(await screen.findByRole('slider', { name: 'Zoom' })).toBeTruthy()
  })

  it('rotates a sideways photo', async () => {
    const opened = world()
    await choose(aFile())
    fireEvent.click(await screen.findByRole('button', { name: 'Rotate' }))
    press('Use photo')
    await send()
    expect(JSON.parse(await (getSentForms(opened)[0]!['photo'] as File).text())).toMatchObject({ turns: 1 })
  })
})

describe('a pending crop', () => {
  const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)))
  async function openAndUse(routes: Parameters<typeof open>[0] = {}, { gate, platform } = createHeldCrops()) {
    const opened = open(routes, platform)
    await choose(aFile())
    fireEvent.keyDown(await screen.findByRole('application', { name: /Your photo/ }), { key: '+' })
    press('Use photo')
    return { opened, gate }
  }

  it('sends the pending crop with Generate once it is rendered', async () => {
    const { opened, gate } = await openAndUse({ 'POST /api/generations': failure(500, 'INTERNAL', 'Broken.') })
    fireEvent.click(generateButton())
    await settle()
    expect(getSentForms(opened)).toEqual([])
    gate.allow()
    await screen.findByText('Failed to generate card: Broken.')
    const [form, ...others] = getSentForms(opened)
    expect(others).toEqual([])
    expect(form).toHaveProperty('face')
    expect((await getSentCrop(form!)).widthPx).toBeLessThan(1000)
  })

  it('sends no crop when the card was canceled meanwhile', async () => {
    const { opened, gate } = await openAndUse()
    fireEvent.click(generateButton())
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    gate.allow()
    await settle()
    expect(getSentForms(opened)).toEqual([])
    expect(generateButton().getAttribute('aria-disabled')).toBe('false')
  })

  it('sends nothing when a photo cannot be cropped, and explains why', async () => {
    const { opened, gate } = await openAndUse()
    fireEvent.click(generateButton())
    gate.fail(new AppError('IMAGE_UNREADABLE', ERRORS.IMAGE_UNREADABLE.message))
    await screen.findByText(`Failed to generate card: ${ERRORS.IMAGE_UNREADABLE.message}`)
    expect(getSentForms(opened)).toEqual([])
    expect(generateButton()).toBeTruthy()
  })

  it('discards the crop of a removed photo', async () => {
    const { gate } = await openAndUse()
    press('Remove photo')
    gate.allow()
    await settle()
    expect(screen.queryByRole('button', { name: 'Remove photo' })).toBeNull()
    expect(generateButton().getAttribute('aria-disabled')).toBe('true')
  })

  it('keeps the crop when another file is unusable meanwhile', async () => {
    let files = 0
    const { gate, platform } = createHeldCrops()
    const preparePhoto = async () => {
      if (++files > 1) throw new AppError('IMAGE_UNREADABLE', ERRORS.IMAGE_UNREADABLE.message)
      return platform.preparePhoto()
    }
    const { opened } = await openAndUse(
      { 'POST /api/generations': failure(500, 'INTERNAL', 'Broken.') },
      { gate, platform: { preparePhoto } },
    )
    const paste = new Event('paste', { bubbles: true })
    Object.assign(paste, { clipboardData: { files: [aFile('broken.jpg')] } })
    act(() => void nickname().dispatchEvent(paste))
    await waitFor(() => expect(files).toBe(2))
    gate.allow()
    await settle()
    fireEvent.click(generateButton())
    await screen.findByText('Failed to generate card: Broken.')
    expect((await getSentCrop(getSentForms(opened)[0]!)).widthPx).toBeLessThan(1000)
  })
})
