import { contrast, type Hex, luminance } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { clipped, cord, element, fill, highlight, INK, inked, line, round } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { lowered } from './lowered.ts'
import { castShadow, lighter, modelled, type Relief, sparkPath } from './modelled.ts'

const EYE_X = 29.5
const EYE_Y = -4
/**
 * Outer radius of frame and lens, and the inner radius of their plump stars as a share of it. The whole eye shows.
 * Plumper stars hide the corners of the wearer's own glasses.
 */
const STAR = { frame: 30.5, lens: 19.6, plump: 0.58, plumper: 0.68 } as const
/** Opacity of the lenses at their upper and lower edge. Clear ones show the eyes, dark ones hide the wearer's glasses. */
const TINT = { clear: { top: 0.32, bottom: 0.08 }, dark: { top: 0.9, bottom: 0.66 } } as const
/** Returns path data of a star with short points. @param plump inner radius as a share of the outer one */
function plumpStar(cx: number, cy: number, radius: number, plump: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5
    const reach = i % 2 ? radius * plump : radius
    return `${round(cx + reach * Math.cos(angle))} ${round(cy + reach * Math.sin(angle))}`
  })
  return `M${points.join('L')}Z`
}

const SKIN_LIKE = '#d9a982'
const MIN_CONTRAST = 1.12

const BRIDGE = 'M-9 -12C-4 -16 4 -16 9 -12'
/** Stubs of the arms on a head without measured ears. */
const TEMPLES = 'M-52 -13L-60 -11M52 -13L60 -11'
const GLINTS =
  'M-44 -30L-32 -30L-44 24L-56 24ZM-28 -30L-24 -30L-36 24L-40 24ZM12 -30L24 -30L12 24L0 24ZM28 -30L32 -30L20 24L16 24Z'

/** Returns the lighter team color, unless it has too little contrast with skin. */
function getFrameColor({ primary, secondary }: Pair): Hex {
  const [light, dark] = luminance(primary) > luminance(secondary) ? [primary, secondary] : [secondary, primary]
  return contrast(light, SKIN_LIKE) < MIN_CONTRAST ? dark : light
}

const tint = ({ top, bottom }: { readonly top: number; readonly bottom: number }): string =>
  element(
    'linearGradient',
    { id: 'stars-tint', x1: 0, y1: 0, x2: 0, y2: 1 },
    element('stop', { offset: 0, 'stop-color': '#6a2fb0', 'stop-opacity': top }) +
      element('stop', { offset: 1, 'stop-color': '#ff7fb0', 'stop-opacity': bottom }),
  )

/** Scale of the drawing, which ends at the temples. */
const SIZE = { width: 0.82, height: 0.92, fromY: -6 } as const

/** Draws the arm from hinge to ear. It fades where it goes below the hair. */
function arm(side: -1 | 1, reach: number, frame: Hex): string {
  if (reach === 0) return ''
  const end = round((side * reach) / SIZE.width)
  const path = `M${side * 50} -13L${end} -11`
  const fade = (name: string, color: Hex) =>
    element(
      'linearGradient',
      { id: `stars-${name}${side}`, gradientUnits: 'userSpaceOnUse', x1: side * 50, y1: 0, x2: end, y2: 0 },
      element('stop', { offset: 0.5, 'stop-color': color }) +
        element('stop', { offset: 1, 'stop-color': color, 'stop-opacity': 0 }),
    )
  return (
    fade('ink', INK) +
    fade('arm', frame) +
    line(path, `url(#stars-ink${side})`, 9, { 'stroke-linecap': 'butt' }) +
    line(path, `url(#stars-arm${side})`, 4.5, { 'stroke-linecap': 'butt' })
  )
}

/** Draws the rim around one lens. The lens stays open, so the eye shows through. */
function rim(id: string, x: number, plump: number, frame: Hex, relief: Relief): string {
  const outer = plumpStar(x, EYE_Y, STAR.frame, plump)
  const ring = outer + plumpStar(x, EYE_Y, STAR.lens, plump)
  return clipped(`${id}-ring`, ring, modelled(id, outer, frame, relief), 'evenodd') + inked(outer, 'none')
}

const drawn: Gear = {
  id: 'stars',
  fit: { top: 0, hides: 'nothing' },
  front: (colors, wearer) => {
    const frame = getFrameColor(colors)
    const plump = wearer?.hidesGlasses ? STAR.plumper : STAR.plump
    const pair = (middle: number, y: number, radius: number) =>
      plumpStar(-middle, y, radius, plump) + plumpStar(middle, y, radius, plump)
    const lenses = pair(EYE_X, EYE_Y, STAR.lens)
    return (
      tint(wearer?.hidesGlasses ? TINT.dark : TINT.clear) +
      castShadow(pair(EYE_X - 2, EYE_Y + 5, 26), 0.2) +
      arm(-1, wearer?.arms?.left ?? 0, frame) +
      arm(1, wearer?.arms?.right ?? 0, frame) +
      (wearer?.arms ? '' : cord(TEMPLES, frame, 4.5, 9)) +
      cord(BRIDGE, frame, 5, 10.5) +
      rim('stars-left', -EYE_X, plump, frame, { shadeUnits: 9, shade: 0.24, lit: 0.7 }) +
      rim('stars-right', EYE_X, plump, frame, { shadeUnits: 12, shade: 0.3, lit: 0.55 }) +
      clipped('stars-lenses', lenses, fill(lenses, 'url(#stars-tint)') + highlight(GLINTS, 0.16)) +
      inked(lenses, 'none') +
      line('M-50 -13.2L-41 -13.4M8 -13.2L15 -13.4', lighter(frame, 0.6), 1.6, { opacity: 0.9 }) +
      fill(sparkPath(-47, -25, 6.5), '#ffffff') +
      fill(sparkPath(44, -27, 5), '#ffffff')
    )
  },
}

export const stars = lowered(drawn, SIZE)
