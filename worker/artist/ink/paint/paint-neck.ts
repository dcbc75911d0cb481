import type { Picture } from '#worker/graphics/picture.ts'
import { getChroma, type Rgb, rgbOfLab, writeRgb } from '../color/oklab.ts'
import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import { deepShare, type SkinTones } from '../study/body-skin.ts'
import type { Sides } from '../study/head-shape.ts'
import { depthIn, findHairBehind, type NeckShape } from '../study/neck-shape.ts'
import type { Portrait } from '../study/portrait.ts'
import { Brush } from './brush.ts'
import { INK } from './ink.ts'
import { OUTLINE } from './scan-head.ts'

/** The lit side of a neck loses this share of the head's shadow, across these shares of its half width. */
const LIT_SIDE = { share: 0.6, across: [0.4, 0.9] } as const
/** Darkening toward the sides of a neck. The right side faces away from the light. */
const ROUND = { left: 0.05, right: 0.16 } as const
/** Shadow of the head on the neck: its offset from the light at the top left, softness in units, and darkness. */
const CAST = { x: 4, y: 11, soft: 4, share: 0.12 } as const
/** Loss of a high chroma, relative to the loss of lightness, in shadows deeper than the body's deep tone. */
const DULL = { share: 0.7, chroma: [0.05, 0.09] } as const
/** The shadow is deepest right below the jaw. */
const DEEP = { units: 7, share: 0.13 } as const
/**
 * Hair behind a neck lies in shadow. The factors `dark` and `light` scale the lightness of black and of white hair. The
 * shadow fades across `beside` near the hair that hangs in front of it, `away` from the neck. In units.
 */
const BEHIND = { dark: 0.6, light: 0.7, beside: [-16, -2], away: [2, 16] } as const
/**
 * Strands of that hair: two waves across it, in radians per unit, that drift with the height, and their contrast on
 * black and on white hair, where they would look like a striped fabric.
 */
const STRANDS = { waves: [1.3, 3.4], drift: 0.12, dark: 0.24, light: 0.04 } as const
/** Distance from the start of the cords down to the pit of the throat, in units. */
const THROAT_UNITS = 34
/**
 * Darkening of the neck in the shadow of hair that hangs beside it, across these distances beyond its side, in units.
 * Across the `hair` distances it blends into the hair behind it.
 */
const NAPE = { beyond: [-12, 4], share: 0.5, hair: [-2, 3] } as const
/** The shadow reaches this much deeper into the wedge between jaw and hair, up to this far below the jaw. In units. */
const WEDGE = { deeper: 11, below: 14 } as const
/** The side of a neck below a darker cheek takes this share of the difference, across these shares of its half width. */
const UNDER_CHEEK = { share: 0.9, across: [0, 0.7] } as const
/** Deeper inside the head than this, the neck is hidden. In units. */
const HIDDEN_UNITS = 9
/** Two faint cords run from behind the ears to the pit of the throat. */
const CORD = { share: 0.05, width: 0.13 } as const

/** Skin tones of the body, the lightness of the lit neck, and that of each cheek relative to the lighter one. */
export type BareSkin = { readonly tones: SkinTones; readonly neckLightness: number; readonly cheekLight: Sides }

export type NeckFrame = {
  /** Top left corner and size of the picture, in pixels of the canvas. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** The origin of head space on the canvas, and pixels per unit. */
  readonly originX: number
  readonly originY: number
  readonly perUnit: number
  /** Visible half width of the area behind a neck, in pixels. Shoulders begin beyond it. */
  readonly reachPx: number
  /** Returns the depth of a point of head space inside the visible part, in units. Gear hides the hair outside. */
  readonly seenAt?: ((x: number, y: number) => number) | undefined
}

/**
 * Paints a neck in the lighting of its head: rounded, in the shadow of jaw, beard and hair, outlined at its sides. No
 * seam shows, because the head is laid over it without an outline.
 */
export function paintNeck(
  { tones, neckLightness, cheekLight }: BareSkin,
  portrait: Portrait,
  neck: NeckShape,
  bottomY: number,
  frame: NeckFrame,
): Picture {
  const { left, top, width, height, originX, originY, perUnit, seenAt } = frame
  const { lit, deep: dark } = tones
  const dullness = DULL.share * smoothstep(...DULL.chroma, getChroma(dark))
  const data = new Uint8ClampedArray(width * height * 4)
  const edge = 0.5 / perUnit
  const widest = frame.reachPx / perUnit
  const brush = new Brush()
  const depthAt = depthIn(portrait)
  const hairAt = findHairBehind(neck, portrait)
  const [behindLeft, behindRight] = [mixBehind(portrait, 'left'), mixBehind(portrait, 'right')]
  for (let row = 0; row < height; row++) {
    const y = (row + 0.5 + top - originY) / perUnit
    if (y > bottomY) break
    const low = (y - (bottomY - THROAT_UNITS)) / THROAT_UNITS
    const sides = neck.sidesAt(y)
    const under = neck.underHairAt(y)
    const hairSides = hairAt(y)
    for (let column = 0; column < width; column++) {
      const x = (column + 0.5 + left - originX) / perUnit
      const isLeft = x < neck.x
      const off = Math.abs(x - neck.x)
      const half = isLeft ? neck.x - sides.left : sides.right - neck.x
      const inside = half - off
      const outline = isLeft ? OUTLINE.lit : OUTLINE.shaded
      const i = (row * width + column) * 4
      const share = smoothstep(-outline - edge, -outline + edge, inside)
      // Hair behind the neck shows between the neck and the hair that hangs beside it.
      const reach = Math.min(widest, isLeft ? neck.x - hairSides.left : hairSides.right - neck.x)
      const seen = seenAt && reach > half && off < reach ? seenAt(x, y) : Infinity
      const isBehind = reach > half && off < reach && seen > -edge
      if (share === 0 && !isBehind) continue
      const depth = depthAt(x, y)
      if (depth > HIDDEN_UNITS) continue
      const beyond = off - (isLeft ? neck.x - under.left : under.right - neck.x)
      const hair = isBehind ? smoothstep(NAPE.hair[0], NAPE.hair[1], beyond) : 0
      if (hair < 1) {
        const across = (x - neck.x) / half
        const round =
          across > 0 ? ROUND.right * smoothstep(0.1, 1.05, across) : ROUND.left * smoothstep(0.3, 1.05, -across)
        const open = 1 - LIT_SIDE.share * smoothstep(...LIT_SIDE.across, -across)
        const cast = open * smoothstep(-CAST.soft, CAST.soft, depthAt(x - CAST.x, y - CAST.y))
        const deep = open * smoothstep(-DEEP.units, 0, depth)
        const cords = CORD.share * cordAt(across, low)
        const inWedge = smoothstep(-WEDGE.below, 0, depth)
        const nape = reach > half ? smoothstep(NAPE.beyond[0] - WEDGE.deeper * inWedge, NAPE.beyond[1], beyond) : 0
        const cheek = UNDER_CHEEK.share * (1 - (isLeft ? cheekLight.left : cheekLight.right))
        const underCheek = cheek * smoothstep(...UNDER_CHEEK.across, Math.abs(across))
        const shade =
          (1 - round) *
          (1 - CAST.share * cast) *
          (1 - DEEP.share * deep) *
          (1 - cords) *
          (1 - NAPE.share * nape) *
          (1 - underCheek)
        const lightness = neckLightness * shade
        const deepness = deepShare(tones, lightness)
        // Skin in shadow would glow red with all of its chroma.
        const dull = 1 - dullness * Math.max(0, 1 - lightness / dark[0])
        const [a, b] = [lit[1] + deepness * (dark[1] - lit[1]), lit[2] + deepness * (dark[2] - lit[2])]
        writeRgb(brush, lightness, dull * a, dull * b)
      }
      if (isBehind) {
        // Skin fades under the hair beside it. A line there would cut off a scrap.
        if (hair > 0) {
          const { open, shaded, contrast } = isLeft ? behindLeft : behindRight
          const light = 1 + contrast * wave(x - STRANDS.drift * (x - neck.x) * low)
          const inLight =
            smoothstep(BEHIND.beside[0], BEHIND.beside[1], depth) * smoothstep(BEHIND.away[0], BEHIND.away[1], -inside)
          brush.r += hair * (light * (shaded[0] + inLight * (open[0] - shaded[0])) - brush.r)
          brush.g += hair * (light * (shaded[1] + inLight * (open[1] - shaded[1])) - brush.g)
          brush.b += hair * (light * (shaded[2] + inLight * (open[2] - shaded[2])) - brush.b)
        }
        brush.lay(INK, 1 - smoothstep(OUTLINE.ofGear - edge, OUTLINE.ofGear + edge, seen))
      }
      if (!isBehind) brush.lay(INK, 1 - smoothstep(OUTLINE.inside - edge, OUTLINE.inside + edge, inside))
      data[i + 3] = 255 * Math.max(share, isBehind ? smoothstep(-edge, edge, seen) : 0)
      data[i] = brush.r
      data[i + 1] = brush.g
      data[i + 2] = brush.b
    }
  }
  return { data, widthPx: width, heightPx: height }
}

/** Returns the colors of hair behind a neck, in the light and in its shadow, and the contrast of its strands. */
function mixBehind(
  { drawnHair, besideNeck }: Portrait,
  side: keyof Sides,
): { open: Rgb; shaded: Rgb; contrast: number } {
  const beside = besideNeck[side]
  if (!drawnHair || !beside) return { open: INK, shaded: INK, contrast: 0 }
  const [lightness, a, b] = beside
  const dark = Math.min(lightness, drawnHair[0] * (BEHIND.dark + (BEHIND.light - BEHIND.dark) * drawnHair[0]))
  // Darker hair of the same chroma would look like polished wood.
  const chroma = dark / Math.max(dark, lightness)
  return {
    open: rgbOfLab(beside),
    shaded: rgbOfLab([dark, a * chroma, b * chroma]),
    contrast: STRANDS.dark + (STRANDS.light - STRANDS.dark) * lightness,
  }
}

/** Returns the light on the strands of hair at a place across them, -1 to 1. */
const wave = (x: number): number => (Math.sin(STRANDS.waves[0] * x) + Math.sin(STRANDS.waves[1] * x + 2)) / 2

/** Darkening by the two cords of a neck. @param low 0 at the top of a neck, 1 at the pit of the throat */
function cordAt(across: number, low: number): number {
  const place = 0.72 - 0.6 * clamp(low, 0, 1)
  const off = (Math.abs(across) - place) / CORD.width
  return off < -1 || off > 1 ? 0 : (1 - off * off) ** 2 * smoothstep(0.05, 0.5, low)
}
