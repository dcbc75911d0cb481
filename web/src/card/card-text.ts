import { useEffect, useState } from 'react'
import { UNDRAWN } from '#shared/domain/messages.ts'

/** Latin letters with and without accents, which the card's own face has. */
const DRAWN = /^[\u0020-\u007e\u00a0-\u017f]*$/

type Letters = typeof import('./card-letters.ts')

/** The table of letters is fetched when something other than common Latin is typed. */
function useLetters<T>(text: string, ask: (letters: Letters, text: string) => T): T | undefined {
  const [answered, setAnswered] = useState<{ text: string; answer: T }>()
  useEffect(() => {
    if (DRAWN.test(text)) return
    let isCurrent = true
    import('./card-letters.ts')
      .then((letters) => isCurrent && setAnswered({ text, answer: ask(letters, text) }))
      // The card says it too: what cannot be drawn is a dot there.
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [text, ask])
  return answered?.text === text ? answered.answer : undefined
}

const ASK = {
  name: ({ undrawnOnCard }: Letters, text: string) => undrawnOnCard(text, 'name'),
  number: ({ undrawnOnCard }: Letters, text: string) => undrawnOnCard(text, 'number'),
  digits: ({ drawableNumber }: Letters, text: string) => drawableNumber(text),
}

/**
 * Returns the sentence under a field about letters that no face of the card has.
 *
 * @param kind a nickname may be written in one more script; a number has digits of every script
 * @returns undefined: all of it can be drawn, or that is not known yet
 */
export function useUndrawn(text: string, kind: 'name' | 'number'): string | undefined {
  const letters = useLetters(text, ASK[kind])
  return letters?.length ? UNDRAWN(letters) : undefined
}

/** A number as the card has it: digits of every script as 0 to 9, once what knows them has come. */
export const useDrawnNumber = (text: string): string => useLetters(text, ASK.digits) ?? text.toUpperCase()
