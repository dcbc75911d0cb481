import { useState } from 'react'
import { copiesOf, type Pictured } from '#shared/domain/card-copies.ts'
import { type Card, displayName } from '#shared/domain/card.ts'
import { describeCard } from '#shared/domain/describe-card.ts'
import type { Source } from '#shared/domain/making.ts'
import type { Stats } from '#shared/domain/stats.ts'
import { classes } from '#web/ui/classes.ts'
import { inTeam } from './team-scope.ts'
import styles from './card-picture.module.css'

type CardPictureProps = {
  card: Pictured &
    Pick<Card, 'playerName' | 'jerseyNumber' | 'teamColors'> & { stats: Stats | null; source?: Source | null }
  className?: string | undefined
  /** How wide it will be, as `sizes` of an image. Lets the browser take a smaller copy. */
  sizes?: string | undefined
  /** The same until the first copy has come: a light one is shown before a sharp one. */
  firstSizes?: string | undefined
  /** The one card a page is about is large, and fetched first. */
  hero?: boolean
  /** Fetched with the page; all others when they come near. */
  early?: boolean
  /** Fetched before all others of the page. */
  first?: boolean
  /** Where a text beside the picture says it all already. */
  decorative?: boolean
}

/** A finished card. Its room is kept while it loads, and a picture that fails leaves a readable card in team colors. */
export function CardPicture({
  card,
  className,
  sizes,
  firstSizes = sizes,
  hero = false,
  early = hero,
  first = hero,
  decorative = false,
}: CardPictureProps) {
  // A small copy that fails gives way to the card itself, and that to its words.
  const [failed, setFailed] = useState<readonly string[]>([])
  const [isShown, setIsShown] = useState(false)
  const copies = sizes ? copiesOf(card, hero ? 'hero' : 'tile') : null
  const isSmall = copies !== null && !failed.includes(copies)

  if (failed.includes(card.imageUrl))
    return (
      <div className={classes(styles['picture'], styles['lost'], className)} {...inTeam(card.teamColors)}>
        <b>{displayName(card.playerName)}</b>
        <span>{card.jerseyNumber ? `No. ${card.jerseyNumber}` : card.teamColors}</span>
      </div>
    )
  return (
    <img
      key={isSmall ? 'small' : 'full'}
      className={classes(styles['picture'], className)}
      // Before `src`, so that the browser asks for one of them only.
      {...(isSmall ? { sizes: isShown ? sizes : firstSizes, srcSet: copies } : {})}
      src={card.imageUrl}
      alt={decorative ? '' : describeCard(card)}
      width="1000"
      height="1400"
      loading={early ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'low'}
      // A picture that the page's HTML has shown must not vanish for a moment.
      decoding={early ? 'sync' : 'async'}
      onLoad={() => setIsShown(true)}
      onError={() => setFailed([...failed, isSmall ? copies : card.imageUrl])}
    />
  )
}
