import { circle, clipped, fill, highlight, INK, inked, inkedCircle, line } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { STEEL, STEEL_DEEP, STEEL_LIT } from './materials.ts'
import { castShadow, crescent, darker, getRimColor, lighter, modelled } from './modelled.ts'

const PLUMES = [
  'M-4 -102C-26 -130 0 -147 46 -146C76 -144 96 -133 98 -116C86 -124 76 -126 66 -123C74 -118 76 -110 74 -104C60 -116 40 -116 8 -102Z',
  'M-4 -102C-20 -124 2 -138 36 -136C58 -134 70 -126 72 -114C58 -122 40 -122 6 -100Z',
] as const
const VANES = 'M4 -106C14 -122 34 -132 62 -134M12 -112L8 -125M26 -122L24 -135M42 -128L44 -139'
/** Skull and cheek plates in one piece, open from brows to chin. */
const HELM =
  'M-50 72C-61 62 -66 40 -66 -20C-66 -82 -38 -108 0 -108C38 -108 66 -82 66 -20C66 40 61 62 50 72C44 74 42 68 43 58L50 -8C48 -32 34 -46 0 -46C-34 -46 -48 -32 -50 -8L-43 58C-42 68 -44 74 -50 72Z'
const SKULL = 'M-66 76V-20C-66 -82 -38 -108 0 -108C38 -108 66 -82 66 -20V76Z'
/** Polished steel reflects the sky above a dark horizon. */
const SKY = 'M-70 -112H70V-88C40 -96 14 -96 0 -90C-14 -96 -40 -96 -70 -88Z'
const SHINE = 'M-57 2C-61 -34 -57 -50 -51 -60C-52 -42 -53 -28 -51 2Z'
const GORGET =
  'M-60 42C-54 51 -44 58 -29 62C-12 72 12 72 29 62C44 58 54 51 60 42L72 76C48 98 20 104 0 105C-20 104 -48 98 -72 76Z'
/** The raised visor. Its point is at the brow and its slits face up. */
const VISOR =
  'M-69 -28C-62 -44 -36 -50 0 -36C36 -50 62 -44 69 -28C72 -56 62 -82 46 -94C30 -100 14 -102 0 -102C-14 -102 -30 -100 -46 -94C-62 -82 -72 -56 -69 -28Z'
const SLITS =
  'M-50 -78C-38 -84 -20 -84 -8 -80L-9 -71C-20 -75 -37 -75 -50 -69ZM50 -78C38 -84 20 -84 8 -80L9 -71C20 -75 37 -75 50 -69Z'
const SLIT_EDGES = 'M-49 -66C-37 -72 -20 -72 -9 -68M49 -66C37 -72 20 -72 9 -68'
const RIDGE = 'M-5 -104H5L6 -52L0 -36L-6 -52Z'
const FOREHEAD = 'M-48 -42C-36 -52 36 -52 48 -42L48 -22C32 -36 14 -32 0 -24C-14 -32 -32 -36 -48 -24Z'
const BREATHS = [18, 31, 44].flatMap((x) => [-58, ...(x < 44 ? [-51] : [])].map((y) => [x, y] as const))

/** Color in the shade of the helm. */
const INSIDE = '#15191d'
/** Opening for the face, which the helm never covers. */
const OPENING = 'M-52 -10C-48 -38 -32 -48 0 -48C32 -48 48 -38 52 -10L46 62C42 76 30 82 0 86C-30 82 -42 76 -46 62Z'

const rivets = (): string =>
  [-56, 56]
    .flatMap((x) => [24, 44].map((y) => circle(x, y, 2.4, INK) + circle(x - 0.6, y - 0.6, 1.5, STEEL_LIT)))
    .join('')

export const knight: Gear = {
  id: 'knight',
  fit: { top: 148, hides: 'hair' },
  lining: INSIDE,
  back: ({ primary, secondary }) => inked(PLUMES[0], darker(secondary, 0.12)) + crest(primary) + fill(OPENING, INSIDE),
  front: (colors) =>
    castShadow(FOREHEAD) +
    modelled('knight-gorget', GORGET, STEEL_DEEP, { shadeUnits: 30, lit: 0.5, rim: getRimColor(colors) }) +
    clipped(
      'knight-helm',
      HELM,
      fill(HELM, STEEL) +
        fill(SKY, '#c5d0d4') +
        crescent(SKULL, [-30, -4], '#0c141c', 0.42) +
        crescent(SKULL, [4.4, 4], '#ffffff', 0.7) +
        crescent(SKULL, [-4.6, 0], getRimColor(colors), 0.95) +
        highlight(SHINE, 0.8),
    ) +
    inked(HELM, 'none') +
    modelled('knight-visor', VISOR, '#bcc8cc', { shadeUnits: 24, shade: 0.34, lit: 0.75, rim: getRimColor(colors) }) +
    fill(SLITS, '#06080a') +
    line(SLIT_EDGES, '#ffffff', 1.8, { opacity: 0.7 }) +
    BREATHS.map(([x, y]) => breath(-x, y) + breath(x, y)).join('') +
    inked(RIDGE, STEEL_LIT) +
    fill('M1 -102H3.6L4.2 -52L0 -40Z', STEEL_DEEP) +
    rivets() +
    inkedCircle(-62, -18, 8.5, colors.secondary) +
    inkedCircle(62, -18, 8.5, darker(colors.secondary, 0.3)) +
    circle(-64, -20.5, 2.6, '#ffffff', { opacity: 0.75 }),
}

const crest = (color: string): string =>
  modelled('knight-plume', PLUMES[1], color, { shadeUnits: 8 }, line(VANES, lighter(color, 0.35), 2.4))

const breath = (x: number, y: number): string => circle(x, y, 2.6, '#06080a')
