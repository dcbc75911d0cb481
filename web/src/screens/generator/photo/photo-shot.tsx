import { CircleAlert, CircleCheck, Crop, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { HEAD_CUT, PHOTO_WORDS } from '#shared/domain/messages.ts'
import { findShownHeadCut } from '#web/photo/photo-crop.ts'
import { classes } from '#web/ui/classes.ts'
import { buttonLook } from '#web/ui/button.ts'
import chipStyles from '#web/ui/chip.module.css'
import { iconLook } from '#web/ui/icon.ts'
import type { ChosenPhoto, WholePhoto } from '../state/generator-state.ts'
import styles from './photo-shot.module.css'

export type PhotoShotProps = {
  photo: ChosenPhoto
  whole: WholePhoto
  /** This device is still looking for the face. */
  isSearching: boolean
  onCrop: () => void
  onRemove: () => void
}

export const CROP_BUTTON_ID = 'crop-photo'

/** The chosen photo as it will be sent. */
export default function PhotoShot({ photo, whole, isSearching, onCrop, onRemove }: PhotoShotProps) {
  // The button that chose the photo is gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body)
      document.getElementById(CROP_BUTTON_ID)?.focus({ preventScroll: true })
  }, [])
  const headCut = findCut(whole)
  return (
    <div className={styles['shot']}>
      <div className={styles['picture']}>
        <img src={photo.previewUrl} alt="You, as you will be sent" />
      </div>
      <div className={styles['words']}>
        <output className={styles['search']}>{isSearching ? PHOTO_WORDS.findingFace : null}</output>
        <span className={classes(chipStyles['chip'], chipStyles['good'])}>
          <CircleCheck className={iconLook} aria-hidden="true" />
          {sizeText(photo.blob.size)}
        </span>
        <span className={classes(chipStyles['chip'], chipStyles['good'])}>
          <CircleCheck className={iconLook} aria-hidden="true" />
          Location data removed
        </span>
        <p>Used once to make your card, then deleted.</p>
        <div className={styles['row']}>
          <button type="button" className={buttonLook()} id={CROP_BUTTON_ID} aria-haspopup="dialog" onClick={onCrop}>
            <Crop className={iconLook} aria-hidden="true" />
            Adjust
          </button>
          <button type="button" className={buttonLook('square')} aria-label="Remove photo" onClick={onRemove}>
            <Trash2 className={iconLook} aria-hidden="true" />
          </button>
        </div>
      </div>
      <output className={styles['cut']}>
        {headCut ? (
          <>
            <CircleAlert className={iconLook} aria-hidden="true" />
            {HEAD_CUT[headCut]}
          </>
        ) : null}
      </output>
    </div>
  )
}

/** Judges the crop that the visitor has seen or made. Null while it is not known where the face is. */
function findCut(whole: WholePhoto) {
  const { mainView, fitted, faces } = whole
  const isKnown = fitted === null || fitted.isShown
  const view = fitted?.view ?? mainView
  return isKnown && view ? findShownHeadCut(whole, view, faces) : null
}

/** @example sizeText(493_568) // '482 KB' */
const sizeText = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024))} KB`
