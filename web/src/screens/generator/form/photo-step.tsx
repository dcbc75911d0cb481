import { CircleAlert, Lock } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { loadPhotoTools } from '#web/lib/photo-tools.ts'
import { fetchEarly } from '#web/ui/late-sheet.tsx'
import { Link } from '#web/ui/link.tsx'
import type { Dropping, DropZoneProps } from '../photo/drop-zone.tsx'
import { PhotoInputs } from '../photo/photo-inputs.tsx'
import type { CameraControl } from '../photo/photo-sheets.tsx'
import { PhotoShot } from '../photo/photo-shot.tsx'
import { PhotoTips } from '../photo/photo-tips.tsx'
import { Step } from './step.tsx'
import type { PhotoState } from '../use-photo.ts'

// Where it cannot be fetched, the buttons alone do.
const DropZone = lazy<ComponentType<DropZoneProps>>(() =>
  import('../photo/drop-zone.tsx').catch(() => ({ default: () => null })),
)

/** The photo: taken, picked, dropped or pasted. */
export function PhotoStep({ photo: state, camera }: { photo: PhotoState; camera: CameraControl }) {
  const { photo, error, isPreparing, choose, remove } = state
  usePastedFile((file) => void choose(file))
  useEffect(() => fetchEarly(loadPhotoTools)(), [])

  return (
    <Step
      number={1}
      title="Photo"
      state={photo ? 'done' : 'now'}
      aside={
        <span className="chip">
          <Lock className="i" aria-hidden="true" />
          Photo not saved
        </span>
      }
    >
      {photo ? (
        <PhotoShot photo={photo} onCrop={() => state.startFitting('again')} onRemove={remove} />
      ) : (
        <DropFrame onFile={(file) => void choose(file)}>
          <PhotoInputs
            onFile={(file) => void choose(file)}
            onCamera={camera.open}
            onCameraNear={camera.near}
            isPreparing={isPreparing}
            errorId={error ? 'photo-error' : undefined}
          />
          <p className="small mute">
            Shrunk on your device, location removed. Used once to draw your card, then deleted.{' '}
            <Link to="/privacy-policy">What happens to it</Link>
          </p>
          <PhotoTips />
        </DropFrame>
      )}
      {error ? <PhotoError key={error} message={error} /> : null}
    </Step>
  )
}

/** It may have been caused from the other end of the form, so it comes into view by itself. */
const PhotoError = ({ message }: { message: string }) => (
  <p className="err" id="photo-error" role="alert" ref={bringIntoView}>
    <CircleAlert className="i" aria-hidden="true" />
    {message}
  </p>
)

const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'center' })

/** Dropping comes a moment after the first paint, around the same buttons: a photo may be on its way out of one. */
function DropFrame({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const [dropping, setDropping] = useState<Dropping | null>(null)
  return (
    <>
      <div {...dropping?.handlers} className={dropping?.isOver ? 'drop is-over' : 'drop'}>
        {children}
      </div>
      <Suspense>
        <DropZone onFile={onFile} onChange={setDropping} />
      </Suspense>
    </>
  )
}

function usePastedFile(onFile: (file: File) => void) {
  useEffect(() => {
    function takeFile(event: ClipboardEvent) {
      const file = event.clipboardData?.files[0]
      if (file) onFile(file)
    }
    document.addEventListener('paste', takeFile)
    return () => document.removeEventListener('paste', takeFile)
  }, [onFile])
}
