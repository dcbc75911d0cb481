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
  lay(color: Rgb, share: number): void {
    if (share === 0) return
    this.r += (color[0] - this.r) * share
    this.g += (color[1] - this.g) * share
    this.b += (color[2] - this.b) * share
  }

  /** The color of a material: `tone` chooses the step, `shade` (0 to 1) the side. */
  fill({ lit, shade }: Paint, tone: number, steps: Steps, soft: number, shadeShare: number): void {
    const first = smoothstep(steps[0] - soft, steps[0] + soft, tone)
    const second = smoothstep(steps[1] - soft, steps[1] + soft, tone)
    const third = smoothstep(steps[2] - soft, steps[2] + soft, tone)
    this.r = this.g = this.b = 0
    if (shadeShare < 1) this.#add(lit, first, second, third, 1 - Math.max(0, shadeShare))
    if (shadeShare > 0) this.#add(shade, first, second, third, Math.min(1, shadeShare))
  }

  /** Adds a share of the color that a ramp has between its four steps; most pixels lie on one of them. */
  #add(ramp: readonly Rgb[], first: number, second: number, third: number, share: number): void {
    // How much of each of the four is left when the next has been laid over it.
    const ofThree = second * (1 - third)
    const ofTwo = first * (1 - second) * (1 - third)
    const ofOne = (1 - first) * (1 - second) * (1 - third)
    if (ofOne > 0) this.#addOne(ramp[0]!, share * ofOne)
    if (ofTwo > 0) this.#addOne(ramp[1]!, share * ofTwo)
    if (ofThree > 0) this.#addOne(ramp[2]!, share * ofThree)
    if (third > 0) this.#addOne(ramp[3]!, share * third)
  }

  #addOne(color: Rgb, share: number): void {
    this.r += color[0] * share
    this.g += color[1] * share
    this.b += color[2] * share
  }

  /** Lays a flat thing that has one color in light and one in shade. */
  layFlat(lit: Rgb, shade: Rgb, shadeShare: number, share: number): void {
    if (shadeShare < 1) this.lay(lit, share)
    if (shadeShare > 0) this.lay(shade, share * shadeShare)
  }
}
