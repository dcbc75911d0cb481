import '#web/styles/share-sheets.css'
import { Download } from 'lucide-react'
import { LABELS } from '#shared/domain/messages.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { HoldPicture } from './hold-picture.tsx'
import { isInApp } from './in-app.ts'
import { DOWNLOADS, downloadUrl, type ShareSheetProps } from './share-card.ts'
import { useDownload } from './use-download.ts'

/** The card as files. Where a browser saves none, the picture itself, to be held and kept. */
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
        <button type="button" className="btn" onClick={onClose}>
          Close
        </button>
      }
    >
      {inApp ? (
        <HoldPicture card={card} />
      ) : (
        <ul className="ways">
          {DOWNLOADS.map(({ kind, label, hint }) => {
            const url = downloadUrl(card.id, kind)
            const isComing = coming?.url === url
            return (
              <li key={kind} aria-busy={isComing}>
                <a href={url} download onClick={download}>
                  <Download className="i" aria-hidden="true" />
                  <b>{label}</b>
                  <span>{isComing ? `Downloading… ${Math.floor(coming.part * 100)} %` : hint}</span>
                </a>
              </li>
            )
          })}
        </ul>
      )}
    </Sheet>
  )
}
