import { CircleCheck, Crop, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Finish } from '#shared/domain/finish.ts'
import { classes } from '#web/ui/classes.ts'
import { buttonLook } from '#web/ui/button.ts'
import chipStyles from '#web/ui/chip.module.css'
import fieldStyles from '#web/ui/field.module.css'
import { iconLook } from '#web/ui/icon.ts'
import { FinishChoice } from '../finish-choice.tsx'
import type { ChosenPhoto } from '../state/generator-state.ts'
import styles from './photo-shot.module.css'

export type PhotoShotProps = {
  photo: ChosenPhoto
  onCrop: () => void
  onRemove: () => void
  finish: Finish
  onFinish: (finish: Finish) => void
}

export const CROP_BUTTON_ID = 'crop-photo'

/** The chosen photo as it will be sent, and what is drawn of it. */
export default function PhotoShot({ photo, onCrop, onRemove, finish, onFinish }: PhotoShotProps) {
  // A look that is not the usual one is in sight.
  const [isOpenAtFirst] = useState(finish !== 'ink')
  return (
    <div className={styles['shot']}>
      <div className={styles['picture']}>
        <img src={photo.previewUrl} alt="You, as you will be sent" />
      </div>
      <div className={styles['words']}>
        <span className={classes(chipStyles['chip'], chipStyles['good'])}>
          <CircleCheck className={iconLook} aria-hidden="true" />
          {sizeText(photo.blob.size)}
        </span>
        <span className={classes(chipStyles['chip'], chipStyles['good'])}>
          <CircleCheck className={iconLook} aria-hidden="true" />
          Location data removed
        </span>
        <p>Used once to draw your card, then deleted.</p>
        <div className={styles['row']}>
          <button type="button" className={buttonLook()} id={CROP_BUTTON_ID} aria-haspopup="dialog" onClick={onCrop}>
            <Crop className={iconLook} aria-hidden="true" />
            Crop
          </button>
          <button type="button" className={buttonLook('square')} aria-label="Remove photo" onClick={onRemove}>
            <Trash2 className={iconLook} aria-hidden="true" />
          </button>
        </div>
      </div>
      <details className={styles['more']} open={isOpenAtFirst}>
        <summary className={buttonLook('quiet')}>
          <Ellipsis className={iconLook} aria-hidden="true" />
          More
        </summary>
        <h3 className={fieldStyles['label']} id="finish">
          Your face as
        </h3>
        <FinishChoice chosen={finish} onChange={onFinish} labelledBy="finish" />
      </details>
    </div>
  )
}

/** @example sizeText(493_568) // '482 KB' */
const sizeText = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024))} KB`
