import { imageSize } from 'image-size'

/** Width and height as the header of a JPEG or WebP says. */
export function sizeOf(picture: Uint8Array): { width: number; height: number } {
  const { width, height } = imageSize(picture)
  return { width, height }
}
