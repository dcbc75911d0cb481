import { type Hex, luminance, mix } from '#shared/design/color.ts'
import type { Tier } from '#shared/domain/rarity.ts'

/** The frame as a CSS background: brushed metal in the team's trim, and for a Legend all colors round the clock. */
export const foil = (tier: Tier | null, trim: Hex): string => (tier === 'Legend' ? PRISM : metal(silvered(trim)))

const NEARLY_WHITE_LUMINANCE = 0.8

/** White foil would melt into a white page. */
const silvered = (color: Hex): Hex => (luminance(color) > NEARLY_WHITE_LUMINANCE ? mix(color, '#93a0a8', 0.5) : color)

const metal = (color: Hex): string =>
  `linear-gradient(128deg, ${[
    `${mix('#ffffff', color, 0.35)} 0%`,
    `${color} 16%`,
    `${mix('#000000', color, 0.48)} 31%`,
    `${mix('#ffffff', color, 0.5)} 47%`,
    `${color} 60%`,
    `${mix('#000000', color, 0.42)} 80%`,
    `${mix('#ffffff', color, 0.45)} 100%`,
  ].join(', ')})`

const PRISM =
  'conic-gradient(from 210deg at 50% 50%, #fff3c4, #f0b93a, #ff8f6b, #e7a6ff, #7cc8ff, #8dffc8, #fff3c4, #c98f1d, #fff3c4)'

/** Light that slides over the finished card. */
export const SHEEN =
  'linear-gradient(112deg, rgba(255,255,255,0) 30%, rgba(255,255,255,0.13) 38%, rgba(255,255,255,0.03) 46%, ' +
  'rgba(255,255,255,0) 47%, rgba(255,255,255,0) 62%, rgba(255,255,255,0.07) 66%, rgba(255,255,255,0) 72%)'
