import type { Visibility } from '#shared/domain/card.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { wordsOf } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ShareCard } from './share-card.ts'

export type PageLink = ReturnType<typeof usePageLink>

/** The card's page: a draft has none until it is shared, and becomes unlisted by it. */
export function usePageLink(card: ShareCard, onVisibility: (visibility: Visibility) => void) {
  const { api, copyText } = usePlatform()

  /** @throws AppError when the card stays a draft */
  async function work() {
    if (card.visibility !== 'draft') return
    const { visibility } = await api.cards.share(card.id)
    onVisibility(visibility)
  }

  return {
    work,
    /** The same, for ways out that do not wait for it. */
    async workOrSay() {
      try {
        await work()
        return true
      } catch (thrown) {
        toast.error(wordsOf(thrown))
        return false
      }
    },
    /** The text is known before the page works, so both run at once: some browsers only copy inside the click. */
    async copy(text: string, onCopied: () => void) {
      try {
        await Promise.all([work(), copyText(text)])
        onCopied()
      } catch {
        toast.error(FAILURE.copy)
      }
    },
  }
}
