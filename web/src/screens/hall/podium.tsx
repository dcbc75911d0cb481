import type { Card } from '#shared/domain/card.ts'
import { CardTile } from '#web/card/card-tile.tsx'
import { Floor, Lamps } from '#web/card/stage.tsx'
import { CardWho } from './card-who.tsx'
import { VotePill } from './vote-pill.tsx'

const PLACES = ['1st', '2nd', '3rd'] as const

/** The first three, on gold, silver and bronze. Read in order; seen with the winner in the middle. */
export function Podium({ cards }: { cards: readonly Card[] }) {
  return (
    <div className="pod">
      <Lamps />
      <Floor />
      <ol>
        {cards.map((card, index) => (
          <li key={card.id}>
            <CardTile card={card} />
            <div className="block">
              <span className="medal">{PLACES[index]}</span>
              <CardWho card={card} />
              <VotePill card={card} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
