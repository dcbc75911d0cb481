import { useState } from 'react'
import type { CardPage } from '#shared/contracts/cards.ts'
import { HERO_SIZES } from '#shared/domain/card-copies.ts'
import { displayName } from '#shared/domain/card.ts'
import { CardPicture } from '#web/card/card-picture.tsx'

type FlipCardProps = { card: CardPage; isBack: boolean; onFlip: () => void }

/**
 * Both sides of a card. The side that is turned away is inert, and the back is asked for when somebody is about to
 * turn the card.
 */
export function FlipCard({ card, isBack, onFlip }: FlipCardProps) {
  const [isBackWanted, setIsBackWanted] = useState(false)
  const want = () => setIsBackWanted(true)
  return (
    // A pointer's shortcut; for keys there is the button beneath.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className={isBack ? 'flip is-back' : 'flip'} onClick={onFlip} onPointerEnter={want}>
      <div className="face" inert={isBack}>
        <CardPicture card={card} sizes={card.visibility === 'draft' ? undefined : HERO_SIZES} hero />
        <div className="glare" aria-hidden="true" />
      </div>
      <div className="face b" inert={!isBack}>
        {isBack || isBackWanted ? <Back card={card} /> : null}
        <div className="glare" aria-hidden="true" />
      </div>
    </div>
  )
}

/** A picture that fails leaves the plain back in team colors; everything on it stands beside the card too. */
function Back({ card }: { card: CardPage }) {
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed) return null
  return (
    <img
      className="picture"
      src={backOf(card)}
      alt={`Back of the card: ${displayName(card.playerName)}, ${card.tier}, with all five stats.`}
      width="1000"
      height="1400"
      onError={() => setHasFailed(true)}
    />
  )
}

/** A draft's pictures are its maker's alone, so they come by the door that knows the maker. */
const backOf = ({ id, version, visibility }: CardPage): string =>
  visibility === 'draft' ? `/download/${id}/back` : `/picture/${id}.${version}.back.jpg`
