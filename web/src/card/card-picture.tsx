import { useState } from 'react'
import { getCardSrcSet, type Pictured } from '#shared/domain/card-copies.ts'
import type { Card } from '#shared/domain/card.ts'
import { cardLine, describeCard } from '#shared/domain/describe-card.ts'
import type { ArtSource } from '#shared/domain/provenance.ts'
import type { Stats } from '#shared/domain/stats.ts'
import { classes } from '#web/ui/classes.ts'
import { teamAttribute } from './team-scope.ts'
import styles from './card-picture.module.css'

type CardPictureProps = {
  card: Pictured &
    Pick<Card, 'playerName' | 'jerseyNumber' | 'teamColors'> & { stats: Stats | null; source?: ArtSource | null }
  className?: string | undefined
  /** The image's `sizes`, which lets the browser pick a smaller copy. */
  sizes?: string | undefined
  /** `sizes` until the first image loads, so a small copy shows first. */
  firstSizes?: string | undefined
  /** True for a page's main card, which is large and loads first. */
  hero?: boolean
  /** True to load with the page; others load lazily. */
  early?: boolean
  /** True to load before the page's other pictures. */
  first?: boolean
  /** True when text beside the picture already describes it. */
  decorative?: boolean
}

/** A finished card. Reserves its space while loading. If the picture fails, shows a readable card in team colors. */
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
  // Falls back from a small copy to the full picture, then to text.
  const [failed, setFailed] = useState<readonly string[]>([])
  const [hasLoaded, setHasLoaded] = useState(false)
  const copies = sizes ? getCardSrcSet(card, hero ? 'hero' : 'tile') : null
  const isSmall = copies !== null && !failed.includes(copies)

  if (failed.includes(card.imageUrl))
    return (
      <div className={classes(styles['picture'], styles['lost'], className)} {...teamAttribute(card.teamColors)}>
        {/* The same words as the label of a link around it. */}
        <b>{cardLine(card)}</b>
      </div>
    )
  return (
    <img
      key={isSmall ? 'small' : 'full'}
      className={classes(styles['picture'], className)}
      // Before `src`, so that the browser requests only one picture.
      {...(isSmall ? { sizes: hasLoaded ? sizes : firstSizes, srcSet: copies } : {})}
      src={card.imageUrl}
      alt={decorative ? '' : describeCard(card)}
      width="1000"
      height="1400"
      loading={early ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'low'}
      // Avoids a flicker of pictures that the served HTML already shows.
      decoding={early ? 'sync' : 'async'}
      onLoad={() => setHasLoaded(true)}
      onError={() => setFailed([...failed, isSmall ? copies : card.imageUrl])}
    />
  )
}
