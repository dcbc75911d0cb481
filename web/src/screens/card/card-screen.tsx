import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router-dom'
import { cardTitle, displayName } from '#shared/domain/card.ts'
import { REPORT_DECISION_HOURS } from '#shared/domain/limits.ts'
import { NO_CARD } from '#shared/domain/card-words.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { OtherCards } from '#web/card/other-cards.tsx'
import { DarkStage } from '#web/card/stage.tsx'
import { cardQuery, mayOwnCard } from '#web/data/cards.ts'
import { dropFromLists } from '#web/data/drop-card.ts'
import { useLive } from '#web/data/live.ts'
import { useReported } from '#web/data/reports.ts'
import { classes } from '#web/ui/classes.ts'
import { isGone, isMissing } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { EmptyPage } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'
import skeletonStyles from '#web/ui/skeleton.module.css'
import textStyles from '#web/ui/text.module.css'
import { CardDetail } from './card-detail.tsx'
import { useManageLink } from './use-manage-link.ts'
import cardPageStyles from './card-page.module.css'

export default function CardScreen() {
  const { id = '' } = useParams()
  // The key remounts the page for each card, which resets focus and title.
  return <OneCard key={id} id={id} />
}

function OneCard({ id }: { id: string }) {
  useManageLink(id)
  const platform = usePlatform()
  const { data: card, isPending, error, refetch } = useQuery(cardQuery(platform, id))

  // A 404 may be a draft, which only its owner can see.
  const mayBeDraft = isMissing(error) && mayOwnCard(platform, id)
  const hasRequested = useRef(false)
  useEffect(() => {
    if (!mayBeDraft || hasRequested.current) return
    hasRequested.current = true
    void refetch()
  }, [mayBeDraft, refetch])

  const cache = useQueryClient()
  const hasGone = isGone(error)
  // Cached lists may predate its removal.
  useEffect(() => {
    if (hasGone) dropFromLists(cache, platform.memory, id)
  }, [cache, hasGone, id, platform.memory])

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
  return <NoCard status={!isMissing(error) ? 500 : hasGone ? 410 : 404} onRetry={refetch} />
}

type NoCardProps = { status: 404 | 410 | 500; onRetry: () => unknown }

const NoCard = ({ status, onRetry }: NoCardProps) =>
  status === 500 ? (
    <EmptyPage title={NO_CARD.failed} pageTitle="Card">
      <p className={textStyles['mute']}>{NO_CARD.maybe}</p>
      <button type="button" id="retry" className={buttonLook('primary')} onClick={() => void onRetry()}>
        Retry
      </button>
    </EmptyPage>
  ) : (
    <EmptyPage title={LABELS.cardNotFound}>
      <p className={textStyles['mute']}>{status === 410 ? NO_CARD.removed : NO_CARD.unknown}</p>
      <Link className={buttonLook('primary')} to="/hall-of-fame">
        {NO_CARD.back}
      </Link>
      <OtherCards />
    </EmptyPage>
  )

/** Shown to the visitor who reported the card. */
const HiddenByReport = () => (
  <EmptyPage title="Hidden for review">
    <p className={textStyles['mute']}>
      Thanks for reporting it. No one can see this card until a moderator checks it, within {REPORT_DECISION_HOURS}{' '}
      hours.
    </p>
    <Link className={buttonLook('primary')} to="/hall-of-fame">
      Back to the {LABELS.gallery}
    </Link>
  </EmptyPage>
)

/** The loading placeholder of a card's page. */
const Waiting = () => (
  <div className={classes(cardPageStyles['page'], cardPageStyles['waiting'])}>
    <div className={cardPageStyles['left']}>
      <DarkStage className={cardPageStyles['stage']}>
        <div className={classes(skeletonStyles['skeleton'], cardPageStyles['skeleton'], skeletonStyles['card'])} />
      </DarkStage>
    </div>
    <div className={cardPageStyles['body']}>
      <h1 className={textStyles['heading']}>
        <output>{LABELS.loadingCard}</output>
      </h1>
      <div
        className={classes(textStyles['title'], skeletonStyles['skeleton'], cardPageStyles['skeleton'])}
        aria-hidden="true"
      />
      <div
        className={classes(textStyles['heading'], skeletonStyles['skeleton'], cardPageStyles['skeleton'])}
        aria-hidden="true"
      />
    </div>
  </div>
)
