/** Width and height as the frame header of a JPEG says. */
export function sizeOf(jpeg: Uint8Array): { width: number; height: number } {
  for (let at = 2; at + 9 <= jpeg.length;) {
    const marker = jpeg[at + 1]!
    if (marker >= 0xc0 && marker <= 0xc2)
      return { width: (jpeg[at + 7]! << 8) + jpeg[at + 8]!, height: (jpeg[at + 5]! << 8) + jpeg[at + 6]! }
    at += 2 + (jpeg[at + 2]! << 8) + jpeg[at + 3]!
  }
  throw new Error('no frame header')
}
