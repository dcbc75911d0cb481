import { CircleAlert, CircleCheck, Crop, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { PHOTO_MAX_SIDE_PX } from '#shared/domain/limits.ts'
import { PHOTO_WORDS } from '#shared/domain/messages.ts'
import { HEAD_CUT, HEADS_TOUCH } from '#shared/domain/photo-words.ts'
import { findVisibleHeadCut, getOvalPx, isNextToAnotherFace } from '#web/photo/photo-crop.ts'
import { classes } from '#web/ui/classes.ts'
import { buttonLook } from '#web/ui/button.ts'
import chipStyles from '#web/ui/chip.module.css'
import { iconLook } from '#web/ui/icon.ts'
import { CROP_BUTTON_ID, type WholePhoto } from '#web/card/crop/crop-types.ts'
import type { ChosenPhoto } from '../state/generator-state.ts'
import styles from './photo-shot.module.css'

export type PhotoShotProps = {
  photo: ChosenPhoto
  whole: WholePhoto
  /** This device is still looking for the face. */
  isSearching: boolean
  onCrop: () => void
  onRemove: () => void
}

/** The chosen photo as it will be sent. */
export default function PhotoShot({ photo, whole, isSearching, onCrop, onRemove }: PhotoShotProps) {
  // Restores the focus, which was on the removed button.
  useEffect(() => {
    if (document.activeElement === document.body)
      document.getElementById(CROP_BUTTON_ID)?.focus({ preventScroll: true })
  }, [])
  const words = findFault(whole)
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
        {words ? (
          <>
            <CircleAlert className={iconLook} aria-hidden="true" />
            {words}
          </>
        ) : null}
      </output>
    </div>
  )
}

/** A narrower face gets the artist's notice `small` (worker/artist/ink/study/judge.ts). */
const FACE_MIN_PX = 55
const SMALL = 'This photo is very small. A larger one, or one from closer up, will look better.'

/** Judges the crop that the visitor saw or made, or only the photo's size while the face's position is unknown. */
function findFault(whole: WholePhoto): string | null {
  const { mainView, fitted, faces, widthPx, heightPx } = whole
  const isKnown = fitted === null || fitted.isConfirmed
  const view = isKnown ? (fitted?.view ?? mainView) : null
  const headCut = view && findVisibleHeadCut(whole, view, faces)
  if (headCut) return HEAD_CUT[headCut]
  if (view && isNextToAnotherFace(whole, view, faces)) return HEADS_TOUCH
  // The original file of a scaled-down photo has more pixels.
  const isWhole = Math.max(widthPx, heightPx) < PHOTO_MAX_SIDE_PX
  const facePx = view ? getOvalPx(whole, view) : Math.min(widthPx, heightPx)
  return isWhole && facePx < FACE_MIN_PX ? SMALL : null
}

/** @example sizeText(493_568) // '482 KB' */
const sizeText = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024))} KB`
