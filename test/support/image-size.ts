import { imageSize } from 'image-size'

/** Reads the width and height from the header of a JPEG or WebP. */
export function getImageSize(picture: Uint8Array): { width: number; height: number } {
  const { width, height } = imageSize(picture)
  return { width, height }
}
