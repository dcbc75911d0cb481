import { Minus, Plus } from 'lucide-react'
import { type CSSProperties, useId, useState } from 'react'
import { buttonLook } from './button.ts'
import { iconLook } from './icon.ts'
import fieldStyles from './field.module.css'
import rangeStyles from './range.module.css'
import styles from './slider-row.module.css'

type SliderRowProps = { label: string; value: number; onChange: (value: number) => void; min?: number; max?: number }

/** One number by slider, by typing or by steps. It never leaves its range. */
export function SliderRow({ label, value, onChange, min = 0, max = 100 }: SliderRowProps) {
  const id = useId()
  // The text in the box may be empty or out of range for a moment while it is being typed.
  const [typed, setTyped] = useState<string | null>(null)
  /** The correction of a number that is missing or out of range. */
  const [mended, setMended] = useState<number | null>(null)
  const noteId = useId()
  function change(next: number, isTyped = false) {
    const kept = Math.min(max, Math.max(min, Math.round(Number.isNaN(next) ? min : next)))
    setMended(isTyped && kept !== next ? kept : null)
    onChange(kept)
  }
  const isMended = mended === value
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
          aria-describedby={isMended ? noteId : undefined}
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
        {isMended ? `From ${min} to ${max}.` : null}
      </output>
    </div>
  )
}
