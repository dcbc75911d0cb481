import type { Picture } from '#worker/graphics/picture.ts'

/** Below this size a face cannot be told from noise. */
const SIDE_MIN_PX = 32
/**
 * Minimum standard deviation of a channel, of 255 levels. A lens cap with sensor noise has 1 to 3. The test portrait has
 * 77, and at 5 % of its light still 4.
 */
const SPREAD_MIN = 3.5
/** Approximate number of sampled pixels, spread over the whole picture. */
const SAMPLES = 20_000

/** Returns true if a picture shows nothing: it has one color, or hardly any pixels. */
export function isBlank({ data, widthPx, heightPx }: Picture): boolean {
  if (Math.min(widthPx, heightPx) < SIDE_MIN_PX) return true
  const count = widthPx * heightPx
  // An odd step avoids sampling the same columns over and over.
  const step = Math.max(1, Math.floor(count / SAMPLES)) | 1
  return [0, 1, 2].every((channel) => measureSpread(data, 4 * step, channel) < SPREAD_MIN)
}

function measureSpread(data: Picture['data'], stride: number, channel: number): number {
  let [sum, squares, count] = [0, 0, 0]
  for (let at = channel; at < data.length; at += stride) {
    const level = data[at]!
    sum += level
    squares += level * level
    count++
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
}
