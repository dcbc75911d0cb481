import { Minus, Plus } from 'lucide-react'
import { type CSSProperties, useId, useState } from 'react'
import { buttonLook } from './button.ts'
import { iconLook } from './icon.ts'
import fieldStyles from './field.module.css'
import rangeStyles from './range.module.css'
import styles from './slider-row.module.css'

type SliderRowProps = { label: string; value: number; onChange: (value: number) => void; min?: number; max?: number }

/** A number input with a slider, a text box and step buttons. Clamps to its range. */
export function SliderRow({ label, value, onChange, min = 0, max = 100 }: SliderRowProps) {
  const id = useId()
  // While typing, the text may be empty or out of range.
  const [typed, setTyped] = useState<string | null>(null)
  /** The corrected value after invalid input. */
  const [corrected, setCorrected] = useState<number | null>(null)
  const noteId = useId()
  function change(next: number, isTyped = false) {
    // An empty field keeps the value.
    const clamped = Math.min(max, Math.max(min, Math.round(Number.isNaN(next) ? value : next)))
    setCorrected(isTyped && clamped !== next ? clamped : null)
    onChange(clamped)
  }
  const isCorrected = corrected === value
  const style: CSSProperties & Record<'--v', number> = { '--v': ((value - min) / (max - min)) * 100 }

  return (
    <div className={styles['row']}>
      <div className={styles['head']}>
        <label htmlFor={id}>{label}</label>
        <button
          type="button"
          className={buttonLook('square')}
          aria-label={`${label} minus 1`}
          onClick={() => change(value - 1)}
        >
          <Minus className={iconLook} aria-hidden="true" />
        </button>
        <input
          className={fieldStyles['input']}
          inputMode="numeric"
          aria-label={`${label}, number`}
          aria-describedby={isCorrected ? noteId : undefined}
          value={typed ?? value}
          onChange={(event) => {
            setTyped(event.target.value)
            change(Number.parseInt(event.target.value, 10), event.target.value !== '')
          }}
          onBlur={() => setTyped(null)}
        />
        <button
          type="button"
          className={buttonLook('square')}
          aria-label={`${label} plus 1`}
          onClick={() => change(value + 1)}
        >
          <Plus className={iconLook} aria-hidden="true" />
        </button>
      </div>
      <input
        className={rangeStyles['range']}
        id={id}
        type="range"
        min={min}
        max={max}
        value={value}
        style={style}
        onChange={(event) => change(event.target.valueAsNumber)}
      />
      <output className={styles['range-note']} id={noteId}>
        {isCorrected ? `From ${min} to ${max}.` : null}
      </output>
    </div>
  )
}
