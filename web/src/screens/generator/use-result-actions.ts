import { useState } from 'react'
import type { Generation, MadeCard } from '#shared/contracts/generations.ts'
import { displayName, downloadName } from '#shared/domain/card.ts'
import { FAILURE, SUCCESS } from '#shared/domain/messages.ts'
import { useSaveCard } from '#web/data/cards.ts'
import { useGenerationCalls } from '#web/data/generations.ts'
import { useConfirmation } from '#web/lib/confirmation.ts'
import { wordsOf } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { postOnXUrl } from '#web/lib/post-on-x.ts'
import { toast } from '#web/ui/toast.ts'

/** Save, share, copy and download for a card that was just made. */
export function useResultActions(generation: Generation, card: MadeCard) {
  const { api, origin, copyText, saveFile } = usePlatform()
  const { learn } = useGenerationCalls()
  const saving = useSaveCard()
  const [isDownloading, setIsDownloading] = useState(false)
  const { confirmed, confirm } = useConfirmation<'link' | 'instagram'>()
  const url = `${origin}/card/${card.id}`

  const become = (visibility: MadeCard['visibility']) => learn({ ...generation, card: { ...card, visibility } })

  async function share() {
    if (card.visibility !== 'draft') return
    const { visibility } = await api.cards.share(card.id)
    become(visibility)
  }

  /** The text is known before the page works, so both run at once: some browsers only copy inside the click. */
  async function copyShared(text: string, onCopied: () => void) {
    try {
      await Promise.all([share(), copyText(text)])
      onCopied()
    } catch {
      toast.error(FAILURE.copy)
    }
  }

  return {
    confirmed,
    postUrl: postOnXUrl({ name: displayName(card.playerName), url }),
    isSaving: saving.isPending,
    isDownloading,

    async save() {
      const { playerName, jerseyNumber, teamColors, imageUrl, stats } = card
      try {
        await saving.mutateAsync({ playerName, jerseyNumber, teamColors, imageUrl, stats })
        become('public')
        toast.success(SUCCESS.cardSaved)
      } catch {
        toast.error(FAILURE.save)
      }
    },

    async makePageWork() {
      try {
        await share()
      } catch (thrown) {
        toast.error(wordsOf(thrown))
      }
    },

    async download() {
      setIsDownloading(true)
      try {
        saveFile(await api.cards.image(card.imageUrl), downloadName(card.playerName))
        toast.success(SUCCESS.cardDownloaded)
      } catch {
        toast.error(FAILURE.download)
      } finally {
        setIsDownloading(false)
      }
    },

    copyLink: () =>
      copyShared(url, () => {
        confirm('link')
        toast.success(SUCCESS.cardLinkCopied)
      }),

    copyImageLink: () => copyShared(new URL(card.imageUrl, origin).href, () => confirm('instagram')),
  }
}
