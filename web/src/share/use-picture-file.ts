import { useEffect, useRef } from 'react'
import { downloadName } from '#shared/domain/card.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import type { ShareCard } from './share-card.ts'

/** Lets the picture on the screen load first, so that it comes from the cache. */
const DELAY_MS = 1_500

/**
 * Prefetches the card as a file, because a share sheet opens only during the click, which cannot wait for the network.
 * Returns null until it has loaded, and where the device cannot share files.
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
        // The link is shared without the picture.
      }
    }, DELAY_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [api, share, canShare, imageUrl, playerName])

  return () => file.current
}
