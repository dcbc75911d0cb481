import { CodedError } from '#shared/client/coded-error.ts'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Visibility } from '#shared/domain/card.ts'
import { CONSENT } from '#shared/domain/card-words.ts'
import { FAILURE, LABELS } from '#shared/domain/messages.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { useSaveCard } from '#web/data/own-card.ts'
import { useFocus } from '#web/hooks/use-focus.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { getMessage, isNameRefused } from '#web/lib/failure.ts'
import { buttonLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import fieldStyles from '#web/ui/field.module.css'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import type { ShareCard } from './share-card.ts'
import styles from './save-panel.module.css'

type SavePanelProps = {
  card: ShareCard
  /** True if the card was just removed from the Hall, so the panel takes the focus from the button it replaces. */
  isNew: boolean
  /** Called with the visibility after the save: a card in review is unlisted. */
  onSaved: (visibility: Visibility) => void
  onRename: () => void
}

/** *Save to Hall* with the consent text above it. Pressing the button gives consent (web/DECISIONS.md). */
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
      onSaved(waiting ? 'unlisted' : 'public')
    } catch (thrown) {
      toast.error(FAILURE.save)
      if (isNameRefused(thrown)) onRename()
      else setFault(explain(thrown))
    }
  })

  return (
    <div className={styles['panel']} tabIndex={-1} ref={useFocus<HTMLDivElement>(isNew)}>
      <p className={classes(textStyles['small'], textStyles['mute'])} id={consentId}>
        {CONSENT} <Link to="/rules">{LABELS.hallRules}</Link>
      </p>
      <button
        type="button"
        id="save"
        className={saving.isPending ? buttonLook('primary', 'full', 'busy') : buttonLook('primary', 'full')}
        aria-disabled={saving.isPending}
        aria-describedby={consentId}
        onClick={() => void save()}
      >
        {saving.isPending ? 'Saving...' : LABELS.saveToHall}
      </button>
      {fault === null ? null : (
        <p className={fieldStyles['error']} role="alert" ref={bringIntoView}>
          {fault}
        </p>
      )}
    </div>
  )
}

/** Centered, because the toast at the bottom would cover the reason and the button. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'center' })

function explain(thrown: unknown): string {
  // An owner by manage link or account can edit and share the card, but saving requires the maker's cookie.
  return thrown instanceof CodedError && thrown.code === '42501' ? REFUSAL.notMaker : getMessage(thrown)
}
