import { clamp } from './numbers.ts'
import { chromaOf, hueOf, type Lab } from './oklab.ts'

/** Four flat colors of one material, darkest first. The third covers most of it. */
export type Ramp = readonly [Lab, Lab, Lab, Lab]
/** What light from the top left makes of a material: the lit side and the side in shadow. */
export type Ramps = { readonly lit: Ramp; readonly shade: Ramp }

const LIGHTEST = 0.93
const FAIR = 0.87
const DARKEST = 0.26
/** In radians of OKLab. */
const GOLDEN = 1.16
const OLIVE = 1.9

/**
 * The ramp of a skin starts from its measured color and moves away from it evenly. The limits only hold off colors
 * that no skin has: a face in green light must not come out green.
 */
export function skinRamps(skin: Lab): Ramps {
  const lightness = clamp(skin[0], DARKEST, FAIR)
  const hue = clamp(hueOf(skin), 0.6, 1.3)
  const chroma = clamp(chromaOf(skin) * 1.06, 0.03, 0.115)
  // Shadows on dark skin are shallower in relation to it, its gloss is stronger.
  const depth = 0.18 * (FAIR - lightness)
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const step = (share: number, color: number, warmer = 0): Lab => [
    clamp(lightness * share, 0, LIGHTEST),
    a * color + warmer * chroma,
    b * color,
  ]
  return {
    lit: [step(0.76 + depth, 1.1, 0.06), step(0.9, 1.07, 0.03), step(1.03 - 0.3 * depth, 1), step(1.1 + depth, 0.75)],
    shade: [
      step(0.58 + depth, 1.05, 0.06),
      step(0.67 + depth, 1.08, 0.06),
      step(0.74 + depth, 1.08, 0.06),
      step(0.81 + depth, 1),
    ],
  }
}

/** Hair is blond or brown and never olive, which is what a camera makes of it. Dyed hair keeps its color. */
const naturalHue = (hue: number) => (hue > GOLDEN && hue < OLIVE ? GOLDEN : hue)

export function hairRamps(hair: Lab): Ramps {
  const lightness = clamp(hair[0], 0.2, 0.8)
  const [chroma, hue] = [chromaOf(hair) * 1.2, naturalHue(hueOf(hair))]
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const colorful = Math.min(1, Math.hypot(a, b) / 0.04)
  const step = (share: number, color: number): Lab => [
    clamp(lightness * share, 0.1, 0.92),
    a * color + Math.max(0, 1 - share) * 0.014 * colorful,
    b * color,
  ]
  return {
    lit: [step(0.6, 0.9), step(0.86, 1), step(1.08, 1.05), step(1.25, 0.9)],
    shade: [step(0.38, 0.8), step(0.54, 0.9), step(0.68, 1), step(0.82, 1)],
  }
}
