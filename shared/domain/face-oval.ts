import * as z from 'zod/mini'

/** Half a turn, and room for rounding. */
const ROLL_MAX = 3.15

/**
 * Where the visitor says the face is in the photo that was sent: its centre (between the eyes and the nose) as shares
 * of the photo's width and height, its size as a share of the photo's longer side, and how far the head leans to the
 * right of the picture, in radians. A face of size 1 is as wide from ear to ear as the longer side is long.
 */
export const FaceOval = z.object({
  cx: z.number().check(z.gte(0), z.lte(1)),
  cy: z.number().check(z.gte(0), z.lte(1)),
  s: z.number().check(z.gte(0.02), z.lte(1.5)),
  roll: z._default(z.number().check(z.gte(-ROLL_MAX), z.lte(ROLL_MAX)), 0),
})
export type FaceOval = z.infer<typeof FaceOval>

const NUMBER = String.raw`(-?\d{1,2}\.\d{4})`
const SENTENCE = new RegExp(`Face in the photo: centre ${NUMBER} ${NUMBER}, size ${NUMBER}, lean ${NUMBER}\\.`, 'iu')

/** The oval as a sentence of a prompt: an image engine gets nothing but a prompt and photos. */
export const sayFaceOval = ({ cx, cy, s, roll }: FaceOval): string =>
  `Face in the photo: centre ${cx.toFixed(4)} ${cy.toFixed(4)}, size ${s.toFixed(4)}, lean ${roll.toFixed(4)}.`

/** @returns null when no sentence says so, or when what it says is no oval. */
export function readFaceOval(instructions: string): FaceOval | null {
  const said = SENTENCE.exec(instructions)
  if (!said) return null
  const [cx, cy, s, roll] = said.slice(1).map(Number)
  const oval = FaceOval.safeParse({ cx, cy, s, roll })
  return oval.success ? oval.data : null
}
