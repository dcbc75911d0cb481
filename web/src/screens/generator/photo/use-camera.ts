import { useEffect, useMemo, useState } from 'react'
import { usePlatform } from '#web/lib/platform.tsx'

/** The fault in words, with the way out. */
const FAULTS: Readonly<Record<string, string>> = {
  NotAllowedError: 'Camera access is blocked. Allow it in your browser settings, or choose a photo.',
  NotFoundError: 'No camera was found. Choose a photo instead.',
  NotReadableError: 'Another app is using the camera. Close it and try again, or choose a photo.',
}
const OTHER_FAULT = "The camera didn't start. Try again, or choose a photo."

export type CameraState =
  | { status: 'starting' }
  | { status: 'live'; stream: MediaStream; isMirrored: boolean; canSwitch: boolean }
  | { status: 'failed'; words: string }

/** Every one is new: asking for the same camera again is another wish. */
type Wish = { which: MediaTrackConstraints }
const STARTING: CameraState = { status: 'starting' }
const FRONT: MediaTrackConstraints = { facingMode: 'user' }
/** As sharp as a photo is sent; a camera that has less gives what it has. */
const SIZE: MediaTrackConstraints = { width: { ideal: 1920 }, height: { ideal: 1440 } }

/**
 * The camera, for as long as it is wanted and the page is seen: its light goes out when the sheet is closed, the page
 * is hidden or left. Comes back with the page.
 */
export function useCamera(isWanted: boolean) {
  const { camera } = usePlatform()
  const isSeen = usePageSeen()
  const [asked, setAsked] = useState<Wish>({ which: FRONT })
  /** The current request. Answers to earlier ones no longer count. */
  const wish = useMemo(() => (isWanted && isSeen ? asked : null), [isWanted, isSeen, asked])
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
      // Asking may take as long as a person takes to answer.
      if (!isAwaited) return stop(stream)
      opened = stream
      const [track] = stream.getVideoTracks()
      // Pulled out, or taken away by the system.
      track?.addEventListener('ended', () => fail(new DOMException('', 'NotReadableError')))
      const isMirrored = track?.getSettings().facingMode !== 'environment'
      learn({ status: 'live', stream, isMirrored, canSwitch: false })
      // How many there are is known only once one may be used.
      const canSwitch = (await camerasOf(camera!)).length > 1
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
    tryAgain: () => setAsked(({ which }) => ({ which })),
    /** The one that looks the other way, or the next one where they are not told apart by that. */
    async switchCamera() {
      if (!camera || state.status !== 'live') return
      const { facingMode, deviceId } = state.stream.getVideoTracks()[0]?.getSettings() ?? {}
      if (facingMode) {
        return setAsked({ which: { facingMode: facingMode === 'environment' ? 'user' : 'environment' } })
      }
      const all = await camerasOf(camera)
      const next = all[(all.findIndex((one) => one.deviceId === deviceId) + 1) % all.length]
      if (next) setAsked({ which: { deviceId: { exact: next.deviceId } } })
    },
  }
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

const camerasOf = async (camera: Pick<MediaDevices, 'enumerateDevices'>): Promise<MediaDeviceInfo[]> =>
  (await camera.enumerateDevices().catch(() => [])).filter(({ kind }) => kind === 'videoinput')

/** False while the page is hidden, and once it is left: it may be kept for the way back. */
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
