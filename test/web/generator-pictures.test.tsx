import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError, ERRORS } from '#shared/client/errors.ts'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import type { Sight } from '#web/photo/face-finder.ts'
import { HINTS, type Hint, hintOf } from '#web/screens/generator/photo/camera-hint.ts'
import { aPhoto, nickname, press, sees } from './generator-support.tsx'
import { cameras, openCamera, film, hidden, prepareFilms } from './camera-support.tsx'

const IN_OVAL: FaceOval = { cx: 0.5, cy: 0.5, s: 0.42, roll: 0 }
const SIZE = { width: 300, height: 400 }

prepareFilms()

describe('a picture that is taken', () => {
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

  /** Three seconds, as they are counted. */
  async function countDown() {
    press('Take photo')
    const said: string[] = []
    for (let i = 0; i < 3; i++) {
      said.push(document.querySelector('[aria-live="assertive"].text-unseen')!.textContent)
      await act(() => vi.advanceTimersByTimeAsync(1000))
    }
    return said
  }
  async function openTo(prepare: (file: File) => Promise<ReturnType<typeof aPhoto>>) {
    const used = cameras()
    await openCamera(used.camera, { preparePhoto: prepare, faces: sees(IN_OVAL) })
    await film()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    return used
  }

  it('is counted down for, aloud, and goes the way of a chosen file: whole, not mirrored, cropped to its face', async () => {
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

  it('is not taken when the countdown is stopped', async () => {
    await openTo(async () => aPhoto())
    press('Take photo')
    await act(() => vi.advanceTimersByTimeAsync(1500))
    press('Stop')
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(drawn).toEqual([])
    expect(screen.getByRole('button', { name: 'Take photo' })).toBeTruthy()
  })

  it('nor when the page was hidden meanwhile', async () => {
    await openTo(async () => aPhoto())
    press('Take photo')
    hidden(true)
    hidden(false)
    await act(() => vi.advanceTimersByTimeAsync(4000))
    expect(drawn).toEqual([])
  })

  it('can be taken again', async () => {
    const { tracks } = await openTo(async () => aPhoto())
    await countDown()
    fireEvent.click(await screen.findByRole('button', { name: 'Adjust' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Retake' }))
    await film()
    expect(tracks.map(({ isOn }) => isOn)).toEqual([false, true])
    press('Close')
    await waitFor(() => expect(tracks.at(-1)!.isOn).toBe(false))
    expect(nickname()).toBeTruthy()
  })

  it('that cannot be used leaves the camera on, to take it once more', async () => {
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

describe('what the camera sheet says meanwhile', () => {
  it.each<[Hint, Partial<FaceOval> | null, number]>([
    ['good', {}, 128],
    ['closer', { s: 0.2 }, 128],
    ['back', { s: 0.62 }, 128],
    ['top', { cy: 0.2 }, 128],
    ['top', { cy: 0.2 }, 20],
    ['light', {}, 40],
    ['light', null, 20],
    ['none', null, 128],
  ])('%s for a face %o in light of %i', (hint, part, light) => {
    expect(hintOf({ faces: part ? [{ ...IN_OVAL, ...part }] : [], light }, SIZE)).toBe(hint)
  })

  const status = () => document.querySelector('output.camera-sheet-hint')!
  async function watch(inPart: () => Promise<Sight | null>) {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openCamera(cameras().camera, { faces: { ...sees(), inPart } })
    await film()
  }

  it('is one line in a polite region, once it has been true for a moment', async () => {
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
    expect(status().textContent).toBe('Turn to the light.')
    expect(screen.getByRole('button', { name: 'Take photo' }).getAttribute('aria-disabled')).toBe('false')
  })

  it('is always the same without face detection, which is not tried again and again', async () => {
    const look = vi.fn(async () => null)
    await watch(look)
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(status().textContent).toBe(HINTS.none)
    expect(look).toHaveBeenCalledTimes(1)
  })
})
