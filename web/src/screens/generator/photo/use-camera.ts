import { useEffect, useMemo, useState } from 'react'
import { usePlatform } from '#web/lib/platform.tsx'

/** Error messages, each with what to do. */
const FAULTS: Readonly<Record<string, string>> = {
  NotAllowedError: 'Camera access is blocked. Allow it in your browser settings, or choose a photo.',
  NotFoundError: "We couldn't find a camera. Choose a photo instead.",
  NotReadableError: 'Another app is using the camera. Close it and try again, or choose a photo.',
}
const OTHER_FAULT = "The camera didn't start. Try again, or choose a photo."

export type CameraState =
  | { status: 'starting' }
  | { status: 'live'; stream: MediaStream; isMirrored: boolean; canSwitch: boolean }
  | { status: 'failed'; words: string }

/** A camera request. A new object each time, so that requesting the same camera again retries. */
type Wish = { which: MediaTrackConstraints }
const STARTING: CameraState = { status: 'starting' }
const FRONT: MediaTrackConstraints = { facingMode: 'user' }
/** Resolution of an uploaded photo. A lesser camera returns its maximum. */
const SIZE: MediaTrackConstraints = { width: { ideal: 1920 }, height: { ideal: 1440 } }

/**
 * The camera, while it is wanted and the page is visible. It turns off when the sheet closes or the page is hidden or
 * left, and turns on again when the page returns.
 */
export function useCamera(isWanted: boolean) {
  const { camera } = usePlatform()
  const isSeen = usePageSeen()
  const [requested, setRequested] = useState<Wish>({ which: FRONT })
  /** The current request. Results of earlier ones are ignored. */
  const wish = useMemo(() => (isWanted && isSeen ? requested : null), [isWanted, isSeen, requested])
  const [known, setKnown] = useState<{ wish: Wish; state: CameraState } | null>(null)
  const state: CameraState = known !== null && known.wish === wish ? known.state : STARTING

  useEffect(() => {
    if (!camera || wish === null) return
    let isAwaited = true
    let opened: MediaStream | null = null
    const learn = (next: CameraState) => isAwaited && setKnown({ wish, state: next })
    const fail = (thrown: unknown) => {
      const name = thrown instanceof Error ? thrown.name : ''
      learn({ status: 'failed', words: FAULTS[name] ?? OTHER_FAULT })
    }

    async function open() {
      const stream = await camera!.getUserMedia({ video: { ...SIZE, ...wish!.which }, audio: false })
      // The permission prompt may have stayed open for any length of time.
      if (!isAwaited) return stop(stream)
      opened = stream
      const [track] = stream.getVideoTracks()
      // Unplugged, or revoked by the system.
      track?.addEventListener('ended', () => fail(new DOMException('', 'NotReadableError')))
      const isMirrored = track?.getSettings().facingMode !== 'environment'
      learn({ status: 'live', stream, isMirrored, canSwitch: false })
      // Browsers reveal the number of cameras only after granting permission.
      const canSwitch = (await listCameras(camera!)).length > 1
      if (canSwitch) learn({ status: 'live', stream, isMirrored, canSwitch })
    }
    open().catch(fail)

    return () => {
      isAwaited = false
      if (opened) stop(opened)
    }
  }, [camera, wish])

  return {
    state,
    tryAgain: () => setRequested(({ which }) => ({ which })),
    /** Switches to the opposite camera, or to the next one where `facingMode` is unknown. */
    async switchCamera() {
      if (!camera || state.status !== 'live') return
      const { facingMode, deviceId } = state.stream.getVideoTracks()[0]?.getSettings() ?? {}
      if (facingMode) {
        return setRequested({ which: { facingMode: facingMode === 'environment' ? 'user' : 'environment' } })
      }
      const all = await listCameras(camera)
      const next = all[(all.findIndex((one) => one.deviceId === deviceId) + 1) % all.length]
      if (next) setRequested({ which: { deviceId: { exact: next.deviceId } } })
    },
  }
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

const listCameras = async (camera: Pick<MediaDevices, 'enumerateDevices'>): Promise<MediaDeviceInfo[]> =>
  (await camera.enumerateDevices().catch(() => [])).filter(({ kind }) => kind === 'videoinput')

/** False while the page is hidden or in the back/forward cache. */
function usePageSeen(): boolean {
  const [isSeen, setIsSeen] = useState(!document.hidden)
  useEffect(() => {
    const look = ({ type }: Event) => setIsSeen(type !== 'pagehide' && !document.hidden)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pagehide', look)
    window.addEventListener('pageshow', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pagehide', look)
      window.removeEventListener('pageshow', look)
    }
  }, [])
  return isSeen
}
