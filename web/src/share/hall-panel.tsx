import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Visibility } from '#shared/domain/card.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { cardQuery } from '#web/data/cards.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { classes } from '#web/ui/classes.ts'
import textStyles from '#web/ui/text.module.css'
import { SavedPanel, WaitingPanel } from './saved-panel.tsx'
import { SavePanel } from './save-panel.tsx'
import type { ShareCard, SharePlace } from './share-card.ts'

type HallPanelProps = {
  card: ShareCard
  place: SharePlace
  onVisibility: (visibility: Visibility) => void
  onRename: () => void
  onShare: () => void
}

/** The maker's panel for the Hall, with the save button, then the review status or the rank. */
export function HallPanel({ card, place, onVisibility, onRename, onShare }: HallPanelProps) {
  const platform = usePlatform()
  /** The result of the visitor's last press. */
  const [last, setLast] = useState<'saved' | 'removed' | null>(null)
  const isSaved = last === 'saved'
  // The card's own page already shows its review status and rank.
  const hasPanel = place === 'result' || isSaved
  const { data: page } = useQuery({
    ...cardQuery(platform, card.id),
    enabled: hasPanel && card.visibility !== 'draft',
  })

  function finishSave(visibility: Visibility) {
    setLast('saved')
    onVisibility(visibility)
  }

  function finishRemoval() {
    setLast('removed')
    onVisibility('unlisted')
  }

  if (card.visibility === 'public')
    return hasPanel ? (
      <SavedPanel {...{ card, place, onShare }} rank={page?.rank ?? null} isNew={isSaved} onRemoved={finishRemoval} />
    ) : null
  if (card.visibility === 'unlisted' && (card.waiting || page?.waiting))
    return hasPanel ? <WaitingPanel card={card} isNew={isSaved} onRemoved={finishRemoval} /> : null
  const refusal = card.needsFace ? REFUSAL.noFace : card.canSave === false ? REFUSAL.notMaker : null
  if (refusal !== null) return <p className={classes(textStyles['small'], textStyles['mute'])}>{refusal}</p>
  return card.stats === null ? null : (
    <SavePanel card={card} isNew={last === 'removed'} onSaved={finishSave} onRename={onRename} />
  )
}
