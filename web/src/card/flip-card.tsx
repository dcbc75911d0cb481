import { RotateCcw } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { FIRST_HERO_SIZES, HERO_SIZES } from '#shared/domain/card-copies.ts'
import { displayName } from '#shared/domain/card.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import { overallOf } from '#shared/domain/stats.ts'
import { classes } from '#web/ui/classes.ts'
import { iconLook } from '#web/ui/icon.ts'
import { CardPicture } from './card-picture.tsx'
import { usePhoneTilt } from './phone-motion.ts'
import cardPictureStyles from './card-picture.module.css'
import stageButtonStyles from './stage-button.module.css'
import styles from './flip-card.module.css'

/** A finished card: fresh from a generation, or from its page. */
type Flipped = ComponentProps<typeof CardPicture>['card'] & { tier: Tier; visibility: string }

type FlipProps = { isBack: boolean; onFlip: () => void }

/**
 * Both sides of a card. The side that is turned away is inert, and the back is asked for when the visitor is about to
 * turn the card.
 */
export function FlipCard({ card, isBack, onFlip }: FlipProps & { card: Flipped }) {
  const [isBackWanted, setIsBackWanted] = useState(isBack)
  const place = useRef<HTMLDivElement>(null)
  usePhoneTilt(place)
  if (isBack && !isBackWanted) setIsBackWanted(true)
  return (
    // A pointer's shortcut; for keys there is the button beneath.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      ref={place}
      className={isBack ? classes(styles['flip'], styles['turned']) : styles['flip']}
      onClick={onFlip}
      onPointerEnter={() => setIsBackWanted(true)}
    >
      <div className={styles['face']} inert={isBack}>
        <CardPicture card={card} sizes={HERO_SIZES} firstSizes={FIRST_HERO_SIZES} hero />
        <div className={styles['glare']} aria-hidden="true" />
      </div>
      <div className={classes(styles['face'], styles['back'])} inert={!isBack}>
        {isBackWanted ? <Back card={card} /> : null}
        <div className={styles['glare']} aria-hidden="true" />
      </div>
    </div>
  )
}

/** A picture that fails leaves the plain back in team colors; everything on it stands beside the card too. */
function Back({ card }: { card: Flipped }) {
  const { imageUrl, playerName, stats, tier } = card
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const name = displayName(playerName)
  if (failedUrl === imageUrl) return <b className={styles['lost']}>{name}</b>
  return (
    <img
      // Other stats or another name make another back, which may be at the same address.
      key={imageUrl}
      className={cardPictureStyles['picture']}
      src={backOf(card)}
      alt={`Back of the card: ${name}, ${stats === null ? '' : `overall ${overallOf(stats)}, `}${tier}.`}
      width="1000"
      height="1400"
      onError={() => setFailedUrl(imageUrl)}
    />
  )
}

/** A draft's pictures are its maker's alone, so they come by the door that knows the maker. */
const backOf = ({ id, version, visibility }: Flipped): string =>
  visibility === 'draft' || version === undefined ? `/download/${id}/back` : `/picture/${id}.${version}.back.jpg`

export function FlipButton({ isBack, onFlip }: FlipProps) {
  const label = isBack ? 'Flip to the front' : 'Flip to the back'
  return (
    <button
      type="button"
      className={stageButtonStyles['button']}
      aria-label={label}
      title={label}
      data-edge="flip"
      onClick={onFlip}
    >
      <RotateCcw className={iconLook} aria-hidden="true" />
    </button>
  )
}
