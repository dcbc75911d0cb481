import { Minus, Plus } from 'lucide-react'
import { type CSSProperties, useId, useState } from 'react'

type SliderRowProps = { label: string; value: number; onChange: (value: number) => void; min?: number; max?: number }

/** One number by slider, by typing or by steps. It never leaves its range. */
export function SliderRow({ label, value, onChange, min = 0, max = 100 }: SliderRowProps) {
  const id = useId()
  // What stands in the box while it is being typed may be empty or out of range for a moment.
  const [typed, setTyped] = useState<string | null>(null)
  const change = (next: number) => onChange(Math.min(max, Math.max(min, Math.round(Number.isNaN(next) ? min : next))))
  const style: CSSProperties & Record<'--v', number> = { '--v': ((value - min) / (max - min)) * 100 }

  return (
    <div className="sl">
      <div className="sl-h">
        <label htmlFor={id}>{label}</label>
        <button type="button" className="btn sq" aria-label={`${label} minus 1`} onClick={() => change(value - 1)}>
          <Minus className="i" aria-hidden="true" />
        </button>
        <input
          className="inp"
          inputMode="numeric"
          aria-label={`${label}, number`}
          value={typed ?? value}
          onChange={(event) => {
            setTyped(event.target.value)
            change(Number.parseInt(event.target.value, 10))
          }}
          onBlur={() => setTyped(null)}
        />
        <button type="button" className="btn sq" aria-label={`${label} plus 1`} onClick={() => change(value + 1)}>
          <Plus className="i" aria-hidden="true" />
        </button>
      </div>
      <input
        className="rng"
        id={id}
        type="range"
        min={min}
        max={max}
        value={value}
        style={style}
        onChange={(event) => change(event.target.valueAsNumber)}
      />
    </div>
  )
}
