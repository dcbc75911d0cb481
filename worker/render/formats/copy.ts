import { decodeRgba } from '#worker/graphics/engine.ts'
import { encodeWebp } from '#worker/graphics/webp.ts'
import { type Format, FORMATS } from './format.ts'

const KB = 1024
/** The metadata of a file comes on top. */
const RECORD_BYTES = 2 * KB
const TILE_BYTES = 25 * KB - RECORD_BYTES
const HERO_BYTES = 120 * KB - RECORD_BYTES
/**
 * The largest copy that a phone sees first on a card's page and in the Hall: on a slow connection it comes a round trip
 * (0.15 s) earlier than one of 22 to 25 KB. Beside a copy of 27 KB, one of 20 looked the same at full size.
 */
const FIRST_BYTES = 20 * KB - RECORD_BYTES

type Weight = { quality: number; maxBytes: number }

/**
 * The front, smaller: two widths for tiles and two for the one large card of a page, each for screens of few and of
 * many pixels. The more pixels one has, the less is seen of what a low quality leaves out.
 */
const COPIES = {
  'thumb-256': { quality: 60, maxBytes: TILE_BYTES },
  'thumb-384': { quality: 32, maxBytes: FIRST_BYTES },
  'thumb-512': { quality: 65, maxBytes: HERO_BYTES },
  'thumb-720': { quality: 60, maxBytes: HERO_BYTES },
} as const satisfies Partial<Record<Format, Weight>>

export type Copy = keyof typeof COPIES

export const isCopy = (format: Format): format is Copy => Object.hasOwn(COPIES, format)

const STEP = 3
const LEAST_QUALITY = 5

/**
 * A smaller copy of a front, as good as its weight allows.
 *
 * @returns a WebP
 * @throws when the front is no picture
 */
export async function createCopy(front: Uint8Array, format: Copy): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = FORMATS[format]
  const { quality: best, maxBytes } = COPIES[format]
  const pixels = await decodeRgba(front, width, height)
  for (let quality: number = best; ; quality -= STEP) {
    const file = await encodeWebp(pixels, { width, height, quality })
    if (file.length <= maxBytes || quality - STEP < LEAST_QUALITY) return file
  }
}
