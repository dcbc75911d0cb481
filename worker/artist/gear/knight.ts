import { circle, clipped, fill, highlight, INK, inked, inkedCircle, line } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { STEEL, STEEL_DEEP, STEEL_LIT } from './materials.ts'
import { crescent, darker, lighter, modelled, rimOf } from './modelled.ts'

const PLUMES = [
  'M-4 -98C-26 -140 0 -170 48 -166C76 -164 96 -148 98 -124C86 -136 76 -138 66 -134C74 -126 76 -116 74 -106C60 -124 40 -124 8 -98Z',
  'M-4 -98C-20 -132 2 -152 36 -150C58 -148 70 -136 72 -120C58 -132 40 -132 6 -96Z',
] as const
const VANES = 'M4 -104C14 -128 34 -142 62 -146M12 -116L8 -134M26 -130L24 -148M42 -138L44 -156'
const HELM = 'M-60 54V-38C-60 -88 -34 -106 0 -106C34 -106 60 -88 60 -38V52C50 66 34 75 0 88C-34 75 -50 66 -60 52Z'
/** Polished steel: sky above, a dark horizon, the ground in it below. */
const HORIZON = 'M-64 -46C-40 -60 -14 -62 0 -52C14 -62 40 -60 64 -46V-36C40 -46 14 -48 0 -38C-14 -48 -40 -46 -64 -36Z'
const BROW = 'M-62 -32C-40 -40 -16 -40 0 -30C16 -40 40 -40 62 -32V4C40 -2 16 2 0 12C-16 2 -40 -2 -62 4Z'
const SLITS =
  'M-48 -19C-36 -23 -20 -22 -9 -16L-10 -6C-20 -11 -36 -12 -48 -8ZM48 -19C36 -23 20 -22 9 -16L10 -6C20 -11 36 -12 48 -8Z'
const RIDGE = 'M-6 -108H6L5 14L0 92L-5 14Z'
const BREATHS = [16, 29, 42].flatMap((y, row) =>
  [20, 33, 46].slice(0, 3 - (row === 2 ? 1 : 0)).map((x) => [x, y] as const),
)
const GORGET = 'M-56 52C-40 70 -20 78 0 84C20 78 40 70 56 52L66 74C44 94 20 100 0 101C-20 100 -44 94 -66 74Z'
const SHINE = 'M-50 -52C-48 -74 -38 -88 -20 -95C-32 -82 -37 -70 -39 -50Z'

const rivets = (): string =>
  [-54, 54]
    .flatMap((x) => [22, 44].map((y) => circle(x, y, 2.4, INK) + circle(x - 0.6, y - 0.6, 1.5, STEEL_LIT)))
    .join('')

export const knight: Gear = {
  id: 'knight',
  fit: { top: 172, hides: 'face' },
  back: ({ primary, secondary }) => inked(PLUMES[0], darker(secondary, 0.12)) + crest(primary),
  front: (colors) =>
    modelled('knight-gorget', GORGET, STEEL_DEEP, { shadeUnits: 30, lit: 0.5, rim: rimOf(colors) }) +
    clipped(
      'knight-helm',
      HELM,
      fill(HELM, STEEL) +
        fill('M-64 -110H64V-46C40 -60 14 -62 0 -52C-14 -62 -40 -60 -64 -46Z', '#c5d0d4') +
        fill(HORIZON, STEEL_DEEP) +
        crescent(HELM, [-30, -4], '#0c141c', 0.45) +
        crescent(HELM, [4.4, 4], '#ffffff', 0.7) +
        crescent(HELM, [-4.6, 0], rimOf(colors), 0.95) +
        highlight(SHINE, 0.8),
    ) +
    inked(HELM, 'none') +
    modelled('knight-brow', BROW, '#bcc8cc', { shadeUnits: 24, shade: 0.34, lit: 0.75, rim: rimOf(colors) }) +
    fill(SLITS, '#06080a') +
    line('M-47 -7C-36 -11 -20 -10 -11 -5M47 -7C36 -11 20 -10 11 -5', '#ffffff', 1.8, { opacity: 0.7 }) +
    inked(RIDGE, STEEL_LIT) +
    fill('M1 -106H4.6L3.6 14L0 85Z', STEEL_DEEP) +
    BREATHS.map(([x, y]) => breath(-x, y) + breath(x, y)).join('') +
    rivets() +
    inkedCircle(-59, -14, 8.5, colors.secondary) +
    inkedCircle(59, -14, 8.5, darker(colors.secondary, 0.3)) +
    circle(-61, -16.5, 2.6, '#ffffff', { opacity: 0.75 }),
}

const crest = (color: string): string =>
  modelled('knight-plume', PLUMES[1], color, { shadeUnits: 8 }, line(VANES, lighter(color, 0.35), 2.4))

const breath = (x: number, y: number): string =>
  fill(`M${x - 3.4} ${y - 4}h6.8v8h-6.8Z`, '#06080a') +
  line(`M${x - 3.4} ${y + 5}h6.8`, '#ffffff', 1.3, { opacity: 0.6 })
