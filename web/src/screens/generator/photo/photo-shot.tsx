import { CircleCheck, Crop, Trash2 } from 'lucide-react'
import type { ChosenPhoto } from '../use-photo.ts'

type PhotoShotProps = { photo: ChosenPhoto; onCrop: () => void; onRemove: () => void }

export const CROP_BUTTON_ID = 'crop-photo'

/** The chosen photo as it will be sent. */
export function PhotoShot({ photo, onCrop, onRemove }: PhotoShotProps) {
  return (
    <div className="shot">
      <div className="im">
        <img src={photo.previewUrl} alt="You, as you will be sent" />
      </div>
      <div className="do">
        <span className="chip ok">
          <CircleCheck className="i" aria-hidden="true" />
          {sizeText(photo.blob.size)}
        </span>
        <span className="chip ok">
          <CircleCheck className="i" aria-hidden="true" />
          Location data removed
        </span>
        <p>Used once to draw your card, then deleted.</p>
        <div className="row">
          <button type="button" className="btn" id={CROP_BUTTON_ID} aria-haspopup="dialog" onClick={onCrop}>
            <Crop className="i" aria-hidden="true" />
            Crop
          </button>
          <button type="button" className="btn sq" aria-label="Remove photo" onClick={onRemove}>
            <Trash2 className="i" aria-hidden="true" />
          </button>
        </div>
      </div>
    </div>
  )
}

/** @example sizeText(493_568) // '482 KB' */
const sizeText = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024))} KB`
