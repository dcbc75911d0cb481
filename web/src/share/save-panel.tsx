import { CodedError } from '#shared/client/coded-error.ts'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Visibility } from '#shared/domain/card.ts'
import { CONSENT, FAILURE, LABELS, REFUSAL, SUCCESS } from '#shared/domain/messages.ts'
import { useSaveCard } from '#web/data/cards.ts'
import { useFocus } from '#web/hooks/use-focus.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { isNameRefused, wordsOf } from '#web/lib/failure.ts'
import { buttonLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import fieldStyles from '#web/ui/field.module.css'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import type { ShareCard } from './share-card.ts'
import styles from './save-panel.module.css'

type SavePanelProps = {
  card: ShareCard
  /** The card was removed from the Hall just now, so the panel takes the focus of the button that it replaces. */
  isNew: boolean
  /** The visibility after the save: a card that waits for a moderator is unlisted. */
  onSaved: (visibility: Visibility) => void
  onRename: () => void
}

/** *Save to Hall* with the consent above it: the press is the consent (web/README.md, _Decisions_). */
export function SavePanel({ card, isNew, onSaved, onRename }: SavePanelProps) {
  const saving = useSaveCard()
  const [fault, setFault] = useState<string | null>(null)
  const consentId = useId()

  const save = useSingleFlight(async () => {
    if (!card.stats) return
    setFault(null)
    const { playerName, jerseyNumber, teamColors, imageUrl, stats } = card
    try {
      const { waiting } = await saving.mutateAsync({ playerName, jerseyNumber, teamColors, imageUrl, stats })
      if (!waiting) toast.success(SUCCESS.cardSaved)
      onSaved(waiting ? 'unlisted' : 'public')
    } catch (thrown) {
      toast.error(FAILURE.save)
      setFault(explain(thrown))
    }
  })

  return (
    <div className={styles['panel']} tabIndex={-1} ref={useFocus<HTMLDivElement>(isNew)}>
      <p className={classes(textStyles['small'], textStyles['mute'])} id={consentId}>
        {CONSENT} <Link to="/rules">{LABELS.hallRules}</Link>
      </p>
      <button
        type="button"
        className={saving.isPending ? buttonLook('primary', 'full', 'busy') : buttonLook('primary', 'full')}
        aria-disabled={saving.isPending}
        aria-describedby={consentId}
        onClick={() => void save()}
      >
        {saving.isPending ? 'Saving...' : LABELS.saveToHall}
      </button>
      <p className={fieldStyles['error']} role="alert">
        {fault}
      </p>
      {isNameRefused(saving.error) ? (
        <button type="button" className={buttonLook('full')} aria-haspopup="dialog" onClick={onRename}>
          Change nickname
        </button>
      ) : null}
    </div>
  )
}

function explain(thrown: unknown): string {
  if (isNameRefused(thrown)) return REFUSAL.nickname
  // An owner by manage link or account may edit and share the card, but the save takes the maker's cookie.
  return thrown instanceof CodedError && thrown.code === '42501' ? REFUSAL.notMaker : wordsOf(thrown)
}
