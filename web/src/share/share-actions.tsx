import { CirclePlus } from 'lucide-react'
import { useState } from 'react'
import type { Visibility } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { useConfirmation } from '#web/hooks/confirmation.ts'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { lateSheet } from '#web/ui/late-sheet.tsx'
import { HallPanel } from './hall-panel.tsx'
import { type ShareCard, type SharePlace, toShareContent, getShareTexts } from './share-card.ts'
import { type Confirmed, ShareGrid } from './share-grid.tsx'
import { useNativeShare } from './use-native-share.ts'
import { usePageLink } from './use-page-link.ts'
import styles from './share-actions.module.css'

const DownloadSheet = lateSheet(() => import('./download-sheet.tsx'))
const MoreSheet = lateSheet(() => import('./more-sheet.tsx'))
const RenameSheet = lateSheet(() => import('#web/card/owner/rename-sheet.tsx'))

export type ShareActionsProps = {
  card: ShareCard
  place: SharePlace
  /** True for the card's maker, or a holder of its manage link, who may publish it. */
  mine: boolean
  /** Called when the card's visibility changes. */
  onVisibility: (visibility: Visibility) => void
  /** Starts the next card. */
  onAnother?: (() => void) | undefined
}

/** Saves and shares a card. Saving publishes it; sharing a draft makes it unlisted first. */
export function ShareActions({ card, place, mine, onVisibility, onAnother }: ShareActionsProps) {
  const { origin } = usePlatform()
  const [sheet, setSheet] = useState<{ name: 'download' | 'more'; open: boolean } | null>(null)
  const { confirmed, confirm } = useConfirmation<Confirmed>()
  const renaming = useSheet()
  const link = usePageLink(card, { onVisibility, onNameRefused: rename })
  const texts = getShareTexts(card, mine)
  const [choice, setChoice] = useState<string | null>(null)
  const text = texts.find((text) => text === choice) ?? texts[0]!
  const shared = toShareContent(origin, card, text)
  const shareNatively = useNativeShare(card, shared, link)
  const share = () => void shareNatively()
  const open = (name: 'download' | 'more') => setSheet({ name, open: true })
  const close = () => setSheet((before) => before && { ...before, open: false })
  const sheetProps = { card, open: sheet?.open ?? false, onClose: close }

  // One dialog at a time: closes the sheet in which the nickname was refused.
  function rename() {
    close()
    renaming.open()
  }

  return (
    <div className={styles['actions']}>
      {mine ? <HallPanel {...{ card, place, onVisibility }} onRename={rename} onShare={share} /> : null}
      <ShareGrid
        {...{ card, shared, place, link, confirmed, confirm }}
        onShare={share}
        onFormats={() => open('download')}
        onMore={() => open('more')}
      />
      {onAnother ? (
        <button type="button" className={buttonLook('full')} onClick={onAnother}>
          <CirclePlus className={iconLook} aria-hidden="true" />
          {LABELS.makeAnother}
        </button>
      ) : null}
      {sheet?.name === 'download' ? <DownloadSheet {...sheetProps} /> : null}
      {sheet?.name === 'more' ? (
        <MoreSheet {...sheetProps} {...{ link, shared, mine }} words={{ texts, chosen: text, onChange: setChoice }} />
      ) : null}
      {renaming.times === 0 ? null : (
        <RenameSheet
          key={renaming.times}
          card={card}
          open={renaming.isOpen}
          onClose={renaming.close}
          fault={REFUSAL.nickname}
        />
      )}
    </div>
  )
}
