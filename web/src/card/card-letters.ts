import { drawableNumber, undrawnIn } from '#shared/design/letters/drawable.ts'
import { scriptOf } from '#shared/design/letters/scripts.ts'

export { drawableNumber }

/**
 * Returns the letters of a nickname or number that no face of the card has, each once. Fetched when it is needed: the
 * tables are large.
 */
export const undrawnOnCard = (text: string, kind: 'name' | 'number'): string[] =>
  kind === 'name'
    ? undrawnIn(text, scriptOf(text))
    : undrawnIn(text, null).filter((letter) => !/^[\u0020-\u007e]+$/.test(drawableNumber(letter)))
