import { useEffect, useState } from 'react'
import { UNDRAWN } from '#shared/domain/messages.ts'

/** Latin letters with and without accents, which the card's own face has. */
const DRAWN = /^[\u0020-\u007e\u00a0-\u017f]*$/

/**
 * What to say under a field whose text goes onto a card, about letters that no face of the card has. What the faces
 * have is fetched when something other than common Latin is typed.
 *
 * @param kind a nickname may be written in one more script; a number has digits of every script
 * @returns undefined: all of it can be drawn, or that is not known yet
 */
export function useUndrawn(text: string, kind: 'name' | 'number'): string | undefined {
  const [judged, setJudged] = useState({ text: '', letters: [] as readonly string[] })
  useEffect(() => {
    if (DRAWN.test(text)) return
    let isCurrent = true
    import('./card-letters.ts')
      .then(({ undrawnOnCard }) => isCurrent && setJudged({ text, letters: undrawnOnCard(text, kind) }))
      // The card says it too: what cannot be drawn is a dot there.
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [text, kind])
  return judged.text === text && judged.letters.length > 0 ? UNDRAWN(judged.letters) : undefined
}
