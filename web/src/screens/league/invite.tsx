import { ClipboardCopy, Link2, QrCode as QrIcon, Share2 } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import type { League } from '#shared/contracts/league.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { toast } from '#web/ui/toast.ts'
import { toInviteText, toInviteUrl } from './league-texts.ts'
import { useCopy } from './use-copy.ts'
import styles from './invite.module.css'

type InviteProps = { code: string; league: League }

/** The league's link, and ways to share it. */
export function Invite({ code, league }: InviteProps) {
  const { origin, share } = usePlatform()
  const { confirmed, copy } = useCopy<'link' | 'text'>()
  const [hasQr, setHasQr] = useState(false)
  const url = toInviteUrl(origin, code)
  const text = toInviteText(league, url)

  async function shareLink() {
    try {
      await share?.({ title: league.name, text })
    } catch (thrown) {
      const wasDismissed = thrown instanceof DOMException && thrown.name === 'AbortError'
      if (!wasDismissed) await copy('link', url)
    }
  }

  return (
    <div className={styles['invite']}>
      <p className={styles['link']}>
        <a href={url}>{url.replace(/^https?:\/\//u, '')}</a>
      </p>
      <div className={styles['ways']}>
        <button type="button" className={buttonLook()} onClick={() => void copy('link', url)}>
          <Link2 className={iconLook} aria-hidden="true" />
          {confirmed === 'link' ? 'Copied' : LABELS.copyLink}
        </button>
        <button type="button" className={buttonLook()} onClick={() => void copy('text', text)}>
          <ClipboardCopy className={iconLook} aria-hidden="true" />
          {confirmed === 'text' ? 'Copied' : 'Copy text'}
        </button>
        {share ? (
          <button type="button" className={buttonLook()} onClick={() => void shareLink()}>
            <Share2 className={iconLook} aria-hidden="true" />
            {LABELS.share}
          </button>
        ) : null}
        <button type="button" className={buttonLook()} aria-expanded={hasQr} onClick={() => setHasQr(!hasQr)}>
          <QrIcon className={iconLook} aria-hidden="true" />
          QR code
        </button>
      </div>
      <output className={styles['said']}>{confirmed === null ? null : 'Copied to the clipboard.'}</output>
      {hasQr ? <LateQrCode url={url} /> : null}
      <blockquote className={styles['text']} dir="auto">
        {text}
      </blockquote>
    </div>
  )
}

type QrCodeProps = { text: string; label: string; className?: string | undefined }

/** A QR code whose encoder loads lazily. */
function LateQrCode({ url }: { url: string }) {
  const [QrCode, setQrCode] = useState<ComponentType<QrCodeProps> | null>(null)
  useEffect(() => {
    import('#web/share/qr-code.tsx').then(
      (part) => setQrCode(() => part.QrCode),
      () => void toast.error("That didn't open. Check your connection and try again."),
    )
  }, [])
  return QrCode === null ? null : <QrCode className={styles['qr']} text={url} label="QR code of the league's page" />
}
