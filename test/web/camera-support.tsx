import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { open, press } from './generator-support.tsx'

/** A camera track with an observable torch. */
export function aTrack(settings: MediaTrackSettings = {}) {
  const track = Object.assign(new EventTarget(), {
    isOn: true,
    stop: () => void (track.isOn = false),
    getSettings: () => settings,
  })
  return track
}
type Track = ReturnType<typeof aTrack>
export const createStream = (track: Track) =>
  Object.assign(new MediaStream(), { getTracks: () => [track], getVideoTracks: () => [track] } as never)
const device = (deviceId: string, kind = 'videoinput') => ({ deviceId, kind }) as MediaDeviceInfo

type Cameras = {
  tracks: Track[]
  requests: MediaTrackConstraints[]
  camera: Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'>
}

export function cameras(
  devices = ['one'],
  settings: (requests: MediaTrackConstraints) => MediaTrackSettings = () => ({}),
): Cameras {
  const [tracks, requests]: [Track[], MediaTrackConstraints[]] = [[], []]
  return {
    tracks,
    requests,
    camera: {
      getUserMedia: async ({ video, audio } = {}) => {
        expect(audio).toBe(false)
        requests.push(video as MediaTrackConstraints)
        const track = aTrack(settings(video as MediaTrackConstraints))
        tracks.push(track)
        return createStream(track)
      },
      enumerateDevices: async () => [...devices.map((id) => device(id)), device('mic', 'audioinput')],
    },
  }
}
export const createRefusingCamera = (name: string): Cameras['camera'] => ({
  getUserMedia: async () => {
    throw new DOMException('', name)
  },
  enumerateDevices: async () => [],
})

export async function openCamera(camera: Cameras['camera'], more: Parameters<typeof open>[1] = {}) {
  const world = open({}, { camera, ...more })
  press('Take a selfie')
  await screen.findByRole('dialog', { name: 'Take a selfie' })
  return world
}
export const findCameraPreview = () => screen.findByLabelText<HTMLVideoElement>('You, as in a mirror')
export const findPhotoInput = () => within(screen.getByRole('dialog')).getByLabelText('Choose a photo')
export const hidden = (isHidden: boolean) => {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

/** Fakes video playback, and makes the document visible again after each test. */
export function prepareFilms() {
  beforeEach(() => {
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    // happy-dom does not decode video.
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
}
