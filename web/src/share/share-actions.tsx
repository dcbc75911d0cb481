import { Check, CirclePlus, Download, Share2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Visibility } from '#shared/domain/card.ts'
import { LABELS, REFUSAL } from '#shared/domain/messages.ts'
import { useConfirmation } from '#web/hooks/confirmation.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { lateSheet } from '#web/ui/late-sheet.tsx'
import { type Confirmed, QuietRow } from './quiet-row.tsx'
import { downloadUrl, type ShareCard, type SharePlace, sharedAs, wordsFor } from './share-card.ts'
import { useNativeShare } from './use-native-share.ts'
import { usePageLink } from './use-page-link.ts'
import styles from './share-actions.module.css'

const SaveSheet = lateSheet(() => import('./save-sheet.tsx'))
const DownloadSheet = lateSheet(() => import('./download-sheet.tsx'))
const MoreSheet = lateSheet(() => import('./more-sheet.tsx'))
const RenameSheet = lateSheet(() => import('#web/card/owner/rename-sheet.tsx'))

export type ShareActionsProps = {
  card: ShareCard
  place: SharePlace
  /** Whether this visitor made it, or has its manage link: then it can be published. */
  mine: boolean
  /** Of the manage link this browser came with. */
  token?: string | null
  /** What the card became by being shared or saved. */
  onVisibility: (visibility: Visibility) => void
  /** Begins the next card; without it, the way there is a link. */
  onAnother?: (() => void) | undefined
}

/** The other files of the download sheet, for visitors without scripts. */
const FILES = [
  { kind: 'story', name: 'Story' },
  { kind: 'back', name: 'Back of the card' },
  { kind: 'print', name: 'Print sheet' },
] as const

/** Everything that hands a card on. Saving publishes it; every way of sharing first makes its page work. */
export function ShareActions({ card, place, mine, token = null, onVisibility, onAnother }: ShareActionsProps) {
  const [sheet, setSheet] = useState<{ name: 'save' | 'download' | 'more'; open: boolean } | null>(null)
  const { confirmed, confirm } = useConfirmation<Confirmed>()
  const renaming = useSheet()
  // One dialog at a time: the one that found out makes room.
  const onNameRefused = () => {
    setSheet((before) => before && { ...before, open: false })
    renaming.open()
  }
  const link = usePageLink(card, { onVisibility, onNameRefused })
  const { origin } = usePlatform()
  const texts = wordsFor(card, mine)
  const [choice, setChoice] = useState(0)
  const text = texts[choice] ?? texts[0]
  const shared = sharedAs(origin, card, text)
  const words = { texts, chosen: text, onChange: (next: string) => setChoice(Math.max(0, texts.indexOf(next))) }
  const shareNatively = useNativeShare(card, shared, link, () => confirm('link'))
  const savedLink = useRef<HTMLAnchorElement>(null)
  const open = (name: 'save' | 'download' | 'more') => setSheet({ name, open: true })

  const shown = {
    card,
    open: sheet?.open ?? false,
    onClose() {
      setSheet((before) => before && { ...before, open: false })
      // The button that opened it is gone once the card is in the Hall.
      if (sheet?.name === 'save') requestAnimationFrame(() => savedLink.current?.focus())
    },
  }

  return (
    <div className={styles['actions']}>
      {card.visibility === 'public' && place === 'result' ? (
        <p className={styles['saved']}>
          <Check className={iconLook} aria-hidden="true" />
          <span>Saved to the Hall of Fame.</span>
          <Link className={linkLook} to={`/card/${card.id}`} ref={savedLink}>
            See its page
          </Link>
        </p>
      ) : null}
      {card.visibility !== 'public' && mine && card.stats ? (
        <button
          type="button"
          className={buttonLook('primary', 'full')}
          aria-haspopup="dialog"
          onClick={() => open('save')}
        >
          {LABELS.saveToHall}
        </button>
      ) : null}
      {onAnother ? (
        <button type="button" className={buttonLook('full')} onClick={onAnother}>
          <CirclePlus className={iconLook} aria-hidden="true" />
          {LABELS.makeAnother}
        </button>
      ) : null}
      <div className={styles['pair']}>
        <button type="button" className={buttonLook()} onClick={() => void shareNatively()}>
          <Share2 className={iconLook} aria-hidden="true" />
          Share
        </button>
        <a
          className={buttonLook()}
          href={downloadUrl(card.id, 'card')}
          download
          onClick={(event) => {
            event.preventDefault()
            open('download')
          }}
        >
          <Download className={iconLook} aria-hidden="true" />
          {LABELS.download}
        </a>
      </div>
      <noscript>
        <p className={styles['files']}>
          {FILES.map(({ kind, name }) => (
            <a key={kind} className={linkLook} href={downloadUrl(card.id, kind)} download>
              {name}
            </a>
          ))}
        </p>
      </noscript>
      <QuietRow {...{ card, shared, place, link, confirmed, confirm }} onMore={() => open('more')} />
      {sheet?.name === 'save' ? (
        <SaveSheet
          {...shown}
          {...{ token, link, onVisibility, onNameRefused, onAnother, shared, words }}
          onShare={() => void shareNatively()}
        />
      ) : null}
      {sheet?.name === 'download' ? <DownloadSheet {...shown} /> : null}
      {renaming.times === 0 ? null : (
        <RenameSheet
          key={renaming.times}
          card={card}
          open={renaming.isOpen}
          onClose={renaming.close}
          fault={REFUSAL.nickname}
        />
      )}
      {sheet?.name === 'more' ? <MoreSheet {...shown} {...{ link, shared, words }} /> : null}
    </div>
  )
}
