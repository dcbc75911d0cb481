import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Card } from '#shared/domain/card.ts'
import { cardLine } from '#shared/domain/describe-card.ts'
import { CardPicture } from './card-picture.tsx'
import styles from './card-tile.module.css'

type CardTileProps = {
  card: Card
  /** The image's `sizes`. */
  sizes?: string
  /** True above the fold: loads with the page. */
  early?: boolean
  /** True for the largest tile, which loads first. */
  first?: boolean
}

const GRID = '(min-width: 900px) 20vw, (min-width: 600px) 30vw, 45vw'

type TileLinkProps = { card: Pick<Card, 'id'>; label: string; children: ReactNode }

/** A card's picture as a link to its page. */
export const TileLink = ({ card, label, children }: TileLinkProps) => (
  <Link className={styles['link']} to={`/card/${card.id}`} aria-label={label}>
    {children}
  </Link>
)

/** A finished public card as a link to its page. */
export const CardTile = ({ card, sizes = GRID, early = false, first = false }: CardTileProps) => (
  <TileLink card={card} label={cardLine(card)}>
    <CardPicture card={card} sizes={sizes} early={early} first={first} decorative />
  </TileLink>
)
