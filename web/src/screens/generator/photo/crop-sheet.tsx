import { Minus, Plus, RotateCw } from 'lucide-react'
import { type CSSProperties, useEffect, useId, useMemo, useState } from 'react'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { HEAD_CUT } from '#shared/domain/messages.ts'
import { classes } from '#web/ui/classes.ts'
import {
  clampView,
  type CropView,
  faceAt,
  faceInWhole,
  findShownHeadCut,
  firstView,
  LEAN_MAX,
  OVAL,
  pieceOf,
  type Turns,
  viewOf,
  zoomRange,
} from '#web/photo/photo-crop.ts'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import rangeStyles from '#web/ui/range.module.css'
import { Sheet } from '#web/ui/sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import type { Fitting, WholePhoto } from '../state/generator-state.ts'
import { CropFaces } from './crop-faces.tsx'
import { CropFrame } from './crop-frame.tsx'
import { FileButton } from './file-button.tsx'
import { CROP_BUTTON_ID } from './photo-shot.tsx'
import styles from './crop-sheet.module.css'

export type CropSheetProps = {
  open: boolean
  photo: WholePhoto
  fitting: Fitting
  /** Why the last file could not be used instead of this photo. */
  error: string | null
  onClose: () => void
  /** Told how the photo lies, for the preview; null while it is not known where the face is. */
  onMove: (view: CropView | null) => void
  /**
   * @param isShown whether the oval is where the visitor has seen or put a face
   * @param isDismissed whether the sheet was closed after a face was tapped
   */
  onUse: (view: CropView, fitted: ReturnType<typeof pieceOf>, isShown: boolean, isDismissed?: boolean) => void
  onSkip: () => void
  onRetake: () => void
  onFile: (file: File) => void
}

const DEGREES = 180 / Math.PI
const ZOOM_STEP = 1.1

/**
 * Where the visitor shows the artist the face: it lies in the oval already when this device has found it, and the photo
 * is moved until it does. With several faces, theirs is picked.
 */
export default function CropSheet({ open, photo, fitting, error, ...on }: CropSheetProps) {
  const asked = fitting.question
  const between = useMemo(
    () => (asked?.faces ?? []).map((face) => faceInWhole(photo, asked!.piece, face)),
    [asked, photo],
  )
  const isChoice = between.length > 1
  const faces = isChoice ? between : photo.faces
  const { view, picked, isShown, isTapped, move, pick, turn } = useFit(photo, faces, isChoice)
  const { onMove } = on
  useEffect(() => onMove(isShown ? view : null), [view, isShown, onMove])
  const change = (part: Partial<CropView>) => move(clampView(photo, { ...view, ...part }))
  const zoom = zoomRange(photo, view.turns)
  const isQuestion = asked !== null
  // A sheet that adjusts an earlier choice drops the change.
  const isKept = isTapped && fitting.why !== 'adjust' && (isQuestion || !photo.fitted)
  const close = () => (isKept ? on.onUse(view, pieceOf(photo, view), true, true) : on.onClose())
  const headCut = isShown ? findShownHeadCut(photo, view, faces) : null

  return (
    <Sheet
      open={open}
      onClose={close}
      title={fitting.why === 'adjust' ? 'Adjust photo' : 'Fit your face'}
      lead={asked?.words}
      notice={error}
      // The buttons that asked for a photo are gone when there is one.
      returnTo={() => document.getElementById(CROP_BUTTON_ID)}
      footer={
        <>
          {photo.isTaken ? (
            <button type="button" className={buttonLook()} onClick={on.onRetake}>
              Retake
            </button>
          ) : isQuestion || fitting.why === 'adjust' ? (
            <FileButton onFile={on.onFile} label="Choose another" />
          ) : (
            <button type="button" className={buttonLook()} onClick={on.onSkip}>
              Skip crop
            </button>
          )}
          <button
            type="button"
            className={buttonLook('primary')}
            data-first-focus
            onClick={() => on.onUse(view, pieceOf(photo, view), isShown || isQuestion)}
          >
            Use photo
          </button>
        </>
      }
    >
      {faces.length > 1 ? <CropFaces photo={photo} faces={faces} picked={picked} onPick={pick} /> : null}
      <CropFrame
        className={classes(faces.length > 1 && styles['under-faces'], isQuestion && styles['under-lead'])}
        photo={photo}
        view={view}
        faces={faces}
        picked={picked}
        onChange={move}
        onPick={pick}
      />
      <div className={styles['hint']}>
        <div>
          {isQuestion ? null : (
            <p className={classes(textStyles['small'], textStyles['mute'])}>{getHint(faces, picked)}</p>
          )}
          <output className={styles['cut']}>{headCut && HEAD_CUT[headCut]}</output>
        </div>
        <button type="button" className={buttonLook()} onClick={turn}>
          <RotateCw className={iconLook} aria-hidden="true" />
          Rotate
        </button>
      </div>
      <div className={styles['rows']}>
        <RangeRow
          label="Zoom"
          value={Math.log(view.zoom)}
          min={Math.log(zoom.min)}
          max={Math.log(zoom.max)}
          step={Math.log(ZOOM_STEP)}
          said={`${Math.round(view.zoom * 100)} %`}
          onChange={(value) => change({ zoom: Math.exp(value) })}
        />
        <RangeRow
          label="Straighten"
          value={view.lean * DEGREES}
          min={-LEAN_MAX * DEGREES}
          max={LEAN_MAX * DEGREES}
          step={1}
          said={`${Math.round(view.lean * DEGREES)} degrees`}
          onChange={(value) => change({ lean: value / DEGREES })}
        />
      </div>
    </Sheet>
  )
}

function getHint(faces: readonly FaceOval[], picked: number | null): string {
  if (faces.length > 1) return `${faces.length} faces found. Tap yours.`
  if (picked !== null) return 'Looks good? Drag to adjust.'
  return "We couldn't find a face. Drag the photo so your face fills the oval."
}

/** `isTapped`: the visitor tapped the face. */
type Fit = { view: CropView; picked: number | null; isShown: boolean; isTapped: boolean }

/**
 * How the photo lies: as the last time, else fitted to its main face, which may be found only now.
 *
 * @param isAnew whether it lies as `faces` say, whatever was before
 */
function useFit(photo: WholePhoto, faces: readonly FaceOval[], isAnew: boolean) {
  const [fit, setFit] = useState<Fit | null>(() =>
    photo.fitted && !isAnew
      ? { ...photo.fitted, picked: inOval(photo, photo.fitted.view, faces), isTapped: false }
      : null,
  )
  const [main] = faces
  const found = useMemo(
    (): Fit =>
      main
        ? { view: viewOf(photo, main), picked: 0, isShown: true, isTapped: false }
        : { view: firstView(photo), picked: null, isShown: false, isTapped: false },
    [photo, main],
  )
  const shown = fit ?? found
  const { view, picked, isTapped } = shown

  return {
    ...shown,
    move: (next: CropView) => setFit({ view: next, picked, isShown: true, isTapped }),
    pick: (i: number) => setFit({ view: viewOf(photo, faces[i]!), picked: i, isShown: true, isTapped: true }),
    turn: () =>
      setFit({
        view: firstView(photo, ((view.turns + 1) % 4) as Turns),
        picked: null,
        isShown: false,
        isTapped: false,
      }),
  }
}

function inOval(photo: WholePhoto, view: CropView, faces: readonly FaceOval[]): number | null {
  const face = faceAt(photo, view, faces, OVAL.x, OVAL.y)
  return face < 0 ? null : face
}

type RangeRowProps = {
  label: string
  value: number
  min: number
  max: number
  step: number
  said: string
  onChange: (value: number) => void
}

/** A slider between two buttons. */
function RangeRow({ label, value, min, max, step, said, onChange }: RangeRowProps) {
  const id = useId()
  const style: CSSProperties & Record<'--v', number> = { '--v': ((value - min) / (max - min)) * 100 }
  return (
    <div className={styles['row']}>
      <label htmlFor={id}>{label}</label>
      <button
        type="button"
        className={buttonLook('square')}
        aria-label={`${label} less`}
        onClick={() => onChange(value - step)}
      >
        <Minus className={iconLook} aria-hidden="true" />
      </button>
      <input
        className={rangeStyles['range']}
        id={id}
        type="range"
        min={min}
        max={max}
        step="any"
        value={value}
        style={style}
        aria-valuetext={said}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <button
        type="button"
        className={buttonLook('square')}
        aria-label={`${label} more`}
        onClick={() => onChange(value + step)}
      >
        <Plus className={iconLook} aria-hidden="true" />
      </button>
    </div>
  )
}
