import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { displayName } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { LoadFailed } from '#web/card/load-failed.tsx'
import { cardQuery } from '#web/data/cards.ts'
import { isMissing } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { Page } from '#web/ui/page.tsx'
import { CardDetail } from './card-detail.tsx'

export default function CardScreen() {
  const { id = '' } = useParams()
  // Another card is another page, with its own focus and title.
  return <OneCard key={id} id={id} />
}

function OneCard({ id }: { id: string }) {
  const { api } = usePlatform()
  const { data: card, isPending, error, refetch } = useQuery(cardQuery(api, id))

  if (isPending)
    return (
      <div className="cp">
        <div className="stage">
          <div className="plinth">
            <div className="sk c" />
          </div>
        </div>
        <div className="cp-b">
          <output className="h2">{LABELS.loadingCard}</output>
        </div>
      </div>
    )
  if (card)
    return (
      <Page title={displayName(card.playerName)}>
        <CardDetail card={card} />
      </Page>
    )
  if (isMissing(error))
    return (
      <Page title={LABELS.cardNotFound} className="wrap empty-page">
        <h1 className="h1" tabIndex={-1}>
          {LABELS.cardNotFound}
        </h1>
        <p className="mute">It may have been removed, or its address has a slip in it.</p>
        <Link className="btn" to="/hall-of-fame">
          Back to the {LABELS.gallery}
        </Link>
      </Page>
    )
  return (
    <Page title="Card" className="wrap empty-page">
      <h1 className="h1" tabIndex={-1}>
        The card did not arrive.
      </h1>
      <LoadFailed onRetry={refetch} />
    </Page>
  )
}
