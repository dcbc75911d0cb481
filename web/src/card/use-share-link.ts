import { type Card, displayName } from '#shared/domain/card.ts'
import { FAILURE, SUCCESS } from '#shared/domain/messages.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'

/** Shares a card's link. If the device cannot share, or sharing fails, copies the link instead. */
export function useShareLink(card: Pick<Card, 'id' | 'playerName'>) {
  const { origin, copyText, share } = usePlatform()
  const url = `${origin}/card/${card.id}`

  /** @returns whether the link was copied */
  async function copyLink(): Promise<boolean> {
    try {
      await copyText(url)
      toast.success(SUCCESS.shareLinkCopied)
      return true
    } catch {
      toast.error(FAILURE.copy)
      return false
    }
  }

  async function shareLink(): Promise<void> {
    try {
      if (share) await share({ title: displayName(card.playerName), url })
      else await copyLink()
    } catch (thrown) {
      const wasDismissed = thrown instanceof DOMException && thrown.name === 'AbortError'
      if (!wasDismissed) await copyLink()
    }
  }
  return { url, copyLink, shareLink }
}
