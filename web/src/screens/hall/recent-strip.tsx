import { useQuery } from '@tanstack/react-query'
import { RECENT_STRIP_CARDS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { CardTile } from '#web/card/card-tile.tsx'
import { LoadFailed } from '#web/card/load-failed.tsx'
import { PictureSkeletons } from '#web/card/picture-skeletons.tsx'
import { cardsQuery } from '#web/data/cards.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { HashRule } from '#web/ui/hash-rule.tsx'

/** The five newest cards. */
export function RecentStrip() {
  const { api } = usePlatform()
  const { data: cards = [], isPending, isError, refetch } = useQuery(cardsQuery(api, 'strip'))
  if (!isPending && !isError && cards.length === 0) return null

  return (
    <section className="recent" aria-labelledby="recent-strip">
      <h2 className="h2" id="recent-strip">
        {LABELS.recentlyGenerated}
      </h2>
      <HashRule />
      {isPending ? <PictureSkeletons count={RECENT_STRIP_CARDS} label={LABELS.loadingGallery} /> : null}
      {isError ? <LoadFailed onRetry={refetch} /> : null}
      {cards.length > 0 ? (
        <ol>
          {cards.map((card) => (
            <li key={card.id}>
              <CardTile card={card} />
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  )
}
