import { type Hex, mix } from '#shared/design/color.ts'
import { metalOf, PRISM } from './tier-metal.ts'
import type { Tier } from '#shared/domain/rarity.ts'

export type Stops = readonly (readonly [at: number, color: Hex])[]

const PRISM_STOPS: Stops = PRISM.map((color, i) => [i / (PRISM.length - 1), color] as const)

/** Across the frame from its top left to its bottom right, or for a Legend once round the card. */
export function frameStops(tier: Tier | null): Stops {
  if (tier === 'Legend') return PRISM_STOPS
  const { light, body, shade } = metalOf(tier)
  // Card stock is matt: no second and third reflection.
  if (tier === 'Rookie' || tier === null) {
    return [
      [0, mix(body, light, 0.6)],
      [0.3, body],
      [1, mix(body, shade, 0.7)],
    ]
  }
  return [
    [0, mix(light, '#ffffff', 0.5)],
    [0.14, body],
    [0.29, shade],
    [0.46, mix(light, '#ffffff', 0.3)],
    [0.6, body],
    [0.8, shade],
    [1, light],
  ]
}
