import * as z from 'zod/mini'

/** Half a turn, plus room for rounding. */
const ROLL_MAX = 3.15

/**
 * Position of the face in the uploaded photo. The center is between the eyes and the nose, as fractions of the photo's
 * width and height. The size is the width from ear to ear, as a fraction of the photo's longer side. The roll is the
 * head's lean to the right of the picture, in radians.
 */
export const FaceOval = z.object({
  cx: z.number().check(z.gte(0), z.lte(1)),
  cy: z.number().check(z.gte(0), z.lte(1)),
  s: z.number().check(z.gte(0.02), z.lte(1.5)),
  roll: z._default(z.number().check(z.gte(-ROLL_MAX), z.lte(ROLL_MAX)), 0),
})
export type FaceOval = z.infer<typeof FaceOval>

const NUMBER = String.raw`(-?\d{1,2}\.\d{4})`
const SENTENCE = new RegExp(
  `Face in the photo: cent(?:er|re) ${NUMBER} ${NUMBER}, size ${NUMBER}, lean ${NUMBER}\\.`,
  'iu',
)

/** Writes the oval as a sentence of the prompt, because an image engine receives only a prompt and photos. */
export const describeFaceOval = ({ cx, cy, s, roll }: FaceOval): string =>
  `Face in the photo: center ${cx.toFixed(4)} ${cy.toFixed(4)}, size ${s.toFixed(4)}, lean ${roll.toFixed(4)}.`

/** Reads the oval from a prompt. Returns null when it has none, or an invalid one. */
export function readFaceOval(instructions: string): FaceOval | null {
  const match = SENTENCE.exec(instructions)
  if (!match) return null
  const [cx, cy, s, roll] = match.slice(1).map(Number)
  const oval = FaceOval.safeParse({ cx, cy, s, roll })
  return oval.success ? oval.data : null
}
