import { ExternalLink } from 'lucide-react'
import { CardPicture } from '#web/card/card-picture.tsx'
import { usePlatform } from '#web/lib/platform.tsx'
import { ownBrowserUrl } from './in-app.ts'
import { pageUrl, type ShareCard } from './share-card.ts'

/** For the browsers inside other apps, which save no file: the picture at full width, and the way out. */
export function HoldPicture({ card }: { card: ShareCard }) {
  const { origin, userAgent } = usePlatform()
  const elsewhere = card.visibility === 'draft' ? null : ownBrowserUrl(pageUrl(origin, card.id), userAgent)
  return (
    <div className="hold">
      <p>Press and hold the image to save it.</p>
      <CardPicture card={card} hero />
      {elsewhere === null ? null : (
        <a className="btn full" href={elsewhere}>
          <ExternalLink className="i" aria-hidden="true" />
          Open in browser
        </a>
      )}
    </div>
  )
}
