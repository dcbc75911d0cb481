import { useEffect, useRef, useState } from 'react'
import { downloadName } from '#shared/domain/card.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { pageUrl, type ShareCard } from '../share-card.ts'
import { type MovingFormat, movingFormat } from './moving-format.ts'

type Making =
  | { readonly step: 'idle' }
  | { readonly step: 'making'; readonly part: number }
  | { readonly step: 'ready'; readonly file: File }
  | { readonly step: 'failed' }

/**
 * Makes the moving card of a card when it is asked for; what makes it is loaded then. Leaving ends the making.
 *
 * @returns `format`: what this browser encodes; null until that is known, and where it encodes none
 */
export function useMovingCard(card: ShareCard) {
  const { api, origin } = usePlatform()
  const [format, setFormat] = useState<MovingFormat | null>(null)
  const [making, setMaking] = useState<Making>({ step: 'idle' })
  const running = useRef<AbortController | null>(null)

  useEffect(() => {
    let isWanted = true
    void movingFormat().then((found) => isWanted && setFormat(found))
    return () => {
      isWanted = false
      running.current?.abort()
    }
  }, [])

  async function make(chosen: MovingFormat): Promise<void> {
    const { signal } = (running.current = new AbortController())
    setMaking({ step: 'making', part: 0 })
    try {
      const [{ makeMovingCard }, picture] = await Promise.all([
        import('./make-moving-card.ts'),
        api.cards.file(card.imageUrl).then((answer) => answer.blob()),
      ])
      const video = await makeMovingCard({
        card,
        picture,
        site: new URL(origin).host,
        url: card.visibility === 'draft' ? null : pageUrl(origin, card.id),
        format: chosen,
        onProgress: (part) => setMaking({ step: 'making', part }),
        signal,
      })
      const name = downloadName(card.playerName, 'mp4')
      setMaking({ step: 'ready', file: new File([video], name, { type: video.type }) })
    } catch {
      if (!signal.aborted) setMaking({ step: 'failed' })
    }
  }

  return {
    format,
    making,
    make: () => {
      if (format !== null && making.step !== 'making') void make(format)
    },
  }
}
