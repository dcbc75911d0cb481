import { useQuery } from '@tanstack/react-query'
import { CardPicture } from '#web/card/card-picture.tsx'
import { cardsQuery } from '#web/data/cards.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { Link } from '#web/ui/link.tsx'

const FAN_CARDS = 3

/** The way to the Hall of Fame, with three of its cards in hand when they are there. */
export function HallLink() {
  const { api } = usePlatform()
  const { data: cards = [] } = useQuery(cardsQuery(api, 'strip'))
  return (
    <Link className="fan" to="/hall-of-fame">
      {cards.length >= FAN_CARDS ? (
        <span className="cards" aria-hidden="true">
          {cards.slice(0, FAN_CARDS).map((card) => (
            <CardPicture key={card.id} card={card} sizes="(min-width: 900px) 132px, 58px" early decorative />
          ))}
        </span>
      ) : null}
      <span>Hall of Fame</span>
    </Link>
  )
}
