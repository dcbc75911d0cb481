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
}
