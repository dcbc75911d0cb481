import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { open, press } from './generator-support.tsx'
import {
  cameras,
  aTrack,
  streamOf,
  refusing,
  openCamera,
  film,
  fileInstead,
  hidden,
  prepareFilms,
} from './camera-support.tsx'

prepareFilms()

describe('the camera', () => {
  it('is asked for when its sheet opens, without sound, and shown as a mirror', async () => {
    const { camera, asked, tracks } = cameras()
    await openCamera(camera)
    expect((await film()).className).toBe('camera-sheet-mirror')
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
    // The back camera's picture is not mirrored.
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
    ['NotAllowedError', /Camera access is blocked.*or choose a photo/],
    ['NotFoundError', /No camera was found\. Choose a photo instead/],
    ['NotReadableError', /Another app is using the camera/],
    ['AbortError', /didn't start/],
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
    expect((await screen.findByRole('alert')).textContent).toMatch(/Another app is using the camera/)
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
