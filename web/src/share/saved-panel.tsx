import { Check, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { WAITING } from '#shared/domain/card-words.ts'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { toastRemoved } from '#web/card/owner/toast-removed.ts'
import { useOwnCard } from '#web/data/own-card.ts'
import { useFocus } from '#web/hooks/use-focus.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { getMessage } from '#web/lib/failure.ts'
import { linkLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import type { ShareCard, SharePlace } from './share-card.ts'
import styles from './saved-panel.module.css'

type SavedPanelProps = {
  card: ShareCard
  place: SharePlace
  /** The card's rank among all public cards; null if unknown or beyond `RANKED_CARDS`. */
  rank: number | null
  isNew: boolean
  onShare: () => void
  onRemoved: () => void
}

/** Replaces *Save to Hall* on a card in the Hall, and confirms a save. */
export function SavedPanel({ card, place, rank, isNew, onShare, onRemoved }: SavedPanelProps) {
  const { remove, isPending } = useRemoval(card.id, () => {
    toastRemoved(card.playerName)
    onRemoved()
  })
  return (
    <Panel isNew={isNew}>
      <p className={styles['title']}>
        <Check className={iconLook} aria-hidden="true" />
        {isNew ? SUCCESS.cardSaved : rank === null ? 'In the Hall' : `In the Hall, No. ${rank}`}
      </p>
      <p className={styles['ways']}>
        {isNew && rank !== null ? <b>No. {rank} all time</b> : null}
        {place === 'page' ? null : (
          <Link className={linkLook} to="/hall-of-fame?sort=new">
            {LABELS.seeIt}
          </Link>
        )}
        <button type="button" className={linkLook} onClick={onShare}>
          Share
        </button>
        <button type="button" className={linkLook} aria-disabled={isPending} onClick={() => void remove()}>
          Remove from Hall
        </button>
      </p>
    </Panel>
  )
}

type WaitingPanelProps = Pick<SavedPanelProps, 'card' | 'isNew' | 'onRemoved'>

/** Replaces *Save to Hall* on a card in review. */
export function WaitingPanel({ card, isNew, onRemoved }: WaitingPanelProps) {
  const { remove, isPending } = useRemoval(card.id, onRemoved)
  return (
    <Panel isNew={isNew}>
      <p className={styles['title']}>
        <Hourglass className={iconLook} aria-hidden="true" />
        {WAITING.title}
      </p>
      <p className={textStyles['small']}>{WAITING.why}</p>
      <button type="button" className={linkLook} aria-disabled={isPending} onClick={() => void remove()}>
        Remove from review
      </button>
    </Panel>
  )
}

/** Removes a card from the Hall or from review. */
function useRemoval(id: string, onRemoved: () => void) {
  const { unpublish } = useOwnCard(id)
  const remove = useSingleFlight(async () => {
    try {
      await unpublish.mutateAsync()
      onRemoved()
    } catch (thrown) {
      toast.error(getMessage(thrown))
    }
  })
  return { remove, isPending: unpublish.isPending }
}

type PanelProps = {
  /** True if the card was just saved, so the panel takes the focus from the button it replaces. */
  isNew: boolean
  children: ReactNode
}

function Panel({ isNew, children }: PanelProps) {
  return (
    <div className={styles['panel']} tabIndex={-1} ref={useFocus<HTMLDivElement>(isNew)}>
      {children}
    </div>
  )
}
