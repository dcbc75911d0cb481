import { inject } from 'vitest'

/** A real photo, 512 x 512. */
export const portrait = (): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(inject('portrait')), (character) => character.charCodeAt(0))

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0))

/** A JPEG segment: marker, length, content. */
const segment = (marker: number, content: number[]) => [
  0xff,
  marker,
  (content.length + 2) >> 8,
  (content.length + 2) & 0xff,
  ...content,
]

/**
 * EXIF (big-endian TIFF) with two entries: orientation 6 (turn right to stand upright) and, at byte 38, a GPS
 * directory that begins with the latitude's reference, N.
 */
// prettier-ignore
const EXIF = [
  ...ascii('Exif\0\0MM\0*'), 0, 0, 0, 8,
  0, 2,
  0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0,
  0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38,
  0, 0, 0, 0,
  0, 1,
  0, 1, 0, 2, 0, 0, 0, 2, 0x4e, 0, 0, 0,
  0, 0, 0, 0,
]

export const SECRET_COMMENT = 'taken at 17 Secret Street'

/** `jpeg` as a telephone writes it: with a position, lying on its side, with a comment. */
export const withMetadata = (jpeg: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([
    ...jpeg.subarray(0, 2),
    ...segment(0xe1, EXIF),
    ...segment(0xfe, ascii(SECRET_COMMENT)),
    ...jpeg.subarray(2),
  ])

/** True when `bytes` hold `text` anywhere. */
export const holds = (bytes: Uint8Array, text: string): boolean =>
  new TextDecoder('latin1').decode(bytes).includes(text)
