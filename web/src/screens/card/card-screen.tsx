import '#web/styles/vote.css'
import '#web/styles/board.css'
import '#web/styles/card-page.css'
import '#web/styles/live.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cardTitle, displayName } from '#shared/domain/card.ts'
import { REPORT_DECISION_HOURS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { LoadFailed } from '#web/card/load-failed.tsx'
import { cardQuery, dropFromLists } from '#web/data/cards.ts'
import { useReported } from '#web/data/reports.ts'
import { useLive } from '#web/data/live.ts'
import { isGone, isMissing } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { matchPath, useLocation } from '#web/router/router.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { CardDetail } from './card-detail.tsx'
import { useManageLink } from './use-manage-link.ts'

export default function CardScreen() {
  const id = matchPath('/card/:id', useLocation().pathname)?.['id'] ?? ''
  // Another card is another page, with its own focus and title.
  return <OneCard key={id} id={id} />
}

function OneCard({ id }: { id: string }) {
  useManageLink(id)
  const { data: card, isPending, error, refetch } = useQuery(cardQuery(usePlatform(), id))

  const cache = useQueryClient()
  const hasGone = isGone(error)
  // The lists this browser holds may be from before it was removed.
  useEffect(() => {
    if (hasGone) dropFromLists(cache, id)
  }, [cache, hasGone, id])

  useLive({ kind: 'card', id })
  const reported = useReported(id)

  if (isPending) return <Waiting />
  if (card && (!isMissing(error) || reported === 'open' || reported === 'gone'))
    return (
      <Page title={displayName(card.playerName)} tab={cardTitle(card)}>
        <CardDetail card={card} />
      </Page>
    )
  if (isMissing(error) && reported === 'told') return <HiddenByReport />
  if (isMissing(error)) return <NoCard isGone={hasGone} />
  return (
    <Page title="Card" className="wrap empty-page">
      <h1 className="h1" tabIndex={-1}>
        The card did not arrive.
      </h1>
      <LoadFailed onRetry={refetch} />
    </Page>
  )
}

const NoCard = ({ isGone }: { isGone: boolean }) => (
  <Page title={LABELS.cardNotFound} className="wrap empty-page">
    <h1 className="h1" tabIndex={-1}>
      {LABELS.cardNotFound}
    </h1>
    <p className="mute">
      {isGone ? 'This card has been removed. Its page will not come back.' : 'There is no card at this address.'}
    </p>
    <Link className="btn" to="/hall-of-fame">
      Back to the {LABELS.gallery}
    </Link>
  </Page>
)

/** Shown to the visitor that has reported it. */
const HiddenByReport = () => (
  <Page title="Hidden while we look" className="wrap empty-page">
    <h1 className="h1" tabIndex={-1}>
      Hidden while we look
    </h1>
    <p className="mute">
      Thank you for your report. Nobody sees this card until somebody has looked at it, within {REPORT_DECISION_HOURS}{' '}
      hours.
    </p>
    <Link className="btn" to="/hall-of-fame">
      Back to the {LABELS.gallery}
    </Link>
  </Page>
)

/** The room the card and its words will take. */
const Waiting = () => (
  <div className="cp cp-wait">
    <div className="cp-l">
      <div className="stage">
        <div className="plinth">
          <div className="sk c" />
        </div>
      </div>
      <div className="turns">
        <div className="btn" aria-hidden="true" />
      </div>
    </div>
    <div className="cp-b">
      <h1 className="h2">
        <output>{LABELS.loadingCard}</output>
      </h1>
      <div className="h1 sk" aria-hidden="true" />
      <div className="h2 sk" aria-hidden="true" />
    </div>
  </div>
)
