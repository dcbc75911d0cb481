import type { Card } from '#shared/domain/card.ts'
import { CardTile } from '#web/card/card-tile.tsx'
import { CardWho } from './card-who.tsx'
import { VotePill } from './vote-pill.tsx'

export function RankedCard({ card, rank }: { card: Card; rank: number }) {
  return (
    <li>
      <CardTile card={card} />
      <div className="meta">
        <span className="rk">
          <span className="sr">Rank </span>
          {rank}
        </span>
        <CardWho card={card} />
      </div>
      <div className="vr">
        <VotePill card={card} />
      </div>
    </li>
  )
}
