import type { Card } from '#shared/domain/card.ts'
import { CardMenu } from '#web/card/card-menu.tsx'
import { CardTile } from '#web/card/card-tile.tsx'
import { CardWho } from './card-who.tsx'
import { VotePill } from './vote-pill.tsx'

/** @param rank null where places do not count */
export function RankedCard({ card, rank }: { card: Card; rank: number | null }) {
  return (
    <li>
      <CardTile card={card} />
      <div className={rank === null ? 'meta no-rank' : 'meta'}>
        {rank === null ? null : (
          <span className="rk">
            <span className="sr">Rank </span>
            {rank}
          </span>
        )}
        <CardWho card={card} />
      </div>
      <div className="vr">
        <VotePill card={card} />
        <CardMenu card={card} />
      </div>
    </li>
  )
}
