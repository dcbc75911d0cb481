import { useEffect, useRef, useState } from 'react'
import { downloadName } from '#shared/domain/card.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { pageUrl, type ShareCard } from '../share-card.ts'
import { type MovingFormat, movingFormat } from './moving-format.ts'

type MovingCardState =
  | { readonly step: 'idle' }
  | { readonly step: 'making'; readonly part: number }
  | { readonly step: 'ready'; readonly file: File }
  | { readonly step: 'failed' }

/**
 * Makes a card's video on request and loads the code for it. Unmounting cancels it.
 *
 * @returns `format`: the format that this browser can encode; null until known, or if there is none
 */
export function useMovingCard(card: ShareCard) {
  const { api, origin } = usePlatform()
  const [format, setFormat] = useState<MovingFormat | null>(null)
  const [state, setState] = useState<MovingCardState>({ step: 'idle' })
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
    setState({ step: 'making', part: 0 })
    try {
      const [{ makeMovingCard }, picture] = await Promise.all([
        import('./make-moving-card.ts'),
        api.cards.file(card.imageUrl).then((response) => response.blob()),
      ])
      const video = await makeMovingCard({
        card,
        picture,
        site: new URL(origin).host,
        url: card.visibility === 'draft' ? null : pageUrl(origin, card.id),
        format: chosen,
        onProgress: (part) => setState({ step: 'making', part }),
        signal,
      })
      const name = downloadName(card.playerName, 'mp4')
      setState({ step: 'ready', file: new File([video], name, { type: video.type }) })
    } catch {
      if (!signal.aborted) setState({ step: 'failed' })
    }
  }

  return {
    format,
    state,
    make: () => {
      if (format !== null && state.step !== 'making') void make(format)
    },
  }
}
