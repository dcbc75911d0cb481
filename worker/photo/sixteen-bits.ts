import { AppError } from '#shared/client/errors.ts'
import { letGo } from '#worker/http/let-go.ts'
import { pngChunks } from './chunks.ts'
import { undoFilter } from './png-filters.ts'
import { createRowShrinker } from './shrink-rows.ts'
import { latin1 } from './signature.ts'

type Size = { readonly widthPx: number; readonly heightPx: number }

/** A PNG of 16 bits per channel: grey, grey with opacity, RGB or RGBA. */
export type SixteenBits = Size & { readonly channels: 1 | 2 | 3 | 4 }

const CHANNELS: ReadonlyMap<number, SixteenBits['channels']> = new Map([
  [0, 1],
  [2, 3],
  [4, 2],
  [6, 4],
])

/** Its rows come out of order, so the decoder has to hold all of it, eight bytes a pixel. More has no room there. */
const INTERLACED_MAX_PIXELS = 1_500_000
/** At its best, deflate packs a thousand bytes into one: what a piece becomes has to fit too. */
const PIECE_BYTES = 16 * 1024

/**
 * Whether this is a PNG of 16 bits per channel that is read row by row here. Any other picture is the decoder's.
 *
 * @throws AppError `IMAGE_TOO_LARGE` when it is interlaced and more than the decoder has room for
 */
export function readSixteenBits(file: Uint8Array): SixteenBits | null {
  if (latin1(file, 1, 4) !== 'PNG' || latin1(file, 12, 16) !== 'IHDR') return null
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const [widthPx, heightPx] = [view.getUint32(16), view.getUint32(20)]
  const [depth, colorType, , , interlace] = file.subarray(24, 29)
  const channels = CHANNELS.get(colorType!)
  if (depth !== 16 || channels === undefined) return null
  if (interlace === 0) return { widthPx, heightPx, channels }
  if (widthPx * heightPx > INTERLACED_MAX_PIXELS) throw new AppError('IMAGE_TOO_LARGE')
  return null
}

/**
 * Decodes a PNG of 16 bits per channel to 8 bits on white, row by row: neither its 16-bit pixels nor those of its full
 * size are ever in memory. One color that stands for transparency (`tRNS`) stays a color.
 *
 * @param size of the picture wanted, at most that of the file
 * @returns RGBA, opaque
 * @throws when the data are damaged, too few or too many
 */
export async function decodeSixteenBits(
  file: Uint8Array,
  { channels, ...full }: SixteenBits,
  size: Size,
): Promise<Uint8ClampedArray> {
  const picture = createRowShrinker(full, size)
  const samples = full.widthPx * channels
  const rgb = new Uint8Array(full.widthPx * 3)
  const filtered = new Uint8Array(1 + 2 * samples)
  let [row, above] = [new Uint8Array(samples), new Uint8Array(samples)]
  let filled = 0
  for await (const chunk of inflated(file)) {
    for (let at = 0; at < chunk.length;) {
      if (picture.isWhole()) throw new Error('PNG with too many rows')
      const part = chunk.subarray(at, at + filtered.length - filled)
      filtered.set(part, filled)
      at += part.length
      filled += part.length
      if (filled < filtered.length) break
      undoFilter(filtered, above, row, channels)
      picture.write(rgbOnWhite(row, channels, rgb))
      ;[row, above, filled] = [above, row, 0]
    }
    // Where it is not a part of something larger.
    if (chunk.byteLength === chunk.buffer.byteLength) letGo(chunk)
  }
  if (!picture.isWhole()) throw new Error('PNG with too few rows')
  return picture.data
}

function inflated(file: Uint8Array): ReadableStream<Uint8Array> {
  const pieces = piecesOf(file)
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { value, done } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  return packed.pipeThrough(new DecompressionStream('deflate'))
}

function* piecesOf(file: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  for (const { name, at, bytes } of pngChunks(file)) {
    if (name !== 'IDAT') continue
    const data = file.subarray(at, at + bytes) as Uint8Array<ArrayBuffer>
    for (let from = 0; from < data.length; from += PIECE_BYTES) yield data.subarray(from, from + PIECE_BYTES)
  }
}

/** @returns `row` where it is RGB already, else `rgb`, filled */
function rgbOnWhite(row: Uint8Array, channels: SixteenBits['channels'], rgb: Uint8Array): Uint8Array {
  if (channels === 3) return row
  const hasOpacity = channels % 2 === 0
  const second = channels === 4 ? 1 : 0
  for (let from = 0, to = 0; to < rgb.length; from += channels, to += 3) {
    const opacity = hasOpacity ? row[from + channels - 1]! / 255 : 1
    const white = 255 * (1 - opacity) + 0.5
    rgb[to] = row[from]! * opacity + white
    rgb[to + 1] = row[from + second]! * opacity + white
    rgb[to + 2] = row[from + 2 * second]! * opacity + white
  }
  return rgb
}
