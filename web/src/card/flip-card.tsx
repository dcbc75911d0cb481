import { RotateCcw } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { FIRST_HERO_SIZES, HERO_SIZES } from '#shared/domain/card-copies.ts'
import { displayName } from '#shared/domain/card.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import { getOverall } from '#shared/domain/stats.ts'
import { classes } from '#web/ui/classes.ts'
import { iconLook } from '#web/ui/icon.ts'
import { CardPicture } from './card-picture.tsx'
import { usePhoneTilt } from './phone-motion.ts'
import cardPictureStyles from './card-picture.module.css'
import stageButtonStyles from './stage-button.module.css'
import styles from './flip-card.module.css'

/** A finished card, from a generation or from its page. */
type FinishedCard = ComponentProps<typeof CardPicture>['card'] & { tier: Tier; visibility: string }

type FlipProps = { isBack: boolean; onFlip: () => void }

/**
 * Both sides of a card. The hidden side is inert, and the back loads when the visitor is about to flip the card.
 */
export function FlipCard({ card, isBack, onFlip }: FlipProps & { card: FinishedCard }) {
  const [isBackNeeded, setIsBackNeeded] = useState(isBack)
  const element = useRef<HTMLDivElement>(null)
  usePhoneTilt(element)
  if (isBack && !isBackNeeded) setIsBackNeeded(true)
  return (
    // A pointer shortcut. Keyboards use the button below.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      ref={element}
      className={isBack ? classes(styles['flip'], styles['turned']) : styles['flip']}
      onClick={onFlip}
      onPointerEnter={() => setIsBackNeeded(true)}
    >
      <div className={styles['face']} inert={isBack}>
        <CardPicture card={card} sizes={HERO_SIZES} firstSizes={FIRST_HERO_SIZES} hero />
        <div className={styles['glare']} aria-hidden="true" />
      </div>
      <div className={classes(styles['face'], styles['back'])} inert={!isBack}>
        {isBackNeeded ? <Back card={card} /> : null}
        <div className={styles['glare']} aria-hidden="true" />
      </div>
    </div>
  )
}

/** If the picture fails, shows a plain back in team colors. Its texts are beside the card too. */
function Back({ card }: { card: FinishedCard }) {
  const { imageUrl, playerName, stats, tier } = card
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const name = displayName(playerName)
  if (failedUrl === imageUrl) return <b className={styles['lost']}>{name}</b>
  return (
    <img
      // New stats or a new name change the back, which may keep its URL.
      key={imageUrl}
      className={cardPictureStyles['picture']}
      src={getBackUrl(card)}
      alt={`Back of the card: ${name}, ${stats === null ? '' : `overall ${getOverall(stats)}, `}${tier}.`}
      width="1000"
      height="1400"
      onError={() => setFailedUrl(imageUrl)}
    />
  )
}

/** Returns the URL of the back. A draft's pictures are private, so their route checks the maker's cookie. */
const getBackUrl = ({ id, version, visibility, hidden = false }: FinishedCard): string =>
  visibility === 'draft' || hidden || version === undefined
    ? `/download/${id}/back`
    : `/picture/${id}.${version}.back.jpg`

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
