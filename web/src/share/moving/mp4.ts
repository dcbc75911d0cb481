/** A frame as the encoder gave it, in the order in which it is decoded. */
export type Sample = { readonly data: Uint8Array; readonly isKey: boolean }

export type Mp4Track = {
  readonly widthPx: number
  readonly heightPx: number
  readonly framesPerSecond: number
  readonly samples: readonly Sample[]
  /** H.264 with its decoder's description (`avcC`), or VP9. Neither may hold frames that are shown in another order. */
  readonly codec: { readonly name: 'avc'; readonly description: Uint8Array } | { readonly name: 'vp9' }
}

/** Of the whole file, in units a second. */
const TIMESCALE = 1000
/** Identity, as fixed-point numbers: the picture is shown as it is. */
const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]
const KEPT_IN_FILE = 1
const ENABLED_AND_SHOWN = 3

/**
 * One video track of frames of equal length as an MP4 that plays while it loads (ISO/IEC 14496-12, -14, -15; VP9 as in
 * https://www.webmproject.org/vp9/mp4/). The one library that is kept up is under a licence that this project does not
 * take, and twenty times as large.
 */
export function mp4Of(track: Mp4Track): Blob {
  const type = box('ftyp', ascii('isom'), u32(0x200), ascii('isomiso2avc1mp41'))
  // The index tells where the frames begin, and is as long whatever it says of that.
  const unplaced = movie(track, 0)
  const index = movie(track, type.length + unplaced.length + 8)
  const length = track.samples.reduce((sum, { data }) => sum + data.length, 0)
  const frames = track.samples.map(({ data }) => data as Uint8Array<ArrayBuffer>)
  return new Blob([type, index, u32(8 + length), ascii('mdat'), ...frames], { type: 'video/mp4' })
}

function movie(track: Mp4Track, firstFrameAt: number): Bytes {
  const { widthPx, heightPx, framesPerSecond, samples } = track
  const length = Math.round((samples.length / framesPerSecond) * TIMESCALE)
  const header = full('mvhd', 0, [0, 0, TIMESCALE, length, 0x10000, 0x1000000, 0, 0, ...MATRIX, 0, 0, 0, 0, 0, 0, 2])
  const size = [widthPx * 0x10000, heightPx * 0x10000]
  const trackHeader = full('tkhd', ENABLED_AND_SHOWN, [0, 0, 1, 0, length, 0, 0, 0, 0, ...MATRIX, ...size])
  // Undetermined language, as three packed letters.
  const mediaHeader = full('mdhd', 0, [0, 0, framesPerSecond, samples.length, 0x55c40000])
  const handler = box('hdlr', u32(0, 0), ascii('vide'), u32(0, 0, 0), ascii('Video\0'))
  const reference = box('dinf', full('dref', 0, [1], full('url ', KEPT_IN_FILE, [])))
  const media = box('minf', full('vmhd', 1, [0, 0]), reference, sampleTable(track, firstFrameAt))
  return box('moov', header, box('trak', trackHeader, box('mdia', mediaHeader, handler, media)))
}

function sampleTable({ widthPx, heightPx, codec, samples }: Mp4Track, firstFrameAt: number): Bytes {
  const count = samples.length
  const keys = samples.flatMap(({ isKey }, i) => (isKey ? [i + 1] : []))
  const shared = [u32(0), u16(0, 1), u32(0, 0, 0, 0), u16(widthPx, heightPx), u32(0x480000, 0x480000, 0), u16(1)]
  const entry = [...shared, new Uint8Array(32), u16(0x18, 0xffff)]
  return box(
    'stbl',
    full(
      'stsd',
      0,
      [1],
      codec.name === 'avc' ? box('avc1', ...entry, box('avcC', codec.description)) : box('vp09', ...entry, VP9),
    ),
    full('stts', 0, [1, count, 1]),
    full('stss', 0, [keys.length, ...keys]),
    full('stsc', 0, [1, 1, count, 1]),
    full('stsz', 0, [0, count, ...samples.map(({ data }) => data.length)]),
    full('stco', 0, [1, firstFrameAt]),
  )
}

type Bytes = Uint8Array<ArrayBuffer>

function box(name: string, ...parts: readonly Uint8Array[]): Bytes {
  const length = 8 + parts.reduce((sum, part) => sum + part.length, 0)
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of [u32(length), ascii(name), ...parts]) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** A box of version 0 with flags, numbers of 32 bits, and what follows them. */
const full = (name: string, flags: number, numbers: readonly number[], ...parts: readonly Uint8Array[]): Bytes =>
  box(name, u32(flags, ...numbers), ...parts)

const u32 = (...numbers: readonly number[]): Bytes => {
  const view = new DataView(new ArrayBuffer(4 * numbers.length))
  numbers.forEach((number, i) => view.setUint32(4 * i, number))
  return new Uint8Array(view.buffer)
}

const u16 = (...numbers: readonly number[]): Bytes =>
  Uint8Array.from(numbers.flatMap((number) => [number >> 8, number & 0xff]))

const ascii = (text: string): Bytes => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** Profile 0, level 4, 8 bits, 4:2:0, colors of BT.709; version 1 of its box. */
const VP9 = box('vpcC', u32(0x1000000), Uint8Array.of(0, 40, 0x82, 1, 1, 1, 0, 0))
