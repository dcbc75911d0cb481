import { useQuery } from '@tanstack/react-query'
import { RECENT_CARDS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { CardTile } from '#web/card/card-tile.tsx'
import { LoadFailed } from '#web/card/load-failed.tsx'
import { PictureSkeletons } from '#web/card/picture-skeletons.tsx'
import { cardsQuery } from '#web/data/cards.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { Link } from '#web/ui/link.tsx'

/** The newest public cards. */
export function RecentCards() {
  const { api } = usePlatform()
  const { data: cards = [], isPending, isError, refetch } = useQuery(cardsQuery(api, 'recent'))

  return (
    <section className="wall" aria-labelledby="recent-cards">
      <div className="wall-h">
        <h2 className="h2" id="recent-cards">
          {LABELS.recentlyGenerated}
        </h2>
        <Link className="link" to="/hall-of-fame">
          Hall of Fame
        </Link>
      </div>
      <HashRule />
      {isPending ? <PictureSkeletons count={RECENT_CARDS} label={LABELS.loadingGallery} /> : null}
      {isError ? <LoadFailed onRetry={refetch} /> : null}
      {cards.length > 0 ? (
        <ol>
          {cards.map((card) => (
            <li key={card.id}>
              <CardTile card={card} sizes="(min-width: 600px) 12vw, 24vw" />
            </li>
          ))}
        </ol>
      ) : null}
      {!isPending && !isError && cards.length === 0 ? (
        <p className="mute wall-empty">No cards yet. Yours can be the first on this wall.</p>
      ) : null}
    </section>
  )
}
