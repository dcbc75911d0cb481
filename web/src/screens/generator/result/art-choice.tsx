import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { MadeCard } from '#shared/contracts/generations.ts'
import type { Finish } from '#shared/domain/finish.ts'
import { configQuery } from '#web/data/config.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import type { Generator } from '../use-generator.ts'

const FINISHES: readonly { finish: Finish; label: string; line: string }[] = [
  { finish: 'ink', label: 'Ink', line: 'Drawn like the rest of the card' },
  { finish: 'photo', label: 'Photo', line: 'Your photo in stadium light' },
]

/** Other art for the same card: in which finish, and how many are left today. */
export function ArtChoice({ card, generator }: { card: MadeCard; generator: Generator }) {
  const { api } = usePlatform()
  const [finish, setFinish] = useState(generator.form.finish)
  const drawn = generator.generation?.finish ?? null
  // Choosing the other finish changes nothing by itself, and drawing costs a card: the button says what it will do.
  const isOther = drawn !== null && (finish === 'photo') !== (drawn === 'photo' || drawn === 'window')
  const left = useQuery(configQuery(api)).data?.generations.left

  return (
    <section className="art-choice" aria-labelledby="art-choice">
      <h2 className="lab" id="art-choice">
        Art
      </h2>
      <div className="seg" role="radiogroup" aria-labelledby="art-choice">
        {FINISHES.map(({ finish: one, label, line }) => (
          <label key={one}>
            <input
              className="sr"
              type="radio"
              name="finish"
              value={one}
              checked={one === finish}
              onChange={() => setFinish(one)}
            />
            <b>{label}</b>
            <span>{line}</span>
          </label>
        ))}
      </div>
      <button
        type="button"
        className="btn full"
        aria-disabled={left === 0}
        onClick={left === 0 ? undefined : () => void generator.drawAgain(card, finish)}
      >
        <RefreshCw className="i" aria-hidden="true" />
        {isOther ? `Redraw as ${finish}, same stats` : 'New art, same stats'}
        {left === undefined ? null : ` (${left} left)`}
      </button>
    </section>
  )
}
