import { Link } from 'react-router-dom'
import { type Card, displayName } from '#shared/domain/card.ts'
import { CardPicture } from './card-picture.tsx'

/** A finished card as a link to its page. */
export function CardTile({ card }: { card: Card }) {
  return (
    <Link className="tile-link" to={`/card/${card.id}`} aria-label={linkName(card)}>
      <CardPicture card={card} decorative />
    </Link>
  )
}

const linkName = ({ playerName, jerseyNumber, teamColors }: Card) =>
  [displayName(playerName), jerseyNumber && `number ${jerseyNumber}`, teamColors].filter(Boolean).join(', ')
