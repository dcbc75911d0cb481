import { Link } from 'react-router-dom'
import type { Card } from '#shared/domain/card.ts'
import { CardTile } from '#web/card/card-tile.tsx'
import { Floor, Lamps } from '#web/card/stage.tsx'
import medalStyles from '#web/ui/medal.module.css'
import { CardActs } from './card-acts.tsx'
import { CardWho } from './card-who.tsx'
import styles from './podium.module.css'

/** Of the pictures, as podium.module.css lays them out. */
const WINNER_SIZES = '(min-width: 900px) 25vw, (min-width: 600px) 44vw, 56vw'
const SIZES = '(min-width: 900px) 21vw, (min-width: 600px) 37vw, 46vw'

const PLACES = ['1st', '2nd', '3rd'] as const

/** The first three, on gold, silver and bronze. Read in order; seen with the winner in the middle, or first on narrow screens. */
export function Podium({ cards }: { cards: readonly Card[] }) {
  return (
    <div className={styles['podium']}>
      <Lamps className={styles['lamps']} />
      <Floor className={styles['floor']} />
      <ol>
        {PLACES.map((place, index) => (
          <Place key={cards[index]?.id ?? place} place={place} card={cards[index]} isFirst={index === 0} />
        ))}
      </ol>
    </div>
  )
}

/** A place without a card yet shows an invitation instead of being empty. */
function Place({ place, card, isFirst }: { place: string; card: Card | undefined; isFirst: boolean }) {
  return (
    <li>
      {card ? <CardTile card={card} sizes={isFirst ? WINNER_SIZES : SIZES} first={isFirst} early /> : null}
      <div className={styles['block']}>
        <span className={medalStyles['medal']}>{place}</span>
        {card ? (
          <>
            <CardWho card={card} className={styles['who']} />
            <CardActs card={card} className={styles['acts']} />
          </>
        ) : (
          <p className={styles['free']}>
            Still free. <Link to="/">Make a card</Link>
          </p>
        )}
      </div>
    </li>
  )
}
