import { Download, ExternalLink } from 'lucide-react'
import { LABELS } from '#shared/domain/messages.ts'
import { CardPicture } from '#web/card/card-picture.tsx'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { isInApp, ownBrowserUrl } from './in-app.ts'
import { MovingWay } from './moving/moving-way.tsx'
import { DOWNLOADS, downloadUrl, pageUrl, type ShareCard, type ShareSheetProps } from './share-card.ts'
import { useDownload } from './use-download.ts'
import styles from './download-sheet.module.css'
import waysStyles from './ways.module.css'

/** The card's downloads. In-app browsers, which cannot save files, show the picture to press and hold. */
export default function DownloadSheet({ card, open, onClose }: ShareSheetProps) {
  const { userAgent } = usePlatform()
  const { coming, download } = useDownload()
  const inApp = isInApp(userAgent)

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={LABELS.download}
      kind="dialog"
      tall={inApp}
      footer={
        <button type="button" className={buttonLook()} onClick={onClose}>
          Close
        </button>
      }
    >
      {inApp ? (
        <HoldPicture card={card} />
      ) : (
        <ul className={waysStyles['ways']}>
          {DOWNLOADS.map(({ kind, label, hint }) => {
            const url = downloadUrl(card.id, kind)
            const isComing = coming?.url === url
            return (
              <li key={kind} aria-busy={isComing}>
                <a href={url} download onClick={download}>
                  <Download className={iconLook} aria-hidden="true" />
                  <b>{label}</b>
                  <span>{isComing ? `Downloading… ${Math.floor(coming.part * 100)}%` : hint}</span>
                </a>
              </li>
            )
          })}
          <MovingWay card={card} />
        </ul>
      )}
    </Sheet>
  )
}

/** The picture at full width, and a link to the device's browser. Shown in in-app browsers. */
function HoldPicture({ card }: { card: ShareCard }) {
  const { origin, userAgent } = usePlatform()
  const elsewhere = card.visibility === 'draft' ? null : ownBrowserUrl(pageUrl(origin, card.id), userAgent)
  return (
    <div className={styles['hold']}>
      <p>Press and hold the image to save it.</p>
      <CardPicture card={card} hero />
      {elsewhere === null ? null : (
        <a className={buttonLook('full')} href={elsewhere}>
          <ExternalLink className={iconLook} aria-hidden="true" />
          Open in browser
        </a>
      )}
    </div>
  )
}
