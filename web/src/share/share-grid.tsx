import { ChevronDown, Download, Ellipsis, ImageUp, Link2, Send, Share2 } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import { isInApp } from './in-app.ts'
import { postOnXUrl } from './post-on-x.ts'
import { DOWNLOADS, downloadUrl, type ShareCard, type ShareContent, type SharePlace } from './share-card.ts'
import { useDownload } from './use-download.ts'
import type { PageLink } from './use-page-link.ts'
import styles from './share-grid.module.css'

export type Confirmed = 'link' | 'instagram'

type ShareGridProps = {
  card: ShareCard
  shared: ShareContent
  place: SharePlace
  link: PageLink
  confirmed: Confirmed | null
  confirm: (name: Confirmed) => void
  onShare: () => void
  onFormats: () => void
  onMore: () => void
}

/** The main ways to share a card, each with one press. */
export function ShareGrid(props: ShareGridProps) {
  const { card, shared, place, link, confirmed, confirm, onShare, onFormats, onMore } = props
  const { origin, share, userAgent } = usePlatform()
  const { coming, download } = useDownload()
  const [offersStory, setOffersStory] = useState(false)

  /** Downloads the card. In-app browsers cannot save files, so the sheet shows the image to press and hold instead. */
  function downloadCard(event: MouseEvent<HTMLAnchorElement>) {
    if (!isInApp(userAgent)) return download(event)
    event.preventDefault()
    onFormats()
  }

  const copyLink = () => {
    setOffersStory(false)
    return link.copy(shared.url, () => {
      confirm('link')
      toast.success(place === 'result' ? SUCCESS.cardLinkCopied : SUCCESS.shareLinkCopied)
    })
  }

  const copyImageLink = () => {
    setOffersStory(true)
    return link.copy(new URL(card.imageUrl, origin).href, () => confirm('instagram'))
  }

  return (
    <>
      <p className={classes(textStyles['small'], textStyles['mute'], styles['seen-by'])}>
        <output>
          {card.visibility === 'draft'
            ? 'Only you can see this card until you share it. Then anyone with the link can.'
            : null}
          {card.visibility === 'unlisted' && (place === 'result' || link.undo)
            ? 'Anyone with the link can see this card.'
            : null}
        </output>{' '}
        {link.undo ? (
          <button type="button" className={linkLook} onClick={link.undo}>
            Undo
          </button>
        ) : null}
      </p>
      <div className={styles['grid']}>
        <div className={styles['download']}>
          <a
            className={buttonLook('full')}
            href={downloadUrl(card.id, 'card')}
            download
            aria-busy={coming !== null}
            onClick={downloadCard}
          >
            <Download className={iconLook} aria-hidden="true" />
            {LABELS.download}
          </a>
          <button
            type="button"
            className={buttonLook('square')}
            aria-haspopup="dialog"
            aria-label="Other formats"
            onClick={onFormats}
          >
            <ChevronDown className={iconLook} aria-hidden="true" />
          </button>
        </div>
        <button type="button" className={buttonLook()} onClick={() => void copyLink()}>
          <Link2 className={iconLook} aria-hidden="true" />
          {confirmed === 'link' ? 'Copied' : LABELS.copyLink}
        </button>
        <a
          className={buttonLook()}
          href={postOnXUrl(shared)}
          target="_blank"
          rel="noopener"
          onClick={() => {
            setOffersStory(false)
            void link.workOrSay()
          }}
        >
          <Send className={iconLook} aria-hidden="true" />
          {LABELS.shareOnX}
        </a>
        <button type="button" className={buttonLook()} onClick={() => void copyImageLink()}>
          <ImageUp className={iconLook} aria-hidden="true" />
          {LABELS.instagram}
        </button>
        {share || place === 'page' ? (
          <button type="button" className={buttonLook()} onClick={onShare}>
            <Share2 className={iconLook} aria-hidden="true" />
            {LABELS.share}
          </button>
        ) : null}
        <button type="button" className={buttonLook()} aria-haspopup="dialog" onClick={onMore}>
          <Ellipsis className={iconLook} aria-hidden="true" />
          {LABELS.more}
        </button>
      </div>
      <noscript>
        <p className={styles['files']}>
          {DOWNLOADS.filter(({ kind }) => kind !== 'card').map(({ kind, label }) => (
            <a key={kind} className={linkLook} href={downloadUrl(card.id, kind)} download>
              {label}
            </a>
          ))}
        </p>
      </noscript>
      <output className={styles['done']}>{confirmed === 'instagram' ? SUCCESS.imageLinkCopied : null}</output>
      {offersStory ? (
        <p className={classes(textStyles['small'], textStyles['mute'])}>
          Posting a Story?{' '}
          <a href={downloadUrl(card.id, 'story')} download onClick={download}>
            Save the vertical image
          </a>
          .
        </p>
      ) : null}
    </>
  )
}
