import { Link } from 'react-router-dom'
import type { Card } from '#shared/domain/card.ts'
import { CardMenu } from '#web/card/card-menu.tsx'
import { CardTile } from '#web/card/card-tile.tsx'
import { Floor, Lamps } from '#web/card/stage.tsx'
import { inTeam } from '#web/card/team-scope.ts'
import { CardName } from './card-name.tsx'
import { VotePill } from './vote-pill.tsx'
import styles from './podium.module.css'

/** The widths of the pictures in podium.module.css. */
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
    <li {...inTeam(card?.teamColors ?? null)}>
      {card ? <CardTile card={card} sizes={isFirst ? WINNER_SIZES : SIZES} first={isFirst} early /> : null}
      <div className={styles['step']}>
        <span className={styles['place']}>{place}</span>
        {card ? (
          <>
            <CardName card={card} className={styles['name']} />
            <p className={styles['team']}>{card.teamColors}</p>
            <VotePill card={card} isLarge />
            <div className={styles['menu']}>
              <CardMenu card={card} />
            </div>
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
