import { decodeRgba } from '#worker/graphics/engine.ts'
import { encodeWebp } from '#worker/graphics/webp.ts'
import { type Format, FORMATS } from './format.ts'

const KB = 1024
/** Reserved for metadata, which is added to the file later. */
const METADATA_BYTES = 2 * KB
const TILE_BYTES = 25 * KB - METADATA_BYTES
const HERO_BYTES = 120 * KB - METADATA_BYTES
/**
 * Size limit of the copy that a phone loads first on a card's page and in the Hall. On a slow connection, it arrives a
 * round trip (0.15 s) earlier than one of 22 to 25 KB. At full size, a copy of 20 KB looked the same as one of 27 KB.
 */
const PHONE_BYTES = 20 * KB - METADATA_BYTES

type SizeLimit = { quality: number; maxBytes: number }

/**
 * Smaller copies of the front: two widths for tiles and two for a page's one large card, each for low and high pixel
 * densities. The more pixels a copy has, the less visible are the effects of a low quality.
 */
const COPIES = {
  'thumb-256': { quality: 60, maxBytes: TILE_BYTES },
  'thumb-384': { quality: 32, maxBytes: PHONE_BYTES },
  'thumb-512': { quality: 65, maxBytes: HERO_BYTES },
  'thumb-720': { quality: 60, maxBytes: HERO_BYTES },
} as const satisfies Partial<Record<Format, SizeLimit>>

export type Copy = keyof typeof COPIES

export const isCopy = (format: Format): format is Copy => Object.hasOwn(COPIES, format)

const STEP = 3
const LEAST_QUALITY = 5

/**
 * Creates a smaller copy of a front, as good as its size limit allows.
 *
 * @returns a WebP
 * @throws if the front is not a picture
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
