import { Minus, Plus, RotateCw } from 'lucide-react'
import { type CSSProperties, useEffect, useId, useMemo, useState } from 'react'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { HEAD_CUT } from '#shared/domain/photo-words.ts'
import { classes } from '#web/ui/classes.ts'
import {
  clampView,
  type CropView,
  faceAt,
  faceInWhole,
  findVisibleHeadCut,
  firstView,
  LEAN_MAX,
  OVAL,
  toCropView,
  toPiece,
  type QuarterTurns,
  zoomRange,
} from '#web/photo/photo-crop.ts'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import rangeStyles from '#web/ui/range.module.css'
import { Sheet } from '#web/ui/sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import { CROP_BUTTON_ID, type Fitting, type WholePhoto } from './crop-types.ts'
import { CropFaces } from './crop-faces.tsx'
import { CropFrame } from './crop-frame.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import styles from './crop-sheet.module.css'

export type CropSheetProps = {
  open: boolean
  photo: WholePhoto
  fitting: Fitting
  /** True if the photo shows someone other than the visitor. */
  isOthers?: boolean
  /** Why the last chosen file could not replace this photo. */
  error: string | null
  onClose: () => void
  /** Called with the view, for the preview; null while the face's position is unknown. */
  onMove: (view: CropView | null) => void
  /**
   * @param isConfirmed whether the visitor saw or placed a face in the oval
   * @param isDismissed whether the sheet was closed after a face was tapped
   */
  onUse: (view: CropView, fitted: ReturnType<typeof toPiece>, isConfirmed: boolean, isDismissed?: boolean) => void
  onSkip: () => void
  onRetake: () => void
  onFile: (file: File) => void
}

const DEGREES = 180 / Math.PI
const ZOOM_STEP = 1.1

/**
 * The sheet in which the visitor fits the face into the oval. A face that this device detected is already there. With
 * several faces, the visitor picks theirs.
 */
export default function CropSheet({ open, photo, fitting, isOthers = false, error, ...on }: CropSheetProps) {
  const question = fitting.question
  const between = useMemo(
    () => (question?.faces ?? []).map((face) => faceInWhole(photo, question!.piece, face)),
    [question, photo],
  )
  const isChoice = between.length > 1
  const faces = isChoice ? between : photo.faces
  const { view, isConfirmed, isTapped, move, pick, turn } = useFit(photo, faces, isChoice)
  const picked = findInOval(photo, view, faces)
  const { onMove } = on
  useEffect(() => onMove(isConfirmed ? view : null), [view, isConfirmed, onMove])
  const change = (part: Partial<CropView>) => move(clampView(photo, { ...view, ...part }))
  const zoom = zoomRange(photo, view.turns)
  const isQuestion = question !== null
  // A sheet that adjusts an earlier choice drops the change.
  const keepsTapped = isTapped && fitting.why !== 'adjust' && (isQuestion || !photo.fitted)
  const close = () => (keepsTapped ? on.onUse(view, toPiece(photo, view), true, true) : on.onClose())
  // Nothing is known about the head if the photo has faces but none is in the oval.
  const headCut = isConfirmed && (picked !== null || faces.length === 0) ? findVisibleHeadCut(photo, view, faces) : null

  return (
    <Sheet
      open={open}
      onClose={close}
      title={fitting.why === 'adjust' ? 'Adjust photo' : isOthers ? 'Fit the face' : 'Fit your face'}
      lead={question?.words}
      notice={error}
      // The buttons that opened the file picker disappear once there is a photo.
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
            onClick={() => on.onUse(view, toPiece(photo, view), isConfirmed || isQuestion)}
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
            <p className={classes(textStyles['small'], textStyles['mute'])}>{getHint(faces, picked, isOthers)}</p>
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
          valueText={`${Math.round(view.zoom * 100)}%`}
          onChange={(value) => change({ zoom: Math.exp(value) })}
        />
        <RangeRow
          label="Straighten"
          value={view.lean * DEGREES}
          min={-LEAN_MAX * DEGREES}
          max={LEAN_MAX * DEGREES}
          step={1}
          valueText={`${Math.round(view.lean * DEGREES)} degrees`}
          onChange={(value) => change({ lean: value / DEGREES })}
        />
      </div>
    </Sheet>
  )
}

function getHint(faces: readonly FaceOval[], picked: number | null, isOthers: boolean): string {
  const face = isOthers ? 'the face' : 'your face'
  if (faces.length > 1) return `${faces.length} faces found. Tap ${isOthers ? 'the right one' : 'yours'}.`
  if (picked !== null) return 'Looks good? Drag to adjust.'
  if (faces.length === 1) return `Drag or rotate the photo so ${face} fills the oval.`
  return `We couldn't find a face. Drag the photo so ${face} fills the oval.`
}

/** `isTapped`: the visitor tapped the face. */
type Fit = { view: CropView; isConfirmed: boolean; isTapped: boolean }

/**
 * The photo's position: the last one, else fitted to its main face, which may be detected late.
 *
 * @param isAnew true to ignore the last position and fit to `faces`
 */
function useFit(photo: WholePhoto, faces: readonly FaceOval[], isAnew: boolean) {
  const [fit, setFit] = useState<Fit | null>(() =>
    photo.fitted && !isAnew ? { ...photo.fitted, isTapped: false } : null,
  )
  const [main] = faces
  const found = useMemo(
    (): Fit =>
      main
        ? { view: toCropView(photo, main), isConfirmed: true, isTapped: false }
        : { view: firstView(photo), isConfirmed: false, isTapped: false },
    [photo, main],
  )
  const current = fit ?? found
  const { view, isTapped } = current

  return {
    ...current,
    move: (next: CropView) => setFit({ view: next, isConfirmed: true, isTapped }),
    pick: (i: number) => setFit({ view: toCropView(photo, faces[i]!), isConfirmed: true, isTapped: true }),
    turn: () =>
      setFit({
        view: firstView(photo, ((view.turns + 1) % 4) as QuarterTurns),
        isConfirmed: false,
        isTapped: false,
      }),
  }
}

/** Below this cosine, a face is sideways. */
const UPRIGHT = 0.5

/** Returns the index of the upright face in the oval, or null. */
function findInOval(photo: WholePhoto, view: CropView, faces: readonly FaceOval[]): number | null {
  const i = faceAt(photo, view, faces, OVAL.x, OVAL.y)
  const face = faces[i]
  return face && Math.cos(face.roll + (view.turns * Math.PI) / 2 + view.lean) > UPRIGHT ? i : null
}

type RangeRowProps = {
  label: string
  value: number
  min: number
  max: number
  step: number
  valueText: string
  onChange: (value: number) => void
}

/** A slider between two buttons. */
function RangeRow({ label, value, min, max, step, valueText, onChange }: RangeRowProps) {
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
        aria-valuetext={valueText}
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
