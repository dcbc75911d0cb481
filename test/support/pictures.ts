/** Malformed images, built byte by byte, and parts that make valid images unusual. */

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const PDF = joinBytes(ascii('%PDF-1.7\n%'), new Uint8Array(4096).fill(0x20), ascii('\n%%EOF\n'))

export const TEXT = joinBytes(ascii('This is not a picture.\n'.repeat(50)))

/** The first bytes of an iPhone photo, a file type box with the HEIC brand. */
export const HEIC = joinBytes(
  Uint8Array.of(0, 0, 0, 24),
  ascii('ftypheic'),
  Uint8Array.of(0, 0, 0, 0),
  ascii('mif1heic'),
  new Uint8Array(2048),
)

/** Two one-pixel frames, looping. */
export const ANIMATED_GIF = joinBytes(
  ascii('GIF89a'),
  Uint8Array.of(1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255),
  Uint8Array.of(0x21, 0xff, 11),
  ascii('NETSCAPE2.0'),
  Uint8Array.of(3, 1, 0, 0, 0),
  ...[0, 1].flatMap(() => [
    Uint8Array.of(0x21, 0xf9, 4, 0, 10, 0, 0, 0),
    Uint8Array.of(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0),
  ]),
  Uint8Array.of(0x3b),
)

/** Returns a JPEG whose header declares 30,000 x 30,000 pixels. */
export function withGiantHeader(jpeg: Uint8Array): Uint8Array<ArrayBuffer> {
  const giant = joinBytes(jpeg)
  const frame = findFrameHeader(giant)
  giant.set([0x75, 0x30, 0x75, 0x30], frame + 5)
  return giant
}

/** Truncates a JPEG in the middle of its pixel data. */
export const truncateJpeg = (jpeg: Uint8Array): Uint8Array<ArrayBuffer> =>
  joinBytes(jpeg.subarray(0, Math.floor(jpeg.length / 2)))

/** Adds a GPS position near Houston, an EXIF orientation and a comment to a JPEG. */
export function withSecrets(jpeg: Uint8Array): Uint8Array<ArrayBuffer> {
  const comment = ascii('shot at home by Ann')
  return joinBytes(
    jpeg.subarray(0, 2),
    segment(0xe1, joinBytes(ascii('Exif'), Uint8Array.of(0, 0), exif())),
    segment(0xfe, comment),
    jpeg.subarray(2),
  )
}

/** Byte sequences that identify the metadata. */
export const SECRETS = { exif: ascii('Exif'), comment: ascii('by Ann'), gps: ascii('HOUSTON') }

export function includesBytes(bytes: Uint8Array, part: Uint8Array): boolean {
  for (let start = 0; start <= bytes.length - part.length; start++)
    if (part.every((byte, i) => bytes[start + i] === byte)) return true
  return false
}

function segment(marker: number, body: Uint8Array): Uint8Array {
  const length = body.length + 2
  return joinBytes(Uint8Array.of(0xff, marker, length >> 8, length & 255), body)
}

/** Returns a big-endian TIFF block with orientation 6 (rotated by 90 degrees) and a GPS directory that names an area. */
function exif(): Uint8Array {
  const area = ascii('HOUSTON\0')
  const gpsAt = 8 + 2 + 2 * 12 + 4
  const areaAt = gpsAt + 2 + 12 + 4
  return joinBytes(
    ascii('MM'),
    Uint8Array.of(0, 42, 0, 0, 0, 8),
    Uint8Array.of(0, 2),
    Uint8Array.of(0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0),
    Uint8Array.of(0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, gpsAt),
    Uint8Array.of(0, 0, 0, 0),
    Uint8Array.of(0, 1),
    Uint8Array.of(0x00, 0x1c, 0, 2, 0, 0, 0, area.length, 0, 0, 0, areaAt),
    Uint8Array.of(0, 0, 0, 0),
    area,
  )
}

/** Returns the offset of the start-of-frame segment. */
function findFrameHeader(jpeg: Uint8Array): number {
  for (let at = 2; at < jpeg.length;) {
    const marker = jpeg[at + 1]!
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return at
    at += 2 + (jpeg[at + 2]! << 8) + jpeg[at + 3]!
  }
  throw new Error('no frame header')
}
