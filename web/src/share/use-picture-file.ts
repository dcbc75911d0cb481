import { useEffect, useRef } from 'react'
import { downloadName } from '#shared/domain/card.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import type { ShareCard } from './share-card.ts'

/** Long enough for the picture on the screen to be there, which is then not fetched twice. */
const AFTER_MS = 1_500

/**
 * The card as a file, prefetched before Share is pressed: a share sheet opens only in the click itself, which cannot
 * wait for a network. Null until then, and where the device shares no files.
 */
export function usePictureFile({ imageUrl, playerName }: ShareCard): () => File | null {
  const { api, share, canShare } = usePlatform()
  const file = useRef<File | null>(null)

  useEffect(() => {
    file.current = null
    const name = downloadName(playerName)
    if (!share || !canShare({ files: [new File([], name, { type: 'image/jpeg' })] })) return
    let isWanted = true
    const timer = setTimeout(async () => {
      try {
        const picture = await (await api.cards.file(imageUrl)).blob()
        if (isWanted) file.current = new File([picture], name, { type: 'image/jpeg' })
      } catch {
        // Then the link alone is shared.
      }
    }, AFTER_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [api, share, canShare, imageUrl, playerName])

  return () => file.current
}
