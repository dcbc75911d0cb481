import { Link } from 'react-router-dom'
import { type Card, displayName } from '#shared/domain/card.ts'
import { CardPicture } from './card-picture.tsx'

type CardTileProps = {
  card: Card
  /** How wide it will be, as `sizes` of an image. */
  sizes?: string
}

/** A finished public card as a link to its page. */
export function CardTile({ card, sizes = '(min-width: 900px) 20vw, (min-width: 600px) 30vw, 45vw' }: CardTileProps) {
  return (
    <Link className="tile-link" to={`/card/${card.id}`} aria-label={linkName(card)}>
      <CardPicture card={card} sizes={sizes} decorative />
    </Link>
  )
}

const linkName = ({ playerName, jerseyNumber, teamColors }: Card) =>
  [displayName(playerName), jerseyNumber && `number ${jerseyNumber}`, teamColors].filter(Boolean).join(', ')
