import { drawableNumber, findUndrawable } from '#shared/design/letters/drawable.ts'
import { detectScript } from '#shared/design/letters/scripts.ts'

export { drawableNumber }

/** Returns a nickname's distinct characters that no card font has. The tables are large, so this file loads lazily. */
export const findUndrawableOnCard = (text: string): string[] => findUndrawable(text, detectScript(text))
