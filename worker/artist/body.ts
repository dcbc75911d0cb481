import { contrast, type Hex, luminance, mix } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { drawableNumber } from '#shared/design/letters/drawable.ts'
import {
  CHALK,
  clipped,
  cord,
  element,
  escapeXml,
  fill,
  hardShadow,
  highlight,
  INK,
  inked,
  line,
  round,
} from '#worker/graphics/svg.ts'

/** Shoulders and neck are drawn on a sheet of 500 x 600 units with the head at x = 250. Both sit 26 units up. */
export const BODY_SHEET = [0, 0, 500, 600] as const
/** The part of the sheet, and a bit more on every side, that a portrait shows. */
export const BODY_ON_CANVAS = { x0: -17.6, y0: -7.5, pxPerUnit: 1.868 } as const
const RAISED = 'translate(0 -26)'

/** A neck in three tones: the lit skin, its shaded side, and the cast shadow under the chin. */
export type Skin = { lit: Hex; shade: Hex; deep: Hex }

const SHOULDERS =
  'M-20 680V600C-18 470 4 420 62 396C110 378 150 372 178 350C186 384 214 410 250 412C286 410 314 384 322 350C350 372 390 378 438 396C496 420 518 470 520 600V680Z'
const COLLAR = 'M176 350C186 392 214 420 250 422C286 420 314 392 324 350'
const NECK = 'M192 300H308V392C290 424 210 424 192 392Z'
const NECK_SHADE = 'M254 300H308V392C296 412 276 420 254 421Z'
/** Its right edge is that of the shoulders, so that nothing has to be cut off. */
const SHADE =
  'M300 412C330 404 420 392 470 420L472.4 417.3C505 447.2 518.5 499.8 520 600V680H350C372 560 350 450 300 412Z'
const SHOULDER_SHINE = 'M64 400C110 384 146 378 172 366C150 400 110 404 76 424Z'
const NEAR_BLACK_LUMINANCE = 0.012
const LIGHT_LUMINANCE = 0.45

/** Black cloth is drawn as charcoal, so that its ink outline and its shadow can still be seen. */
const cloth = (color: Hex): Hex => (luminance(color) < NEAR_BLACK_LUMINANCE ? mix(color, '#ffffff', 0.1) : color)

/** A team's colors as cloth and paint. */
export const worn = ({ primary, secondary }: Pair): Pair => ({ primary: cloth(primary), secondary: cloth(secondary) })

/** @param chinY where the chin casts its shadow, in units of the sheet */
export function neck({ lit, shade, deep }: Skin, chinY: number): string {
  const y = round(chinY + 26)
  const cast = `M188 290H312V${y - 12}C286 ${y + 26} 214 ${y + 26} 188 ${y - 12}Z`
  const painted = clipped('neck', NECK, fill(NECK, lit) + fill(NECK_SHADE, shade) + fill(cast, deep))
  return element('g', { transform: RAISED }, painted + inked(NECK, 'none'))
}

/** Shoulder pads, sleeves with their stripes, collar, and the number in the renderer's display face. */
export function jersey(pair: Pair, number: string): string {
  const { primary, secondary } = worn(pair)
  const id = `jersey${primary.slice(1)}`
  return (
    element('defs', {}, clothGradient(id, primary) + mesh(id)) +
    element(
      'g',
      { transform: RAISED },
      inked(SHOULDERS, `url(#${id})`, { 'stroke-width': 5 }) +
        fill(SHOULDERS, `url(#${id}mesh)`) +
        hardShadow(SHADE, 0.34) +
        sleeves(id, primary, secondary) +
        highlight(SHOULDER_SHINE) +
        cord(COLLAR, secondary, 17, 26),
    ) +
    chestNumber(drawableNumber(number), { primary, secondary })
  )
}

function clothGradient(id: string, color: Hex): string {
  const stops = [
    { offset: 0, color: mix(color, '#ffffff', 0.22) },
    { offset: 0.35, color },
    { offset: 1, color: mix(color, '#000000', 0.5) },
  ]
  const written = stops.map((stop) => element('stop', { offset: stop.offset, 'stop-color': stop.color })).join('')
  return element('linearGradient', { id, x1: 0, y1: 0, x2: 0.6, y2: 1 }, written)
}

const hole = (at: number): string => element('circle', { cx: at, cy: at, r: 1.1, 'fill-opacity': 0.35 })

function mesh(id: string): string {
  const attributes = { id: `${id}mesh`, width: 7, height: 7, patternUnits: 'userSpaceOnUse' }
  return element('pattern', attributes, hole(2) + hole(5.5))
}

/** Cut off at the shoulders one by one: what is cut off is painted twice, so it should be small. */
const sleeves = (id: string, primary: Hex, secondary: Hex): string =>
  clipped(
    `${id}left`,
    SHOULDERS,
    fill('M-20 470C20 452 56 462 66 520L58 680H-20Z', mix(primary, '#000000', 0.25)) +
      line('M-16 486C18 474 44 482 52 530', secondary, 20) +
      line('M-16 512C10 504 24 510 30 544', CHALK, 7),
  ) +
  clipped(
    `${id}right`,
    SHOULDERS,
    fill('M520 470C480 452 444 462 434 520L442 680H520Z', mix(primary, '#000000', 0.5)) +
      line('M516 486C482 474 456 482 448 530', secondary, 20) +
      line('M516 512C490 504 476 510 470 544', CHALK, 7),
  )

const NUMBER_SIZE = 78
const NUMBER_SIZE_BY_LENGTH: Readonly<Record<number, number>> = { 1: 78, 2: 78, 3: 68, 4: 56 }
/** Longer numbers share what fits between the sleeves. */
const NUMBER_ROOM = 250
/** The edge round a number is this wide, half of it under the number itself. */
const EDGE_UNITS = 7
const KEYLINE_UNITS = 4.6
/** A number against what is next to it (WCAG 2.2, 1.4.3). */
const NUMBER_MIN_CONTRAST = 4.5

/** What a number is drawn in on a cloth, from inside out. */
export type NumberColors = { readonly face: Hex; readonly keyline: Hex | null; readonly edge: Hex }

/** A number and its edge in the team's color, with a line of ink between the two where they are too much alike. */
export function numberColors({ primary, secondary }: Pair): NumberColors {
  if (luminance(primary) > LIGHT_LUMINANCE) return { face: INK, keyline: null, edge: CHALK }
  const isClear = contrast(CHALK, secondary) >= NUMBER_MIN_CONTRAST
  return { face: CHALK, keyline: isClear ? null : INK, edge: secondary }
}

function chestNumber(number: string, pair: Pair): string {
  const characters = [...number].length
  if (characters === 0) return ''
  const size = NUMBER_SIZE_BY_LENGTH[characters] ?? round(NUMBER_ROOM / characters)
  const scale = Math.max(4 / EDGE_UNITS, size / NUMBER_SIZE)
  const { face, keyline, edge } = numberColors(pair)
  const set = (stroke: Hex, units: number) =>
    element(
      'text',
      {
        x: 250,
        // Smaller numbers keep their middle where that of a large one is.
        y: round(484 - (NUMBER_SIZE - size) * 0.42),
        'font-family': 'Anton',
        'font-size': size,
        'text-anchor': 'middle',
        fill: face,
        stroke,
        'stroke-width': round(units * scale),
        'stroke-linejoin': 'round',
        'paint-order': 'stroke',
      },
      escapeXml(number),
    )
  return keyline === null ? set(edge, EDGE_UNITS) : set(edge, EDGE_UNITS + KEYLINE_UNITS) + set(keyline, KEYLINE_UNITS)
}
