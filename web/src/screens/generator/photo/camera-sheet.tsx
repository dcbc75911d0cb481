import { Camera, CircleAlert, SwitchCamera } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import type { Part } from '#web/photo/face-finder.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import { HINTS, useHint } from './camera-hint.ts'
import { FileButton } from '#web/ui/file-button.tsx'
import { CROP_BUTTON_ID } from '#web/card/crop/crop-types.ts'
import { useCamera } from './use-camera.ts'
import { useCountdown } from './use-countdown.ts'
import styles from './camera-sheet.module.css'

type CameraSheetProps = {
  open: boolean
  onClose: () => void
  /** @returns true if the picture could be used */
  onPicture: (picture: File) => Promise<boolean>
  /** A file instead. */
  onFile: (file: File) => void
}

/** The visible part of the camera's picture. It has a phone camera's proportions and is always filled. */
const VISIBLE = { width: 300, height: 400 } as const
/** Larger than in the crop, because a closer face gives a sharper card. */
const OVAL = { x: 150, y: 206, radiusX: 84, radiusY: 113 } as const

const CAPTURE_MESSAGES = { not: '', now: 'Got it.', failed: "That didn't work. Try again." } as const

/** The visitor as in a mirror, with an oval to fit the face into. The captured picture is not mirrored. */
export default function CameraSheet({ open, onClose, onPicture, onFile }: CameraSheetProps) {
  const { faces } = usePlatform()
  const { state, tryAgain, switchCamera } = useCamera(open)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [last, setLast] = useState<{ stream: MediaStream; taking: 'not' | 'now' | 'failed' } | null>(null)
  const stream = state.status === 'live' ? state.stream : null
  const taking = last !== null && last.stream === stream ? last.taking : 'not'
  useEffect(() => faces.wake(), [faces])

  /** Freezes the video on the captured frame until the photo is shown. */
  async function capture(preview: HTMLVideoElement, stream: MediaStream) {
    setLast({ stream, taking: 'now' })
    preview.pause()
    const isUsed = await captureFrame(preview).then(onPicture, () => false)
    setLast({ stream, taking: isUsed ? 'not' : 'failed' })
    if (!isUsed) await preview.play().catch(() => {})
  }
  const countdown = useCountdown(stream, () => void (video && stream && capture(video, stream)))
  const getPart = useCallback(() => getVisiblePart(video), [video])
  const hint = useHint(video && taking !== 'now' ? getPart : null, faces)

  const canTake = stream !== null && taking !== 'now'
  const action =
    state.status === 'failed'
      ? { label: 'Try again', do: tryAgain, icon: null }
      : countdown.left !== null
        ? { label: 'Stop', do: countdown.stop, icon: null }
        : {
            label: 'Take photo',
            do: canTake ? countdown.start : null,
            icon: <Camera className={iconLook} aria-hidden="true" />,
          }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Take a selfie"
      // The button that opened the sheet is gone once there is a photo.
      returnTo={() => document.getElementById(CROP_BUTTON_ID)}
      footer={
        <>
          <FileButton onFile={onFile} label="Choose a photo" />
          {/* One button, so that the focus stays on it. */}
          <button
            type="button"
            className={classes(buttonLook('primary'), styles['take'])}
            data-first-focus
            aria-disabled={action.do === null}
            onClick={action.do ?? undefined}
          >
            {action.icon}
            {action.label}
          </button>
        </>
      }
    >
      {state.status === 'failed' ? (
        <div className={styles['off']}>
          <p role="alert">
            <CircleAlert className={iconLook} aria-hidden="true" />
            {state.words}
          </p>
          {/* The camera app requests its own permission, so it works even when this page is blocked. */}
          <FileButton onFile={onFile} label="Use the camera app" className={styles['app']} capture />
        </div>
      ) : (
        <div className={styles['camera']}>
          {state.status === 'live' ? (
            <CameraVideo stream={state.stream} isMirrored={state.isMirrored} onElement={setVideo} />
          ) : (
            <output className={styles['wait']}>Starting the camera</output>
          )}
          <svg viewBox={`0 0 ${VISIBLE.width} ${VISIBLE.height}`} aria-hidden="true">
            <path
              className={styles['outside']}
              fillRule="evenodd"
              d={`M0 0H${VISIBLE.width}V${VISIBLE.height}H0ZM${OVAL.x - OVAL.radiusX} ${OVAL.y}a${OVAL.radiusX} ${OVAL.radiusY} 0 1 0 ${2 * OVAL.radiusX} 0a${OVAL.radiusX} ${OVAL.radiusY} 0 1 0 ${-2 * OVAL.radiusX} 0Z`}
            />
            <ellipse className={styles['oval']} cx={OVAL.x} cy={OVAL.y} rx={OVAL.radiusX} ry={OVAL.radiusY} />
          </svg>
          {countdown.left === null ? null : (
            <b className={styles['left']} key={countdown.left} aria-hidden="true">
              {countdown.left}
            </b>
          )}
          {state.status === 'live' && state.canSwitch ? (
            <button
              type="button"
              className={classes(buttonLook('square'), styles['switch'])}
              aria-label="Switch camera"
              onClick={() => void switchCamera()}
            >
              <SwitchCamera className={iconLook} aria-hidden="true" />
            </button>
          ) : null}
        </div>
      )}
      {/* Both live regions are always mounted: screen readers often miss one that is inserted with its text. */}
      <output className={styles['hint']}>{stream === null ? '' : CAPTURE_MESSAGES[taking] || HINTS[hint]}</output>
      <p className={textStyles['unseen']} aria-live="assertive">
        {countdown.left ?? ''}
      </p>
    </Sheet>
  )
}

type CameraVideoProps = {
  stream: MediaStream
  isMirrored: boolean
  onElement: (element: HTMLVideoElement | null) => void
}

function CameraVideo({ stream, isMirrored, onElement }: CameraVideoProps) {
  const attach = useCallback(
    (element: HTMLVideoElement) => {
      element.srcObject = stream
      // Some browsers start a muted video by themselves, others only when told.
      element.play().catch(() => {})
      onElement(element)
      return () => {
        element.srcObject = null
        onElement(null)
      }
    },
    [stream, onElement],
  )
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a mirror has nothing to say
    <video
      ref={attach}
      className={isMirrored ? styles['mirror'] : undefined}
      muted
      playsInline
      aria-label="You, as in a mirror"
    />
  )
}

/** The visible part of the video, or null before there is one. */
function getVisiblePart(video: HTMLVideoElement | null): Part | null {
  if (video === null || video.videoWidth === 0) return null
  const { videoWidth, videoHeight } = video
  const scale = Math.min(videoWidth / VISIBLE.width, videoHeight / VISIBLE.height)
  const [width, height] = [VISIBLE.width * scale, VISIBLE.height * scale]
  return { source: video, left: (videoWidth - width) / 2, top: (videoHeight - height) / 2, width, height }
}

const JPEG_QUALITY = 0.95

/**
 * Captures the current frame at full resolution, not mirrored, as a file.
 *
 * @throws DOMException when there is no picture yet or the browser cannot encode one
 */
async function captureFrame(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
  if (!picture || video.videoWidth === 0) throw new DOMException('no picture', 'InvalidStateError')
  return new File([picture], 'selfie.jpg', { type: 'image/jpeg' })
}
