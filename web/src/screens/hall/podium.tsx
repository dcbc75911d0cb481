import { Link } from 'react-router-dom'
import type { Card } from '#shared/domain/card.ts'
import { CardMenu } from '#web/card/card-menu.tsx'
import { CardTile } from '#web/card/card-tile.tsx'
import { Floor, Lamps } from '#web/card/stage.tsx'
import { teamAttribute } from '#web/card/team-scope.ts'
import { CardName, CardTeam } from './card-name.tsx'
import { VotePill } from './vote-pill.tsx'
import styles from './podium.module.css'

/** The widths of the pictures in podium.module.css. */
const WINNER_SIZES = '(min-width: 900px) 25vw, (min-width: 600px) 44vw, 56vw'
const SIZES = '(min-width: 900px) 21vw, (min-width: 600px) 37vw, 46vw'

const PLACES = ['1st', '2nd', '3rd'] as const

/** The top three on gold, silver and bronze. The DOM order is the ranking; wide screens show the winner in the middle. */
export function Podium({ cards, ownIds }: { cards: readonly Card[]; ownIds: ReadonlySet<string> }) {
  return (
    <div className={styles['podium']}>
      <Lamps className={styles['lamps']} />
      <Floor className={styles['floor']} />
      <ol>
        {PLACES.map((place, index) => (
          <Place
            key={cards[index]?.id ?? place}
            place={place}
            card={cards[index]}
            ownIds={ownIds}
            isFirst={index === 0}
          />
        ))}
      </ol>
    </div>
  )
}

type PlaceProps = { place: string; card: Card | undefined; ownIds: ReadonlySet<string>; isFirst: boolean }

/** One step of the podium. Without a card, it invites the visitor to make one. */
function Place({ place, card, ownIds, isFirst }: PlaceProps) {
  return (
    <li {...teamAttribute(card?.teamColors ?? null)}>
      {card ? <CardTile card={card} sizes={isFirst ? WINNER_SIZES : SIZES} first={isFirst} early /> : null}
      <div className={styles['step']}>
        <span className={styles['place']}>{place}</span>
        {card ? (
          <>
            <CardName card={card} className={styles['name']} />
            <CardTeam card={card} isOwn={ownIds.has(card.id)} className={styles['team']} />
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
