import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError, ERRORS } from '#shared/client/errors.ts'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import type { FaceScan } from '#web/photo/face-finder.ts'
import { getHint, type Hint, HINTS } from '#web/screens/generator/photo/camera-hint.ts'
import { aPhoto, nickname, press, createFaceFinderStub } from './generator-support.tsx'
import { cameras, openCamera, findCameraPreview, hidden, prepareFilms } from './camera-support.tsx'

const IN_OVAL: FaceOval = { cx: 0.5, cy: 0.5, s: 0.42, roll: 0 }
const SIZE = { width: 300, height: 400 }

prepareFilms()

describe('taking a picture', () => {
  const drawn: unknown[][] = []
  beforeEach(() => {
    drawn.length = 0
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      drawImage: (...all: unknown[]) => drawn.push(all),
    } as never)
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, give) {
      give(new Blob([`${this.width} x ${this.height}`], { type: 'image/jpeg' }))
    })
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  })

  /** Runs the three-second countdown. */
  async function countDown() {
    press('Take photo')
    const sentences: string[] = []
    for (let i = 0; i < 3; i++) {
      sentences.push(document.querySelector('[aria-live="assertive"].text-unseen')!.textContent)
      await act(() => vi.advanceTimersByTimeAsync(1000))
    }
    return sentences
  }
  async function openTo(prepare: (file: File) => Promise<ReturnType<typeof aPhoto>>) {
    const used = cameras()
    await openCamera(used.camera, { preparePhoto: prepare, faces: createFaceFinderStub(IN_OVAL) })
    await findCameraPreview()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    return used
  }

  it('counts down aloud, and handles the picture like a chosen file: whole, unmirrored, cropped to its face', async () => {
    const files: File[] = []
    const { tracks } = await openTo(async (file) => {
      files.push(file)
      return aPhoto()
    })
    expect(await countDown()).toEqual(['3', '2', '1'])
    await screen.findByText('Location data removed')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await files[0]!.text()).toBe('1280 x 720')
    expect(drawn[0]!.slice(1)).toEqual([0, 0])
    await waitFor(() => expect(tracks.map(({ isOn }) => isOn)).toEqual([false]))
    press('Adjust')
    expect(await screen.findByRole('button', { name: 'Retake' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Skip crop' })).toBeNull()
  })

  it('takes no picture when the countdown is stopped', async () => {
    await openTo(async () => aPhoto())
    press('Take photo')
    await act(() => vi.advanceTimersByTimeAsync(1500))
    press('Stop')
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(drawn).toEqual([])
    expect(screen.getByRole('button', { name: 'Take photo' })).toBeTruthy()
  })

  it('takes no picture when the page was hidden during the countdown', async () => {
    await openTo(async () => aPhoto())
    press('Take photo')
    hidden(true)
    hidden(false)
    await act(() => vi.advanceTimersByTimeAsync(4000))
    expect(drawn).toEqual([])
  })

  it('lets the visitor take the picture again', async () => {
    const { tracks } = await openTo(async () => aPhoto())
    await countDown()
    fireEvent.click(await screen.findByRole('button', { name: 'Adjust' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Retake' }))
    await findCameraPreview()
    expect(tracks.map(({ isOn }) => isOn)).toEqual([false, true])
    press('Close')
    await waitFor(() => expect(tracks.at(-1)!.isOn).toBe(false))
    expect(nickname()).toBeTruthy()
  })

  it('keeps the camera on when a picture is unusable', async () => {
    const { tracks } = await openTo(async () => {
      throw new AppError('IMAGE_UNREADABLE')
    })
    await countDown()
    expect(await screen.findByText("That didn't work. Try again.")).toBeTruthy()
    expect(tracks.map(({ isOn }) => isOn)).toEqual([true])
    press('Close')
    expect((await screen.findByRole('alert')).textContent).toBe(ERRORS.IMAGE_UNREADABLE.message)
  })
})

describe('camera hints', () => {
  it.each<[Hint, Partial<FaceOval> | null, number]>([
    ['good', {}, 128],
    ['closer', { s: 0.2 }, 128],
    ['back', { s: 0.62 }, 128],
    ['top', { cy: 0.2 }, 128],
    ['top', { cy: 0.2 }, 20],
    ['light', {}, 40],
    ['light', null, 20],
    ['none', null, 128],
  ])('gives the hint %s for a face %o at brightness %i', (hint, part, light) => {
    expect(getHint({ faces: part ? [{ ...IN_OVAL, ...part }] : [], light }, SIZE)).toBe(hint)
  })

  const status = () => document.querySelector('output.camera-sheet-hint')!
  async function watch(inPart: () => Promise<FaceScan | null>) {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openCamera(cameras().camera, { faces: { ...createFaceFinderStub(), inPart } })
    await findCameraPreview()
  }

  it('announces a hint in a polite live region once it has been stable for a moment', async () => {
    let light = 128
    await watch(async () => ({ faces: [IN_OVAL], light }))
    expect(status().textContent).toBe(HINTS.none)
    await act(() => vi.advanceTimersByTimeAsync(1500))
    expect(status().textContent).toBe(HINTS.good)
    light = 20
    await act(() => vi.advanceTimersByTimeAsync(350))
    light = 128
    await act(() => vi.advanceTimersByTimeAsync(350))
    expect(status().textContent).toBe(HINTS.good)
    light = 20
    await act(() => vi.advanceTimersByTimeAsync(1500))
    expect(status().textContent).toBe('Face the light.')
    expect(screen.getByRole('button', { name: 'Take photo' }).getAttribute('aria-disabled')).toBe('false')
  })

  it('shows one hint without face detection, and does not retry it', async () => {
    const look = vi.fn(async () => null)
    await watch(look)
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(status().textContent).toBe(HINTS.none)
    expect(look).toHaveBeenCalledTimes(1)
  })
})
