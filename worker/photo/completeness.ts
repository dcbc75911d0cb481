import { type Chunk, pngChunks, webpChunks } from './chunks.ts'

/** Start of scan and end of image (ITU T.81, table B.1). */
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** Whether a JPEG has its end. The thumbnail inside the metadata has one too, so only what follows counts. */
export function isCompleteJpeg(file: Uint8Array): boolean {
  let at = 2
  while (at + 4 <= file.length && file[at] === 0xff && file[at + 1] !== START_OF_SCAN) {
    // A marker may be preceded by any number of fill bytes.
    if (file[at + 1] === 0xff) at++
    else at += 2 + ((file[at + 2]! << 8) | file[at + 3]!)
  }
  if (file[at] !== 0xff || file[at + 1] !== START_OF_SCAN) return false
  for (let end = file.length - 2; end > at; end--) {
    if (file[end] === 0xff && file[end + 1] === END_OF_IMAGE) return true
  }
  return false
}

export const isCompletePng = (file: Uint8Array): boolean => hasChunk(pngChunks(file), (chunk) => chunk.name === 'IEND')

export const isCompleteWebp = (file: Uint8Array): boolean =>
  !hasChunk(webpChunks(file), (chunk) => chunk.at + chunk.bytes > file.length)

/** Animated PNG: an `acTL` chunk before the picture. */
export function isAnimatedPng(file: Uint8Array): boolean {
  for (const { name } of pngChunks(file)) {
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
  }
  return false
}

export const isAnimatedWebp = (file: Uint8Array): boolean =>
  hasChunk(webpChunks(file), (chunk) => chunk.name === 'ANIM' || chunk.name === 'ANMF')

function hasChunk(chunks: Iterable<Chunk>, is: (chunk: Chunk) => boolean): boolean {
  for (const chunk of chunks) if (is(chunk)) return true
  return false
}
