import type { Picture } from '#worker/graphics/picture.ts'

/** No face can be told from noise on fewer pixels. */
const SIDE_MIN_PX = 32
/**
 * Levels of 255 that pixels differ from their mean, on average (root of the mean square). A lens cap with sensor noise
 * has 1 to 3; the test portrait 77, and at a twentieth of its light still 4.
 */
const SPREAD_MIN = 3.5
/** Enough pixels to judge by, spread over the whole picture. */
const SAMPLES = 20_000

/** True if nothing can be seen in a picture: one color all over, or next to no pixels. */
export function isBlank({ data, widthPx, heightPx }: Picture): boolean {
  if (Math.min(widthPx, heightPx) < SIDE_MIN_PX) return true
  const count = widthPx * heightPx
  // An odd step visits all columns.
  const step = Math.max(1, Math.floor(count / SAMPLES)) | 1
  return [0, 1, 2].every((channel) => spreadOf(data, 4 * step, channel) < SPREAD_MIN)
}

function spreadOf(data: Picture['data'], stride: number, channel: number): number {
  let [sum, squares, count] = [0, 0, 0]
  for (let at = channel; at < data.length; at += stride) {
    const level = data[at]!
    sum += level
    squares += level * level
    count++
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}
