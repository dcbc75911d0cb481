import { type Hex, mix, raiseContrast } from '#shared/design/color.ts'
import { getMetal, SPECTRUM } from './tier-metal.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import { chevrons, facets, type Pattern, rays, speed, stars } from './foil-patterns.ts'
import { createRamp, type Ramp } from '#worker/graphics/raster.ts'

/** The foil behind a player: a pattern, and the colors of its shine and shade by angle. */
export type Glitter = {
  readonly pattern: Pattern
  readonly shine: Ramp
  readonly shade: Ramp
  readonly opacity: number
}

const PATTERNS: Readonly<Record<Tier, { pattern: Pattern; opacity: number }>> = {
  Rookie: { pattern: speed, opacity: 0.42 },
  Starter: { pattern: rays, opacity: 0.62 },
  Captain: { pattern: chevrons, opacity: 0.62 },
  Star: { pattern: stars, opacity: 0.85 },
  Legend: { pattern: facets, opacity: 0.9 },
}

const NONE: Pattern = () => 0
const STEPS = 256
/**
 * Minimum contrast of the shine with the ground at the sides, where most of the foil is visible and light falls off.
 */
const SHINE_MIN_CONTRAST = 2.4

const shaded = (ground: Hex): Hex => mix(ground, '#000000', 0.25)

/** Returns a tier's foil. @param ground the team's color; shine with too little contrast is lightened */
export function getGlitter(tier: Tier | null, ground: Hex): Glitter {
  if (tier === null) return { pattern: NONE, opacity: 0, shine: flat('#ffffff'), shade: flat('#000000') }
  if (tier === 'Legend') return { ...PATTERNS[tier], ...prism(ground) }
  const { light, body } = getMetal(tier)
  const color = tier === 'Rookie' ? light : mix(body, light, 0.3)
  const shine = raiseContrast(color, shaded(ground), '#ffffff', SHINE_MIN_CONTRAST)
  return { ...PATTERNS[tier], shine: flat(shine), shade: flat(mix(ground, '#000000', 0.6)) }
}

const flat = (color: Hex): Ramp =>
  createRamp(
    [
      [0, color],
      [1, color],
    ],
    0,
  )

function prism(ground: Hex): Pick<Glitter, 'shine' | 'shade'> {
  const around = (toTone: (color: Hex) => Hex): Ramp =>
    createRamp(
      SPECTRUM.map((color, i) => [i / (SPECTRUM.length - 1), toTone(color)] as const),
      STEPS,
    )
  return { shine: around((color) => color), shade: around((color) => mix(mix(color, ground, 0.35), '#000000', 0.5)) }
}
