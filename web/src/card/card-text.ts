import { useEffect, useState } from 'react'
import { UNDRAWN } from '#shared/domain/messages.ts'

/** Latin letters with and without accents, which the card's font has. */
const LATIN = /^[\u0020-\u007e\u00a0-\u017f]*$/

type Letters = typeof import('./card-letters.ts')

/** Looks a text up in the character tables, which load when something other than common Latin is typed. */
function useLetters<T>(text: string, lookUp: (letters: Letters, text: string) => T): T | undefined {
  const [found, setFound] = useState<{ text: string; result: T }>()
  useEffect(() => {
    if (LATIN.test(text)) return
    let isCurrent = true
    import('./card-letters.ts')
      .then((letters) => isCurrent && setFound({ text, result: lookUp(letters, text) }))
      // The hint is optional: the card itself shows a dot for each such character.
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [text, lookUp])
  return found?.text === text ? found.result : undefined
}

const LOOK_UP = {
  name: ({ findUndrawableOnCard }: Letters, text: string) => findUndrawableOnCard(text),
  digits: ({ drawableNumber }: Letters, text: string) => drawableNumber(text),
}

/**
 * Returns the hint about a nickname's characters that no card font has.
 *
 * @returns undefined if the fonts have every character, or while the tables load
 */
export function useUndrawn(text: string): string | undefined {
  const letters = useLetters(text, LOOK_UP.name)
  return letters?.length ? UNDRAWN(letters) : undefined
}

/** Returns a number as drawn on the card, with digits of every script as 0 to 9 once the tables have loaded. */
export const useDrawnNumber = (text: string): string => useLetters(text, LOOK_UP.digits) ?? text.toUpperCase()
