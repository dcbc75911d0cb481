import type { Card } from '#shared/domain/card.ts'
import { CardMenu } from '#web/card/card-menu.tsx'
import { CardTile } from '#web/card/card-tile.tsx'
import { Floor, Lamps } from '#web/card/stage.tsx'
import { Link } from '#web/ui/link.tsx'
import { CardWho } from './card-who.tsx'
import { VotePill } from './vote-pill.tsx'

/** Of the pictures, as styles/board.css lays them out. */
const WINNER_SIZES = '(min-width: 900px) 25vw, (min-width: 600px) 44vw, 56vw'
const SIZES = '(min-width: 900px) 21vw, (min-width: 600px) 37vw, 46vw'

const PLACES = ['1st', '2nd', '3rd'] as const

/** The first three, on gold, silver and bronze. Read in order; seen with the winner in the middle, or first on narrow screens. */
export function Podium({ cards }: { cards: readonly Card[] }) {
  return (
    <div className="pod">
      <Lamps />
      <Floor />
      <ol>
        {PLACES.map((place, index) => (
          <Place key={cards[index]?.id ?? place} place={place} card={cards[index]} />
        ))}
      </ol>
    </div>
  )
}

/** A place without a card yet shows an invitation instead of being empty. */
function Place({ place, card }: { place: string; card: Card | undefined }) {
  const isFirst = place === PLACES[0]
  return (
    <li>
      {card ? <CardTile card={card} sizes={isFirst ? WINNER_SIZES : SIZES} first={isFirst} early /> : null}
      <div className="block">
        <span className="medal">{place}</span>
        {card ? (
          <>
            <CardWho card={card} />
            <div className="vr">
              <VotePill card={card} />
              <CardMenu card={card} />
            </div>
          </>
        ) : (
          <p className="free">
            Still free. <Link to="/">Make a card</Link>
          </p>
        )}
      </div>
    </li>
  )
}
