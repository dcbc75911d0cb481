import '#web/styles/crop.css'
import { Minus, Plus, RotateCw } from 'lucide-react'
import { type CSSProperties, useId, useState } from 'react'
import { clampView, type CropView, firstView, LEAN_MAX, pieceOf, type Turns, zoomRange } from '#web/lib/photo-crop.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { CropFrame } from './crop-frame.tsx'
import type { WholePhoto } from './use-photo.ts'

type CropSheetProps = {
  open: boolean
  photo: WholePhoto
  onClose: () => void
  /** @param isShown whether the photo was moved at all */
  onUse: (view: CropView, fitted: ReturnType<typeof pieceOf>, isShown: boolean) => void
  onSkip: () => void
}

const DEGREES = 180 / Math.PI
const ZOOM_STEP = 1.1

/** Where the visitor shows the artist the face: the photo is moved until it fills the oval. */
export default function CropSheet({ open, photo, onClose, onUse, onSkip }: CropSheetProps) {
  const [view, setView] = useState(photo.view ?? firstView(photo))
  const [isShown, setIsShown] = useState(photo.view !== null)
  function move(next: CropView) {
    setIsShown(true)
    setView(next)
  }
  const change = (part: Partial<CropView>) => move(clampView(photo, { ...view, ...part }))
  const zoom = zoomRange(photo, view.turns)

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Fit your face"
      footer={
        <>
          <button type="button" className="btn" onClick={onSkip}>
            Skip crop
          </button>
          <button type="button" className="btn pri" onClick={() => onUse(view, pieceOf(photo, view), isShown)}>
            Use photo
          </button>
        </>
      }
    >
      <CropFrame photo={photo} url={photo.url} view={view} onChange={move} />
      <div className="crop-hint">
        <p className="small mute">Move your photo until your face fills the oval.</p>
        <button
          type="button"
          className="btn"
          onClick={() => setView(firstView(photo, ((view.turns + 1) % 4) as Turns))}
        >
          <RotateCw className="i" aria-hidden="true" />
          Rotate
        </button>
      </div>
      <div className="crop-rows">
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
    <div className="rr">
      <label htmlFor={id}>{label}</label>
      <button type="button" className="btn sq" aria-label={`${label} less`} onClick={() => onChange(value - step)}>
        <Minus className="i" aria-hidden="true" />
      </button>
      <input
        className="rng"
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
      <button type="button" className="btn sq" aria-label={`${label} more`} onClick={() => onChange(value + step)}>
        <Plus className="i" aria-hidden="true" />
      </button>
    </div>
  )
}
