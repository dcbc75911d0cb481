import { Flag, Link2, Repeat2, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { displayName } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { remixPath } from '#web/data/remix.ts'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { CardPicture } from './card-picture.tsx'
import { ReportSheet } from './report-sheet.tsx'
import type { CardSheetProps } from './sheet-props.ts'
import { useShareLink } from './use-share-link.ts'
import styles from './card-sheet.module.css'

type CardMenuSheetProps = CardSheetProps & { begin?: 'menu' | 'report' }

/** Actions for another visitor's card: share, remix or report it. */
export default function CardSheet({ card, open, onClose, begin = 'menu' }: CardMenuSheetProps) {
  const [step, setStep] = useState(begin)
  const { copyLink, shareLink } = useShareLink(card)
  const mini = <CardPicture card={card} sizes="44px" decorative />
  const andClose = (run: () => unknown) => () => {
    void run()
    onClose()
  }

  if (step === 'report') return <ReportSheet card={card} open={open} onClose={onClose} mini={mini} />
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={displayName(card.playerName)}
      kind="dialog"
      mini={mini}
      footer={
        <button type="button" className={buttonLook()} onClick={onClose}>
          Close
        </button>
      }
    >
      <ul className={styles['actions']}>
        <li>
          <button type="button" className={buttonLook('quiet', 'full')} onClick={andClose(shareLink)}>
            <Share2 className={iconLook} aria-hidden="true" />
            Share
          </button>
        </li>
        <li>
          <button type="button" className={buttonLook('quiet', 'full')} onClick={andClose(copyLink)}>
            <Link2 className={iconLook} aria-hidden="true" />
            {LABELS.copyLink}
          </button>
        </li>
        <li>
          <Link className={buttonLook('quiet', 'full')} to={remixPath(card.id)} onClick={onClose}>
            <Repeat2 className={iconLook} aria-hidden="true" />
            {LABELS.makeYours}
          </Link>
        </li>
        <li>
          <button type="button" className={buttonLook('quiet', 'full')} onClick={() => setStep('report')}>
            <Flag className={iconLook} aria-hidden="true" />
            {LABELS.reportCard}
          </button>
        </li>
      </ul>
    </Sheet>
  )
}
