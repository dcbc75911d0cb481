import type { Rgb } from '../color/oklab.ts'

/** Color of one pixel while layers are composited over it. */
export class Brush {
  r = 0
  g = 0
  b = 0

  /** Blends `color` over the pixel. @param share 0 keeps the pixel, 1 covers it. */
  lay(color: Rgb, share: number): void {
    if (share === 0) return
    this.r += (color[0] - this.r) * share
    this.g += (color[1] - this.g) * share
    this.b += (color[2] - this.b) * share
  }

  /** Screen blend: adds `color` as light, not as paint. @param share 0 keeps the pixel */
  screen(color: Rgb, share: number): void {
    this.r += (255 - this.r) * (color[0] / 255) * share
    this.g += (255 - this.g) * (color[1] / 255) * share
    this.b += (255 - this.b) * (color[2] / 255) * share
  }
}
