import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError, ERRORS } from '#shared/client/errors.ts'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import type { Sight } from '#web/lib/face-finder.ts'
import { HINTS, type Hint, hintOf } from '#web/screens/generator/photo/camera-hint.ts'
import { aPhoto, nickname, open, press, sees } from './generator-support.tsx'

const IN_OVAL: FaceOval = { cx: 0.5, cy: 0.5, s: 0.42, roll: 0 }
const SIZE = { width: 300, height: 400 }

/** A camera whose light the test can see. */
function aTrack(settings: MediaTrackSettings = {}) {
  const track = Object.assign(new EventTarget(), {
    isOn: true,
    stop: () => void (track.isOn = false),
    getSettings: () => settings,
  })
  return track
}
type Track = ReturnType<typeof aTrack>
const streamOf = (track: Track) =>
  Object.assign(new MediaStream(), { getTracks: () => [track], getVideoTracks: () => [track] } as never)
const device = (deviceId: string, kind = 'videoinput') => ({ deviceId, kind }) as MediaDeviceInfo

type Cameras = {
  tracks: Track[]
  asked: MediaTrackConstraints[]
  camera: Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'>
}

function cameras(
  devices = ['one'],
  settings: (asked: MediaTrackConstraints) => MediaTrackSettings = () => ({}),
): Cameras {
  const [tracks, asked]: [Track[], MediaTrackConstraints[]] = [[], []]
  return {
    tracks,
    asked,
    camera: {
      getUserMedia: async ({ video, audio } = {}) => {
        expect(audio).toBe(false)
        asked.push(video as MediaTrackConstraints)
        const track = aTrack(settings(video as MediaTrackConstraints))
        tracks.push(track)
        return streamOf(track)
      },
      enumerateDevices: async () => [...devices.map((id) => device(id)), device('mic', 'audioinput')],
    },
  }
}
const refusing = (name: string): Cameras['camera'] => ({
  getUserMedia: async () => {
    throw new DOMException('', name)
  },
  enumerateDevices: async () => [],
})

async function openCamera(camera: Cameras['camera'], more: Parameters<typeof open>[1] = {}) {
  const world = open({}, { camera, ...more })
  press('Take a selfie')
  await screen.findByRole('dialog', { name: 'Take a selfie' })
  return world
}
const film = () => screen.findByLabelText<HTMLVideoElement>('You, as in a mirror')
const fileInstead = () => within(screen.getByRole('dialog')).getByLabelText('Choose a photo')
const hidden = (isHidden: boolean) => {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  // Nothing decodes films here.
  for (const [name, value] of [
    ['videoWidth', 1280],
    ['videoHeight', 720],
  ] as const)
    Object.defineProperty(HTMLVideoElement.prototype, name, { value, configurable: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const name of ['videoWidth', 'videoHeight']) Reflect.deleteProperty(HTMLVideoElement.prototype, name)
  Object.defineProperty(document, 'hidden', { value: false, configurable: true })
})

describe('the camera', () => {
  it('is asked for when its sheet opens, without sound, and shown as a mirror', async () => {
    const { camera, asked, tracks } = cameras()
    await openCamera(camera)
    expect((await film()).className).toBe('is-mirror')
    expect(asked).toEqual([{ width: { ideal: 1920 }, height: { ideal: 1440 }, facingMode: 'user' }])
    expect(tracks.map(({ isOn }) => isOn)).toEqual([true])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Take photo' }))
  })

  it('goes out when the sheet is closed', async () => {
    const { camera, tracks } = cameras()
    await openCamera(camera)
    await film()
    press('Close')
    await waitFor(() => expect(tracks.map(({ isOn }) => isOn)).toEqual([false]))
  })

  it('goes out when the screen is left', async () => {
    const { camera, tracks } = cameras()
    await openCamera(camera)
    await film()
    cleanup()
    expect(tracks.map(({ isOn }) => isOn)).toEqual([false])
  })

  it('goes out while the page is hidden and comes back with it', async () => {
    const { camera, tracks } = cameras()
    await openCamera(camera)
    await film()
    hidden(true)
    expect(tracks.map(({ isOn }) => isOn)).toEqual([false])
    hidden(false)
    await film()
    expect(tracks.map(({ isOn }) => isOn)).toEqual([false, true])
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(tracks.map(({ isOn }) => isOn)).toEqual([false, false])
  })

  it('that was allowed after the sheet was closed goes out at once', async () => {
    const track = aTrack()
    let allow: (stream: MediaStream) => void = () => {}
    await openCamera({
      getUserMedia: () => new Promise((resolve) => (allow = resolve)),
      enumerateDevices: async () => [],
    })
    expect(screen.getByText('Starting the camera')).toBeTruthy()
    press('Close')
    await act(async () => allow(streamOf(track)))
    expect(track.isOn).toBe(false)
  })

  it('can be switched where there are two: front and back by where they look', async () => {
    const { camera, asked, tracks } = cameras(['front', 'back'], ({ facingMode }) => ({
      facingMode: facingMode as string,
    }))
    await openCamera(camera)
    fireEvent.click(await screen.findByRole('button', { name: 'Switch camera' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]).toMatchObject({ facingMode: 'environment' })
    // Whoever is taken by somebody else is not seen in a mirror.
    expect((await film()).className).toBe('')
    expect(tracks.map(({ isOn }) => isOn)).toEqual([false, true])
  })

  it('and others one after the other', async () => {
    const { camera, asked } = cameras(['built in', 'on a cable'], ({ deviceId }) => ({
      deviceId: (deviceId as { exact: string } | undefined)?.exact ?? 'built in',
    }))
    await openCamera(camera)
    fireEvent.click(await screen.findByRole('button', { name: 'Switch camera' }))
    await waitFor(() => expect(asked[1]).toMatchObject({ deviceId: { exact: 'on a cable' } }))
  })

  it('has no switch where there is one', async () => {
    await openCamera(cameras().camera)
    await film()
    expect(screen.queryByRole('button', { name: 'Switch camera' })).toBeNull()
  })
})

describe('a camera that cannot be used', () => {
  it.each([
    ['NotAllowedError', /may not use the camera.*or choose a photo/],
    ['NotFoundError', /No camera was found\. Choose a photo instead/],
    ['NotReadableError', /in use by something else/],
    ['AbortError', /did not start/],
  ])('%s is said in its own words, with the file input at hand', async (name, words) => {
    await openCamera(refusing(name))
    expect((await screen.findByRole('alert')).textContent).toMatch(words)
    expect(fileInstead()).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Take photo' })).toBeNull()
  })

  it('is asked for again when the visitor says so', async () => {
    const { camera } = cameras()
    let isRefused = true
    await openCamera({
      ...camera,
      getUserMedia: (wanted) => (isRefused ? refusing('NotAllowedError') : camera).getUserMedia(wanted),
    })
    await screen.findByRole('alert')
    isRefused = false
    press('Try again')
    expect(await film()).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is said to be gone when it is pulled out', async () => {
    const { camera, tracks } = cameras()
    await openCamera(camera)
    await film()
    act(() => void tracks[0]!.dispatchEvent(new Event('ended')))
    expect((await screen.findByRole('alert')).textContent).toMatch(/in use by something else/)
  })

  it('leaves the way to a file open: it is fitted like any other', async () => {
    await openCamera(refusing('NotFoundError'))
    await screen.findByRole('alert')
    fireEvent.change(fileInstead(), { target: { files: [new File(['x'], 'me.jpg')] } })
    expect(await screen.findByRole('dialog', { name: 'Fit your face' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Take a selfie' })).toBeNull())
  })

  it('is the system’s own where a page may not ask for one', () => {
    open({}, { camera: null })
    const input = screen.getByLabelText<HTMLInputElement>('Take a selfie')
    expect([input.type, input.getAttribute('capture')]).toEqual(['file', 'user'])
  })
})

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
      said.push(document.querySelector('[aria-live="assertive"].sr')!.textContent)
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

  it('is counted down for, aloud, and goes the way of a chosen file: whole, not mirrored, fitted', async () => {
    const files: File[] = []
    const { tracks } = await openTo(async (file) => {
      files.push(file)
      return aPhoto()
    })
    expect(await countDown()).toEqual(['3', '2', '1'])
    await screen.findByRole('dialog', { name: 'Fit your face' })
    expect(await files[0]!.text()).toBe('1280 x 720')
    expect(drawn[0]!.slice(1)).toEqual([0, 0])
    await waitFor(() => expect(tracks.map(({ isOn }) => isOn)).toEqual([false]))
    expect(screen.getByRole('button', { name: 'Retake' })).toBeTruthy()
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
    expect(await screen.findByText('That did not work. Take it once more.')).toBeTruthy()
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

  const status = () => document.querySelector('output.cam-hint')!
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

  it('is always the same where nobody can look, and nobody is asked again and again', async () => {
    const look = vi.fn(async () => null)
    await watch(look)
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(status().textContent).toBe(HINTS.none)
    expect(look).toHaveBeenCalledTimes(1)
  })
})
