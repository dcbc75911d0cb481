import { Move3d } from 'lucide-react'
import { useState } from 'react'
import type { CardPage } from '#shared/contracts/cards.ts'
import { FlipButton, FlipCard } from '#web/card/flip-card.tsx'
import { Stage } from '#web/card/stage.tsx'
import { usePlatform } from '#web/lib/platform.tsx'

const MEMORY_KEY = 'tilt'

/** The card in the light, with what turns it: a flip to its back, and a switch for those who want it to stand still. */
export function Hero({ card }: { card: CardPage }) {
  const { memory } = usePlatform()
  const [isBack, setIsBack] = useState(false)
  const [isTilting, setIsTilting] = useState(() => memory.get(MEMORY_KEY) !== 'off')
  const flip = () => setIsBack(!isBack)

  function switchTilt() {
    setIsTilting(!isTilting)
    memory.set(MEMORY_KEY, isTilting ? 'off' : null)
  }

  return (
    <div className="cp-l">
      <Stage team={card.teamColors} still={!isTilting}>
        <FlipCard card={card} isBack={isBack} onFlip={flip} />
      </Stage>
      <div className="turns">
        <FlipButton isBack={isBack} onFlip={flip} />
        <button type="button" className="btn quiet tilt-switch" aria-pressed={isTilting} onClick={switchTilt}>
          <Move3d className="i" aria-hidden="true" />
          Tilt {isTilting ? 'on' : 'off'}
        </button>
      </div>
    </div>
  )
}
