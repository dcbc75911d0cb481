import { clamp, smoothstep } from './numbers.ts'
import { LINEAR } from './oklab.ts'
import type { Picture } from './picture.ts'

/** The share of a picture's pixels that may be brighter than its white. */
const HIGHLIGHTS = 0.015
/** The linear light that a picture's white should have. */
const WHITE = 0.8
const GAIN_MAX = 10
/** From this gain on a photo is surely too dark. */
const DIM = 1.9
/** Every seventh pixel tells enough. */
const STRIDE_BYTES = 28

/**
 * How much brighter the photo has to be made, 1 to 10. It is judged on the whole picture and never on the skin, so
 * that dark skin stays dark.
 */
export function exposureGain({ data }: Picture): number {
  const histogram = new Uint32Array(256)
  let count = 0
  for (let i = 0; i + 2 < data.length; i += STRIDE_BYTES, count++) {
    histogram[Math.max(data[i]!, data[i + 1]!, data[i + 2]!)]!++
  }
  let white = 255
  for (let above = 0; white > 1 && above < count * HIGHLIGHTS; white--) above += histogram[white]!
  const gain = clamp(WHITE / LINEAR[white]!, 1, GAIN_MAX)
  // A picture that is a little dark may simply have nothing white in it.
  return 1 + (gain - 1) * smoothstep(1, DIM, gain)
}
