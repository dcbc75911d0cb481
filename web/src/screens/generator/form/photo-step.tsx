import { Camera, Check, CircleAlert, Lock, X } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { FAILURE, PHOTO_WORDS } from '#shared/domain/messages.ts'
import { classes } from '#web/ui/classes.ts'
import { useHydrated } from '#web/hooks/hydrated.ts'
import { loadPhotoTools } from '#web/photo/photo-tools.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import chipStyles from '#web/ui/chip.module.css'
import fieldStyles from '#web/ui/field.module.css'
import { iconLook } from '#web/ui/icon.ts'
import { latePart } from '#web/ui/late-part.tsx'
import { fetchEarly } from '#web/ui/late-sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import type { Dropping, DropZoneProps } from '../photo/drop-zone.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import type { CameraControl } from '../photo/use-camera-sheet.ts'
import type { PhotoControl } from '../use-card-generator.ts'
import { Step } from './step.tsx'
import styles from './photo-step.module.css'

const PhotoShot = latePart(() => import('../photo/photo-shot.tsx'))
// If this fails to load, the buttons still work.
const DropZone = lazy<ComponentType<DropZoneProps>>(() =>
  import('../photo/drop-zone.tsx').catch(() => ({ default: () => null })),
)

/** The photo: taken, picked, dropped or pasted. */
export function PhotoStep({ photo: state, camera }: { photo: PhotoControl; camera: CameraControl }) {
  const { photo, whole, error, isPreparing, isSearching, isLost, choose, refuse, remove } = state
  const refuseAddress = useCallback(() => refuse(FAILURE.photoIsElsewhere), [refuse])
  usePasted((file) => void choose(file), refuseAddress)
  // Preloaded, so that adding a photo also works offline.
  useEffect(() => {
    fetchEarly(loadPhotoTools)()
    PhotoShot.preload()
  }, [])

  const choosing = (
    <DropFrame onFile={(file) => void choose(file)} onAddress={refuseAddress}>
      {isLost ? <p>Choose your photo again. We don't keep it, not even here.</p> : null}
      <PhotoInputs
        onFile={(file) => void choose(file)}
        onCamera={camera.open}
        onCameraNear={camera.near}
        isPreparing={isPreparing}
        errorId={error ? 'photo-error' : undefined}
      />
      <p className={classes(textStyles['small'], textStyles['mute'])}>
        Resized and stripped of location on your device. Used once to make your card, then deleted.{' '}
        <Link to="/privacy-policy">How we handle your photo</Link>
      </p>
      <PhotoTips />
    </DropFrame>
  )
  return (
    <Step
      number={1}
      title="Photo"
      state={photo ? 'done' : 'now'}
      aside={
        <span className={chipStyles['chip']}>
          <Lock className={iconLook} aria-hidden="true" />
          Photo not saved
        </span>
      }
    >
      {photo && whole ? (
        // The visitor can choose another photo until it has loaded.
        <PhotoShot
          key={whole.url}
          {...{ photo, whole, isSearching }}
          onCrop={state.crop}
          onRemove={remove}
          instead={choosing}
        />
      ) : (
        choosing
      )}
      {error ? <PhotoError key={error} message={error} /> : null}
    </Step>
  )
}

/**
 * Scrolls into view, because Generate is at the other end of the form. The note about a deleted photo does not: its
 * form starts at the top.
 */
const PhotoError = ({ message }: { message: string }) => (
  <p
    className={fieldStyles['error']}
    id="photo-error"
    role="alert"
    ref={message === PHOTO_WORDS.deleted ? null : bringIntoView}
  >
    <CircleAlert className={iconLook} aria-hidden="true" />
    {message}
  </p>
)

/** Waits a frame, because a page that was just opened scrolls to its top. */
function bringIntoView(element: HTMLElement | null) {
  requestAnimationFrame(() => element?.scrollIntoView?.({ block: 'center' }))
}

/** Adds drag and drop after hydration without remounting the buttons, which may be in use. */
function DropFrame({ children, ...taken }: Omit<DropZoneProps, 'onChange'> & { children: ReactNode }) {
  const [dropping, setDropping] = useState<Dropping | null>(null)
  const isHydrated = useHydrated()
  return (
    <>
      <div
        {...dropping?.handlers}
        className={dropping?.isOver ? classes(styles['drop'], styles['over']) : styles['drop']}
      >
        {children}
      </div>
      {isHydrated ? (
        <Suspense>
          <DropZone {...taken} onChange={setDropping} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Accepts pictures pasted anywhere. A URL pasted into a field stays there. */
function usePasted(onFile: (file: File) => void, onAddress: () => void) {
  useEffect(() => {
    function take({ clipboardData, target }: ClipboardEvent) {
      const file = clipboardData?.files[0]
      if (file) return onFile(file)
      if (target instanceof Element && target.closest('input, textarea, [contenteditable]')) return
      const holds = (type: string, pattern: RegExp) => pattern.test(clipboardData?.getData(type) ?? '')
      if (holds('text/plain', /^\s*(?:https?:\/\/|data:image\/)/i) || holds('text/html', /<img\s/i)) onAddress()
    }
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [onFile, onAddress])
}

type PhotoInputsProps = {
  onFile: (file: File) => void
  onCamera: () => void
  /** Preloads the camera's code. */
  onCameraNear: () => void
  isPreparing: boolean
  errorId: string | undefined
}

/** The page's camera, or else the system camera on phones, and the system's file picker. */
function PhotoInputs({ onFile, onCamera, onCameraNear, isPreparing, errorId }: PhotoInputsProps) {
  const { camera } = usePlatform()
  // The server assumes that every device has a camera.
  const hasCamera = !useHydrated() || camera !== null
  const common = { onFile, disabled: isPreparing, 'aria-describedby': errorId }
  const icon = <Camera className={iconLook} aria-hidden="true" />

  return (
    <div className={styles['row']}>
      {hasCamera ? (
        <button
          type="button"
          className={buttonLook()}
          aria-haspopup="dialog"
          disabled={isPreparing}
          onClick={onCamera}
          onPointerEnter={onCameraNear}
        >
          {icon}
          Take a selfie
        </button>
      ) : (
        <FileButton {...common} className={styles['selfie']} label="Take a selfie" icon={icon} capture />
      )}
      <FileButton
        {...common}
        label={isPreparing ? 'Preparing...' : 'Choose a photo'}
        aria-label="Choose a photo (not saved)"
      />
      <p className={classes(styles['hint'], textStyles['small'], textStyles['mute'])}>or drag and drop, or paste</p>
    </div>
  )
}

const TIPS = [
  { picture: 'one-face', text: 'One face', good: true },
  { picture: 'good-light', text: 'Good light', good: true },
  { picture: 'sunglasses', text: 'No sunglasses', good: false },
] as const

/** Tips for a good photo, in three small pictures. */
const PhotoTips = () => (
  <ul className={styles['tips']} aria-label="What makes a good photo">
    {TIPS.map(({ picture, text, good }) => (
      <li key={text} className={good ? undefined : styles['bad']}>
        <div className={styles['picture']}>
          <img src={`/tips/${picture}.svg`} alt="" width="160" height="120" loading="lazy" fetchPriority="low" />
          {good ? <Check className={iconLook} aria-hidden="true" /> : <X className={iconLook} aria-hidden="true" />}
        </div>
        <span>{text}</span>
      </li>
    ))}
  </ul>
)
