import { Check } from 'lucide-react'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { type CropView, OVAL, toCropView, viewMatrix } from '#web/photo/photo-crop.ts'
import { iconLook } from '#web/ui/icon.ts'
import type { WholePhoto } from './crop-types.ts'
import styles from './crop-faces.module.css'

type CropFacesProps = {
  photo: WholePhoto
  faces: readonly FaceOval[]
  picked: number | null
  onPick: (i: number) => void
}

/** Size of a thumbnail, relative to the height of the oval. */
const ROOM = 1.15

function getViewBox({ large }: CropView): string {
  const side = 2 * ROOM * OVAL.radiusY * large
  return `${OVAL.x - side / 2} ${OVAL.y - side / 2} ${side} ${side}`
}

/** The faces of a photo, from left to right, to pick from. */
export function CropFaces({ photo, faces, picked, onPick }: CropFacesProps) {
  const fromLeft = faces.map((face, i) => ({ face, i })).sort((one, other) => one.face.cx - other.face.cx)
  return (
    <ul className={styles['faces']} aria-label="Faces in your photo">
      {fromLeft.map(({ face, i }, place) => (
        <li key={i}>
          <button
            type="button"
            aria-label={`Face ${place + 1} of ${faces.length}`}
            aria-pressed={i === picked}
            onClick={() => onPick(i)}
          >
            <Thumb photo={photo} view={toCropView(photo, face)} />
            {i === picked ? <Check className={iconLook} aria-hidden="true" /> : null}
          </button>
        </li>
      ))}
    </ul>
  )
}

const Thumb = ({ photo, view }: { photo: WholePhoto; view: CropView }) => (
  <svg viewBox={getViewBox(view)} aria-hidden="true">
    <image
      href={photo.url}
      width={photo.widthPx}
      height={photo.heightPx}
      transform={`matrix(${viewMatrix(photo, view).join(' ')})`}
    />
  </svg>
)
