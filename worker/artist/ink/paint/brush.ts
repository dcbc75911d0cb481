import type { Rgb } from '../color/oklab.ts'

/** The color of one pixel while layers are laid over it. */
export class Brush {
  r = 0
  g = 0
  b = 0

  /** Lays `color` over the pixel. @param share 0 leaves it, 1 covers it. */
  lay(color: Rgb, share: number): void {
    if (share === 0) return
    this.r += (color[0] - this.r) * share
    this.g += (color[1] - this.g) * share
    this.b += (color[2] - this.b) * share
  }

  /** Lights the pixel with `color`, as a lamp does and not as paint. @param share 0 leaves it */
  screen(color: Rgb, share: number): void {
    this.r += (255 - this.r) * (color[0] / 255) * share
    this.g += (255 - this.g) * (color[1] / 255) * share
    this.b += (255 - this.b) * (color[2] / 255) * share
  }
}
