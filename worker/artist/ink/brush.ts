import { smoothstep } from './numbers.ts'
import { type Rgb, rgbOfLab } from './oklab.ts'
import type { Steps } from './portrait.ts'
import type { Ramp, Ramps } from './ramps.ts'

/** A material's four colors, lit and in shade, as channels. */
export type Paint = { readonly lit: readonly Rgb[]; readonly shade: readonly Rgb[] }

const rgbOfRamp = (ramp: Ramp) => ramp.map(rgbOfLab)

export const paintOf = ({ lit, shade }: Ramps): Paint => ({ lit: rgbOfRamp(lit), shade: rgbOfRamp(shade) })

/** The color of one pixel while layers are laid over it. */
export class Brush {
  r = 0
  g = 0
  b = 0

  /** Lays `color` over the pixel. @param share 0 leaves it, 1 covers it. */
  lay([r, g, b]: Rgb, share: number): void {
    this.r += (r - this.r) * share
    this.g += (g - this.g) * share
    this.b += (b - this.b) * share
  }

  /** The color of a material: `tone` chooses the step, `shade` (0 to 1) the side. */
  fill({ lit, shade }: Paint, tone: number, [dark, middle, light]: Steps, soft: number, shadeShare: number): void {
    const first = smoothstep(dark - soft, dark + soft, tone)
    const second = smoothstep(middle - soft, middle + soft, tone)
    const third = smoothstep(light - soft, light + soft, tone)
    const channel = (ramp: readonly Rgb[], c: 0 | 1 | 2) => {
      let value = ramp[0]![c] + (ramp[1]![c] - ramp[0]![c]) * first
      value += (ramp[2]![c] - value) * second
      return value + (ramp[3]![c] - value) * third
    }
    const side = (c: 0 | 1 | 2) => {
      if (shadeShare <= 0) return channel(lit, c)
      if (shadeShare >= 1) return channel(shade, c)
      return channel(lit, c) * (1 - shadeShare) + channel(shade, c) * shadeShare
    }
    this.r = side(0)
    this.g = side(1)
    this.b = side(2)
  }

  /** Lays a flat thing that has one color in light and one in shade. */
  layFlat(lit: Rgb, shade: Rgb, shadeShare: number, share: number): void {
    if (shadeShare < 1) this.lay(lit, share)
    if (shadeShare > 0) this.lay(shade, share * shadeShare)
  }
}
