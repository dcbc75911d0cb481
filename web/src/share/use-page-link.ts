import { useState } from 'react'
import type { Visibility } from '#shared/domain/card.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { isNameRefused, getMessage } from '#web/lib/failure.ts'
import { getManageToken } from '#web/data/manage-tokens.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ShareCard } from './share-card.ts'

export type PageLink = ReturnType<typeof usePageLink>

type PageLinkOptions = {
  /** Called with the visibility after sharing. */
  onVisibility: (visibility: Visibility) => void
  /** Called when the card stays a draft because its name was refused. */
  onNameRefused: () => void
}

/** Shares the link to a card's page. A draft has no public page, so sharing makes it unlisted. */
export function usePageLink(card: ShareCard, { onVisibility, onNameRefused }: PageLinkOptions) {
  const { api, copyText, memory } = usePlatform()
  const [isShared, setIsShared] = useState(false)

  /** @throws AppError when the card stays a draft */
  async function work() {
    if (card.visibility !== 'draft') return
    await move('share')
  }

  async function move(act: 'share' | 'unshare') {
    const { visibility } = await api.cards[act](card.id, getManageToken(memory, card.id))
    onVisibility(visibility)
    setIsShared(visibility === 'unlisted')
  }

  /** @param words the message for any other failure */
  function showFailure(thrown: unknown, words: string) {
    const isRefused = isNameRefused(thrown)
    toast.error(isRefused ? REFUSAL.nickname : words)
    if (isRefused) onNameRefused()
  }

  const showMessage = (thrown: unknown) => showFailure(thrown, getMessage(thrown))

  return {
    work,
    /** Makes a just-shared card a draft again. Null if it was shared earlier, or saved since. */
    undo: isShared && card.visibility === 'unlisted' ? () => void move('unshare').catch(showMessage) : null,
    /** Like `work`, but shows a failure instead of throwing. */
    async workOrSay() {
      try {
        await work()
        return true
      } catch (thrown) {
        showMessage(thrown)
        return false
      }
    },
    /** Copies a text and shares the card in parallel, because some browsers copy only during the click. */
    async copy(text: string, onCopied: () => void) {
      try {
        await Promise.all([work(), copyText(text)])
        onCopied()
      } catch (thrown) {
        showFailure(thrown, FAILURE.copy)
      }
    },
  }
}
