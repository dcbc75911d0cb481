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
    this.r = this.g = this.b = 0
    if (shadeShare < 1) this.#add(lit, first, second, third, 1 - Math.max(0, shadeShare))
    if (shadeShare > 0) this.#add(shade, first, second, third, Math.min(1, shadeShare))
  }

  /** Adds a share of the color that a ramp has between its four steps. */
  #add([one, two, three, four]: readonly Rgb[], first: number, second: number, third: number, share: number): void {
    // How much of each of the four is left when the next has been laid over it.
    const ofThree = second * (1 - third)
    const ofTwo = first * (1 - second) * (1 - third)
    const ofOne = (1 - first) * (1 - second) * (1 - third)
    this.r += share * (one![0] * ofOne + two![0] * ofTwo + three![0] * ofThree + four![0] * third)
    this.g += share * (one![1] * ofOne + two![1] * ofTwo + three![1] * ofThree + four![1] * third)
    this.b += share * (one![2] * ofOne + two![2] * ofTwo + three![2] * ofThree + four![2] * third)
  }

  /** Lays a flat thing that has one color in light and one in shade. */
  layFlat(lit: Rgb, shade: Rgb, shadeShare: number, share: number): void {
    if (shadeShare < 1) this.lay(lit, share)
    if (shadeShare > 0) this.lay(shade, share * shadeShare)
  }
}
