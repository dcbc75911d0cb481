import { clipped, fill, group, highlight, inked, line, round } from '#worker/graphics/svg.ts'
import type { Drawing, Gear } from './gear.ts'
import { castShadow, darker, getRimColor, lighter, modelled } from './modelled.ts'

const DRAWN_HEAD_STRAP_UNITS = 50
const FRAME =
  'M-56 -20C-56 -42 -36 -45 0 -43C36 -45 56 -42 56 -20C58 11 45 26 27 26C13 26 10 12 0 12C-10 12 -13 26 -27 26C-45 26 -58 11 -56 -20Z'
const LENS =
  'M-47 -18C-47 -32 -34 -35 0 -33C34 -35 47 -32 47 -18C48 6 39 16 27 16C16 16 12 2 0 2C-12 2 -16 16 -27 16C-39 16 -48 6 -47 -18Z'
/** Reflection in the glass: a sunset sky over snowy mountains. */
const SKY = 'M-60 -50H60V40H-60Z'
const SUN = 'M-33 -12A11 11 0 1 1 -11 -12A11 11 0 1 1 -33 -12Z'
const MOUNTAINS = 'M-52 8L-34 -10L-24 0L-4 -22L14 -2L26 -14L52 10V40H-52Z'
const SNOW = 'M-34 -10L-28 -4L-33 -5L-39 -4ZM-4 -22L4 -13L-2 -15L-8 -11L-13 -12ZM26 -14L33 -7L26 -8L21 -8Z'
const GLINTS = 'M22 -42L36 -42L10 26L-4 26ZM40 -42L45 -42L19 26L14 26Z'
const SPARK = 'M-41 -14C-41 -26 -34 -29 -22 -30C-32 -26 -35 -20 -36 -12C-37 -9 -41 -10 -41 -14Z'
const VENTS = 'M-30 -40.5h9M-15 -41h9M0 -41h9M15 -41h9'
const SHADOW = 'M-54 4C-50 24 -40 31 -25 31C-12 31 -8 17 1 17C10 17 14 31 29 31C45 31 54 20 55 0Z'

/** The frame covers a strap up to here, in units of the drawing. A shorter strap is hidden. */
const FRAME_END = 55

/** Heights of the strap's end. It lies lower than the frame, because a strap slopes down toward the back of a head. */
const STRAP_END = { upper: -16, lower: 6 } as const

/** Draws one end of the strap, from the frame around the head. @param upper @param lower where the hair ends */
function strapEnd(side: -1 | 1, upper: number, lower: number) {
  if (Math.max(upper, lower) < FRAME_END) return { strap: '', seams: '', shade: '' }
  const x = (at: number) => round(side * at)
  const between = (end: number, share: number) => 48 + (Math.max(end, 48) - 48) * share
  const [top, bottom] = [Math.max(upper, 50), Math.max(lower, 50)]
  const [y0, y1] = [STRAP_END.upper, STRAP_END.lower]
  const edge = `C${x((2 * top + bottom) / 3 + 2)} ${y0 + 7} ${x((top + 2 * bottom) / 3 + 2)} ${y1 - 7} ${x(bottom)} ${y1}`
  return {
    strap: `M${x(46)} -25C${x(between(top, 0.4))} -25 ${x(between(top, 0.8))} -21 ${x(top)} ${y0}${edge}C${x(between(bottom, 0.75))} 9 ${x(between(bottom, 0.4))} 8 ${x(46)} 6Z`,
    seams: `M${x(46)} -20C${x(between(top, 0.4))} -20 ${x(between(top, 0.8))} -16 ${x(top)} ${y0 + 5}M${x(46)} 1C${x(between(bottom, 0.4))} 3 ${x(between(bottom, 0.75))} 4 ${x(bottom)} ${y1 - 5}`,
    shade: `M${x(between(top, 0.6))} -22L${x(top)} ${y0}${edge}L${x(between(bottom, 0.6))} 9Z`,
  }
}

/** Scale of the drawing, and offset from the eyes up to the forehead. The eyes stay visible. */
const PUSHED_UP = { scale: 0.76, y: -48.5 } as const

const drawn: Gear = {
  id: 'goggles',
  fit: { top: 0, hides: 'nothing' },
  front: (colors, wearer) => {
    const { primary, secondary } = colors
    const even = { left: DRAWN_HEAD_STRAP_UNITS, right: DRAWN_HEAD_STRAP_UNITS }
    const { upper, lower } = wearer?.strapSides ?? { upper: even, lower: even }
    const onPiece = (units: number) => round(units / PUSHED_UP.scale)
    const ends = [
      strapEnd(-1, onPiece(upper.left), onPiece(lower.left)),
      strapEnd(1, onPiece(upper.right), onPiece(lower.right)),
    ]
    return (
      castShadow(SHADOW, 0.36) +
      inked(ends.map(({ strap }) => strap).join(''), secondary) +
      fill(ends.map(({ shade }) => shade).join(''), '#000000', { opacity: 0.2 }) +
      line(ends.map(({ seams }) => seams).join(''), lighter(secondary, 0.5), 1.5, { 'stroke-dasharray': '3.4 3' }) +
      modelled(
        'goggles-frame',
        FRAME,
        primary,
        { shadeUnits: 10, shade: 0.34, lit: 0.7, rim: getRimColor(colors) },
        line(VENTS, darker(primary, 0.6), 2.6),
      ) +
      inked(LENS, '#10161f') +
      clipped(
        'goggles-lens',
        LENS,
        fill(SKY, '#ff8a3c') +
          fill('M-60 -50H60V-24C20 -30 -20 -30 -60 -22Z', '#7a3fb0') +
          fill('M-60 -24C-20 -32 20 -32 60 -26V-15C20 -21 -20 -21 -60 -12Z', '#e2557a') +
          fill(SUN, '#ffe9a3') +
          fill(MOUNTAINS, '#1b2340') +
          fill(SNOW, '#cfe0f5') +
          highlight(GLINTS, 0.3) +
          highlight(SPARK, 0.85),
      )
    )
  },
}

const pushedUp =
  (drawing: Drawing): Drawing =>
  (...args) =>
    group({ transform: `translate(0 ${PUSHED_UP.y}) scale(${PUSHED_UP.scale})` }, drawing(...args))

/** Goggles pushed up to the forehead, as worn off the slope. */
export const goggles: Gear = { ...drawn, front: pushedUp(drawn.front) }
