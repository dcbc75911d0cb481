import { CircleCheck, Trash2 } from 'lucide-react'
import type { ChosenPhoto } from './use-photo.ts'

/** The chosen photo as it will be sent. */
export function PhotoShot({ photo, onRemove }: { photo: ChosenPhoto; onRemove: () => void }) {
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
        <button type="button" className="btn" onClick={onRemove}>
          <Trash2 className="i" aria-hidden="true" />
          Remove
        </button>
      </div>
    </div>
  )
}

/** @example sizeText(493_568) // '482 KB' */
const sizeText = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024))} KB`
