import { Image, MessageCircle, QrCode as QrIcon } from 'lucide-react'
import { useState } from 'react'
import { useConfirmation } from '#web/hooks/confirmation.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { whatsAppUrl } from '#web/share/post-on-x.ts'
import { buttonLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import fieldStyles from '#web/ui/field.module.css'
import { iconLook } from '#web/ui/icon.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { ManageLinkWay } from './manage-link-way.tsx'
import { MovingWay } from './moving/moving-way.tsx'
import { QrCode } from './qr-code.tsx'
import type { ShareContent, ShareSheetProps } from './share-card.ts'
import { ShareWords, type WordsChoice } from './share-words.tsx'
import type { PageLink } from './use-page-link.ts'
import styles from './more-sheet.module.css'
import waysStyles from './ways.module.css'

type MoreSheetProps = ShareSheetProps & {
  link: PageLink
  shared: ShareContent
  words: WordsChoice
  /** True for the card's maker, or a holder of its manage link. */
  mine: boolean
}

/** The less common ways to share a card. */
export default function MoreSheet({ card, open, onClose, link, shared, words, mine }: MoreSheetProps) {
  const { api, copyPicture } = usePlatform()
  const { confirmed, confirm } = useConfirmation<'picture'>()
  const [hasCode, setHasCode] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function copyCard() {
    if (!copyPicture) return
    setFault(null)
    try {
      await copyPicture(api.cards.file(card.imageUrl).then((response) => response.blob()))
      confirm('picture')
    } catch {
      setFault("We couldn't copy the image. Download it instead.")
    }
  }

  const toggleCode = async () => setHasCode(!hasCode && (await link.workOrSay()))

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="More ways to share"
      kind="dialog"
      footer={
        <button type="button" className={buttonLook()} onClick={onClose}>
          Close
        </button>
      }
    >
      <ShareWords {...words} />
      <ul className={waysStyles['ways']}>
        <li>
          <a href={whatsAppUrl(shared)} target="_blank" rel="noopener" onClick={() => void link.workOrSay()}>
            <MessageCircle className={iconLook} aria-hidden="true" />
            <b>WhatsApp</b>
            <span>Send the link</span>
          </a>
        </li>
        {copyPicture ? (
          <li>
            <button type="button" onClick={() => void copyCard()}>
              <Image className={iconLook} aria-hidden="true" />
              <b>{confirmed === 'picture' ? 'Copied' : 'Copy image'}</b>
              <span>Paste it in a chat or post</span>
            </button>
          </li>
        ) : null}
        <li>
          <button type="button" aria-expanded={hasCode} onClick={() => void toggleCode()}>
            <QrIcon className={iconLook} aria-hidden="true" />
            <b>QR code</b>
            <span>Scan to open on another phone</span>
          </button>
        </li>
        <MovingWay card={card} />
        {mine ? <ManageLinkWay id={card.id} /> : null}
      </ul>
      <output className={classes(fieldStyles['error'], styles['fault'])}>{fault}</output>
      {hasCode ? (
        <div ref={scrollIntoView}>
          <QrCode className={styles['qr']} text={shared.url} label="QR code of the card's page" />
        </div>
      ) : null}
    </Sheet>
  )
}

/** The code appears below the last row, possibly behind the sheet's footer. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
