import { useQuery } from '@tanstack/react-query'
import { KeyRound, Link2, Share2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FAILURE, LABELS } from '#shared/domain/messages.ts'
import { useConfirmation } from '#web/hooks/confirmation.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import fieldStyles from '#web/ui/field.module.css'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import { QrCode } from './qr-code.tsx'
import type { SharedCard, ShareCard } from './share-card.ts'
import { ShareWords, type WordsChoice } from './share-words.tsx'
import styles from './published.module.css'

/** After publishing: the way to voters first, then how to hand the card to a phone, and the link that keeps it its maker's. */
type PublishedProps = {
  card: ShareCard
  token: string | null
  shared: SharedCard
  words: WordsChoice
  onShare: () => void
}

export function Published({ card, token, shared, words, onShare }: PublishedProps) {
  const { api, copyText } = usePlatform()
  const { confirmed, confirm } = useConfirmation<'page' | 'manage'>()
  const [fault, setFault] = useState<string | null>(null)
  const manage = useQuery({
    queryKey: ['manage-link', card.id],
    queryFn: () => api.cards.manageLink(card.id, token),
    // The link is a capability (it alone gives access to the card): it is not kept longer than it is shown.
    gcTime: 0,
  })
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { url } = shared

  async function copy(text: string, name: 'page' | 'manage') {
    setFault(null)
    try {
      await copyText(text)
      confirm(name)
    } catch {
      setFault(FAILURE.copy)
    }
  }

  return (
    <div className={styles['published']}>
      <p className={styles['lit']} tabIndex={-1} ref={heading}>
        Your card is in the Hall. Anyone can vote for it now.
      </p>
      <ShareWords {...words} />
      <button type="button" className={buttonLook('primary', 'full')} onClick={onShare}>
        <Share2 className={iconLook} aria-hidden="true" />
        Share
      </button>
      <div className={styles['handover']}>
        <QrCode text={url} label="QR code of the card's page" />
        <div>
          <p>Let a friend scan this, or send the link.</p>
          <button type="button" className={buttonLook('full')} onClick={() => void copy(url, 'page')}>
            <Link2 className={iconLook} aria-hidden="true" />
            {confirmed === 'page' ? 'Copied' : LABELS.copyLink}
          </button>
        </div>
      </div>
      <div className={styles['keep']}>
        <h3>Manage link</h3>
        <p className={textStyles['mute']}>Keep it to delete or rename your card from any browser. Do not post it.</p>
        {manage.isError ? (
          <button type="button" className={buttonLook('full')} onClick={() => void manage.refetch()}>
            Could not get it. Try again
          </button>
        ) : (
          <button
            type="button"
            className={buttonLook('full')}
            disabled={!manage.data}
            onClick={() => manage.data && void copy(manage.data.url, 'manage')}
          >
            <KeyRound className={iconLook} aria-hidden="true" />
            {confirmed === 'manage' ? 'Copied' : 'Copy manage link'}
          </button>
        )}
      </div>
      <p className={fieldStyles['error']} role="alert">
        {fault}
      </p>
    </div>
  )
}
