import { Link2, Send, Share2 } from 'lucide-react'
import { type Card, displayName } from '#shared/domain/card.ts'
import { FAILURE, LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { useConfirmation } from '#web/lib/confirmation.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { postOnXUrl } from '#web/lib/post-on-x.ts'
import { toast } from '#web/ui/toast.ts'

/** Hands the card's address on. Where the device cannot share, or fails to, the link is copied instead. */
export function ShareRow({ card }: { card: Card }) {
  const { origin, copyText, share } = usePlatform()
  const { confirmed, confirm } = useConfirmation<'link'>()
  const url = `${origin}/card/${card.id}`
  const name = displayName(card.playerName)

  async function copyLink() {
    try {
      await copyText(url)
      confirm('link')
      toast.success(SUCCESS.shareLinkCopied)
    } catch {
      toast.error(FAILURE.copy)
    }
  }

  async function shareNatively() {
    try {
      if (!share) return await copyLink()
      await share({ title: name, url })
    } catch (thrown) {
      const wasDismissed = thrown instanceof DOMException && thrown.name === 'AbortError'
      if (!wasDismissed) await copyLink()
    }
  }

  return (
    <div className="share">
      <button type="button" className="btn" onClick={shareNatively}>
        <Share2 className="i" aria-hidden="true" />
        Share
      </button>
      <a className="btn" href={postOnXUrl({ name, url })} target="_blank" rel="noopener">
        <Send className="i" aria-hidden="true" />
        Post on X
      </a>
      <button type="button" className="btn" onClick={copyLink}>
        <Link2 className="i" aria-hidden="true" />
        {confirmed === 'link' ? 'Copied' : LABELS.copyLink}
      </button>
    </div>
  )
}
