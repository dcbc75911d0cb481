import { Ellipsis, ImageUp, Link2, Send } from 'lucide-react'
import { useState } from 'react'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { classes } from '#web/ui/classes.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { postOnXUrl } from '#web/share/post-on-x.ts'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import { downloadUrl, type SharedCard, type ShareCard, type SharePlace } from './share-card.ts'
import { useDownload } from './use-download.ts'
import type { PageLink } from './use-page-link.ts'
import styles from './quiet-row.module.css'

export type Confirmed = 'link' | 'instagram'

type QuietRowProps = {
  card: ShareCard
  shared: SharedCard
  place: SharePlace
  link: PageLink
  confirmed: Confirmed | null
  confirm: (name: Confirmed) => void
  onMore: () => void
}

/** The ways of sharing that name their goal. */
export function QuietRow({ card, shared, place, link, confirmed, confirm, onMore }: QuietRowProps) {
  const { origin } = usePlatform()
  const { coming, download } = useDownload()
  const [offersStory, setOffersStory] = useState(false)
  const story = downloadUrl(card.id, 'story')

  const copyLink = () =>
    link.copy(shared.url, () => {
      confirm('link')
      toast.success(place === 'result' ? SUCCESS.cardLinkCopied : SUCCESS.shareLinkCopied)
    })
  const copyImageLink = () => {
    setOffersStory(true)
    return link.copy(new URL(card.imageUrl, origin).href, () => confirm('instagram'))
  }

  return (
    <>
      <div className={styles['row']}>
        <button type="button" className={buttonLook()} onClick={() => void copyLink()}>
          <Link2 className={iconLook} aria-hidden="true" />
          {confirmed === 'link' ? 'Copied' : LABELS.copyLink}
        </button>
        <a
          className={buttonLook()}
          href={postOnXUrl(shared)}
          target="_blank"
          rel="noopener"
          onClick={() => void link.workOrSay()}
        >
          <Send className={iconLook} aria-hidden="true" />
          Post on X
        </a>
        <button type="button" className={buttonLook()} onClick={() => void copyImageLink()}>
          <ImageUp className={iconLook} aria-hidden="true" />
          Instagram
        </button>
        <button type="button" className={buttonLook()} aria-haspopup="dialog" onClick={onMore}>
          <Ellipsis className={iconLook} aria-hidden="true" />
          More
        </button>
      </div>
      <output className={styles['done']}>{confirmed === 'instagram' ? SUCCESS.imageLinkCopied : null}</output>
      {offersStory ? (
        <p className={classes(textStyles['small'], textStyles['mute'])}>
          For a story, take the tall picture:{' '}
          <a href={story} download onClick={download} aria-busy={coming !== null}>
            save the story image
          </a>
          {coming === null ? '.' : ` (${Math.floor(coming.part * 100)} %).`}
        </p>
      ) : null}
    </>
  )
}
