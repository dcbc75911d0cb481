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
import { FileButton } from './file-button.tsx'
import { CROP_BUTTON_ID } from './photo-shot.tsx'
import { useCamera } from './use-camera.ts'
import { useCountdown } from './use-countdown.ts'
import styles from './camera-sheet.module.css'

type CameraSheetProps = {
  open: boolean
  onClose: () => void
  /** @returns whether it could be used */
  onPicture: (picture: File) => Promise<boolean>
  /** A file instead. */
  onFile: (file: File) => void
}

/** The visible part of the camera's picture. It has a phone camera's proportions and is always filled. */
const SHOWN = { width: 300, height: 400 } as const
/** Larger than in the crop, because a closer face gives a sharper card. */
const OVAL = { x: 150, y: 206, radiusX: 84, radiusY: 113 } as const

const TAKING = { not: '', now: 'Got it.', failed: "That didn't work. Try again." } as const

/** The visitor as in a mirror, with an oval to fit the face into. The picture that is taken is not mirrored. */
export default function CameraSheet({ open, onClose, onPicture, onFile }: CameraSheetProps) {
  const { faces } = usePlatform()
  const { state, tryAgain, switchCamera } = useCamera(open)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [last, setLast] = useState<{ of: MediaStream; taking: 'not' | 'now' | 'failed' } | null>(null)
  const stream = state.status === 'live' ? state.stream : null
  const taking = last !== null && last.of === stream ? last.taking : 'not'
  useEffect(() => faces.wake(), [faces])

  /** The film stands still as what was taken, until that is shown. */
  async function take(film: HTMLVideoElement, of: MediaStream) {
    setLast({ of, taking: 'now' })
    film.pause()
    const isUsed = await takePicture(film).then(onPicture, () => false)
    setLast({ of, taking: isUsed ? 'not' : 'failed' })
    if (!isUsed) await film.play().catch(() => {})
  }
  const countdown = useCountdown(stream, () => void (video && stream && take(video, stream)))
  const shownPart = useCallback(() => partOf(video), [video])
  const hint = useHint(video && taking !== 'now' ? shownPart : null, faces)

  const canTake = stream !== null && taking !== 'now'
  const act =
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
      // Where there is a photo, its button to take one is gone.
      returnTo={() => document.getElementById(CROP_BUTTON_ID)}
      footer={
        <>
          <FileButton onFile={onFile} label="Choose a photo" />
          {/* One button, so that the focus stays on it. */}
          <button
            type="button"
            className={classes(buttonLook('primary'), styles['take'])}
            data-first-focus
            aria-disabled={act.do === null}
            onClick={act.do ?? undefined}
          >
            {act.icon}
            {act.label}
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
          {/* The system's own camera asks by itself, and may do what this page may not. */}
          <FileButton onFile={onFile} label="Use the camera app" className={styles['app']} capture />
        </div>
      ) : (
        <div className={styles['camera']}>
          {state.status === 'live' ? (
            <Film stream={state.stream} isMirrored={state.isMirrored} onElement={setVideo} />
          ) : (
            <output className={styles['wait']}>Starting the camera</output>
          )}
          <svg viewBox={`0 0 ${SHOWN.width} ${SHOWN.height}`} aria-hidden="true">
            <path
              className={styles['outside']}
              fillRule="evenodd"
              d={`M0 0H${SHOWN.width}V${SHOWN.height}H0ZM${OVAL.x - OVAL.radiusX} ${OVAL.y}a${OVAL.radiusX} ${OVAL.radiusY} 0 1 0 ${2 * OVAL.radiusX} 0a${OVAL.radiusX} ${OVAL.radiusY} 0 1 0 ${-2 * OVAL.radiusX} 0Z`}
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
      {/* They stand from the beginning: a region that comes with its words is often not read. */}
      <output className={styles['hint']}>{stream === null ? '' : TAKING[taking] || HINTS[hint]}</output>
      <p className={textStyles['unseen']} aria-live="assertive">
        {countdown.left ?? ''}
      </p>
    </Sheet>
  )
}

type FilmProps = { stream: MediaStream; isMirrored: boolean; onElement: (element: HTMLVideoElement | null) => void }

function Film({ stream, isMirrored, onElement }: FilmProps) {
  const attach = useCallback(
    (element: HTMLVideoElement) => {
      element.srcObject = stream
      // Some browsers start a film without sound by themselves, some only when told.
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
function partOf(video: HTMLVideoElement | null): Part | null {
  if (video === null || video.videoWidth === 0) return null
  const { videoWidth, videoHeight } = video
  const scale = Math.min(videoWidth / SHOWN.width, videoHeight / SHOWN.height)
  const [width, height] = [SHOWN.width * scale, SHOWN.height * scale]
  return { source: video, left: (videoWidth - width) / 2, top: (videoHeight - height) / 2, width, height }
}

const JPEG_QUALITY = 0.95

/**
 * All that a camera sees just now, in all its pixels and not mirrored, as if it had been chosen as a file.
 *
 * @throws DOMException when there is no picture yet or the browser cannot encode one
 */
async function takePicture(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
  if (!picture || video.videoWidth === 0) throw new DOMException('no picture', 'InvalidStateError')
  return new File([picture], 'selfie.jpg', { type: 'image/jpeg' })
}
