import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { open, press } from './generator-support.tsx'
import {
  aTrack,
  cameras,
  createStream,
  findPhotoInput,
  findCameraPreview,
  hidden,
  openCamera,
  prepareFilms,
  createRefusingCamera,
} from './camera-support.tsx'

prepareFilms()

describe('the camera', () => {
  it('opens the camera with its sheet, without audio, and mirrored', async () => {
    const { camera, requests, tracks } = cameras()
    await openCamera(camera)
    expect((await findCameraPreview()).className).toBe('camera-sheet-mirror')
    expect(requests).toEqual([{ width: { ideal: 1920 }, height: { ideal: 1440 }, facingMode: 'user' }])
    expect(tracks.map(({ isOn }) => isOn)).toEqual([true])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Take photo' }))
  })

  it('turns the camera off when the sheet is closed', async () => {
    const { camera, tracks } = cameras()
    await openCamera(camera)
    await findCameraPreview()
    press('Close')
    await waitFor(() => expect(tracks.map(({ isOn }) => isOn)).toEqual([false]))
  })

  it('turns the camera off when the screen is left', async () => {
    const { camera, tracks } = cameras()
    await openCamera(camera)
    await findCameraPreview()
    cleanup()
    expect(tracks.map(({ isOn }) => isOn)).toEqual([false])
  })

  it('turns the camera off while the page is hidden, and on again with it', async () => {
    const { camera, tracks } = cameras()
    await openCamera(camera)
    await findCameraPreview()
    hidden(true)
    expect(tracks.map(({ isOn }) => isOn)).toEqual([false])
    hidden(false)
    await findCameraPreview()
    expect(tracks.map(({ isOn }) => isOn)).toEqual([false, true])
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(tracks.map(({ isOn }) => isOn)).toEqual([false, false])
  })

  it('immediately turns off a camera allowed after the sheet was closed', async () => {
    const track = aTrack()
    let allow: (stream: MediaStream) => void = () => {}
    await openCamera({
      getUserMedia: () => new Promise((resolve) => (allow = resolve)),
      enumerateDevices: async () => [],
    })
    expect(screen.getByText('Starting the camera')).toBeTruthy()
    press('Close')
    await act(async () => allow(createStream(track)))
    expect(track.isOn).toBe(false)
  })

  it('switches between front and back camera', async () => {
    const { camera, requests, tracks } = cameras(['front', 'back'], ({ facingMode }) => ({
      facingMode: facingMode as string,
    }))
    await openCamera(camera)
    fireEvent.click(await screen.findByRole('button', { name: 'Switch camera' }))
    await waitFor(() => expect(requests).toHaveLength(2))
    expect(requests[1]).toMatchObject({ facingMode: 'environment' })
    // The back camera's video is not mirrored.
    expect((await findCameraPreview()).className).toBe('')
    expect(tracks.map(({ isOn }) => isOn)).toEqual([false, true])
  })

  it('cycles through other cameras', async () => {
    const { camera, requests } = cameras(['built in', 'on a cable'], ({ deviceId }) => ({
      deviceId: (deviceId as { exact: string } | undefined)?.exact ?? 'built in',
    }))
    await openCamera(camera)
    fireEvent.click(await screen.findByRole('button', { name: 'Switch camera' }))
    await waitFor(() => expect(requests[1]).toMatchObject({ deviceId: { exact: 'on a cable' } }))
  })

  it('shows no switch for a single camera', async () => {
    await openCamera(cameras().camera)
    await findCameraPreview()
    expect(screen.queryByRole('button', { name: 'Switch camera' })).toBeNull()
  })
})

describe('an unusable camera', () => {
  it.each([
    ['NotAllowedError', /Camera access is blocked.*or choose a photo/],
    ['NotFoundError', /We couldn't find a camera\. Choose a photo instead/],
    ['NotReadableError', /Another app is using the camera/],
    ['AbortError', /didn't start/],
  ])('explains %s in a specific message, with the file input available', async (name, words) => {
    await openCamera(createRefusingCamera(name))
    expect((await screen.findByRole('alert')).textContent).toMatch(words)
    expect(findPhotoInput()).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Take photo' })).toBeNull()
  })

  it('retries the camera on request', async () => {
    const { camera } = cameras()
    let isRefused = true
    await openCamera({
      ...camera,
      getUserMedia: (wanted) => (isRefused ? createRefusingCamera('NotAllowedError') : camera).getUserMedia(wanted),
    })
    await screen.findByRole('alert')
    isRefused = false
    press('Try again')
    expect(await findCameraPreview()).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('reports an unplugged camera', async () => {
    const { camera, tracks } = cameras()
    await openCamera(camera)
    await findCameraPreview()
    act(() => void tracks[0]!.dispatchEvent(new Event('ended')))
    expect((await screen.findByRole('alert')).textContent).toMatch(/Another app is using the camera/)
  })

  it('accepts a file instead of the camera, and crops it like any other', async () => {
    await openCamera(createRefusingCamera('NotFoundError'))
    await screen.findByRole('alert')
    fireEvent.change(findPhotoInput(), { target: { files: [new File(['x'], 'me.jpg')] } })
    expect(await screen.findByRole('dialog', { name: 'Fit your face' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Take a selfie' })).toBeNull())
  })

  it('opens the system camera where a page may not use one', () => {
    open({}, { camera: null })
    const input = screen.getByLabelText<HTMLInputElement>('Take a selfie')
    expect([input.type, input.getAttribute('capture')]).toEqual(['file', 'user'])
  })
})
