import type { Visibility } from '#shared/domain/card.ts'
import { FAILURE, REFUSAL } from '#shared/domain/messages.ts'
import { isNameRefused, wordsOf } from '#web/lib/failure.ts'
import { manageTokenOf } from '#web/data/manage-tokens.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ShareCard } from './share-card.ts'

export type PageLink = ReturnType<typeof usePageLink>

type PageLinkOptions = {
  /** The card's visibility after it was shared. */
  onVisibility: (visibility: Visibility) => void
  /** It stays a draft, because its name is offensive: another one helps. */
  onNameRefused: () => void
}

/** The card's page: a draft has none until it is shared, and becomes unlisted by it. */
export function usePageLink(card: ShareCard, { onVisibility, onNameRefused }: PageLinkOptions) {
  const { api, copyText, memory } = usePlatform()

  /** @throws AppError when the card stays a draft */
  async function work() {
    if (card.visibility !== 'draft') return
    const { visibility } = await api.cards.share(card.id, manageTokenOf(memory, card.id))
    onVisibility(visibility)
  }

  /** @param words what is said of any other failure */
  function say(thrown: unknown, words: string) {
    const isRefused = isNameRefused(thrown)
    toast.error(isRefused ? REFUSAL.nickname : words)
    if (isRefused) onNameRefused()
  }

  return {
    work,
    /** The same, for ways out that do not wait for it. */
    async workOrSay() {
      try {
        await work()
        return true
      } catch (thrown) {
        say(thrown, wordsOf(thrown))
        return false
      }
    },
    /** The text is known before the page works, so both run at once: some browsers only copy inside the click. */
    async copy(text: string, onCopied: () => void) {
      try {
        await Promise.all([work(), copyText(text)])
        onCopied()
      } catch (thrown) {
        say(thrown, FAILURE.copy)
      }
    },
  }
}
