import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Visibility } from '#shared/domain/card.ts'
import { cardQuery } from '#web/data/cards.ts'
import { usePlatform } from '#web/lib/platform.tsx'
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

/** The maker's way into the Hall: the button, then whether the card waits or which place it has. */
export function HallPanel({ card, place, onVisibility, onRename, onShare }: HallPanelProps) {
  const platform = usePlatform()
  /** The panel that the visitor's last press led to. */
  const [last, setLast] = useState<'saved' | 'removed' | null>(null)
  const isSaved = last === 'saved'
  // The card's own page says by itself that a card waits, and which place it has.
  const isShown = place === 'result' || isSaved
  const { data: page } = useQuery({
    ...cardQuery(platform, card.id),
    enabled: isShown && card.visibility !== 'draft',
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
    return isShown ? (
      <SavedPanel {...{ card, place, onShare }} rank={page?.rank ?? null} isNew={isSaved} onRemoved={finishRemoval} />
    ) : null
  if (card.visibility === 'unlisted' && (card.waiting || page?.waiting))
    return isShown ? <WaitingPanel card={card} isNew={isSaved} onRemoved={finishRemoval} /> : null
  return card.stats === null ? null : (
    <SavePanel card={card} isNew={last === 'removed'} onSaved={finishSave} onRename={onRename} />
  )
}
