import { type ReactNode, useState } from 'react'

type FlipCardProps = { isFlipped: boolean; front: ReactNode; back: ReactNode }

/** Two sides of one card. What is turned away cannot be reached by keys or read aloud; the back is made when asked for. */
export function FlipCard({ isFlipped, front, back }: FlipCardProps) {
  const [hasBack, setHasBack] = useState(isFlipped)
  if (isFlipped && !hasBack) setHasBack(true)
  return (
    <div className={isFlipped ? 'flip is-flipped' : 'flip'}>
      <div className="flip-side" inert={isFlipped}>
        {front}
      </div>
      {hasBack ? (
        <div className="flip-side is-away" inert={!isFlipped}>
          {back}
        </div>
      ) : null}
    </div>
  )
}
