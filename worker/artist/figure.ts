import type { ArmorId } from '#shared/domain/armor.ts'
import type { Pair } from '#shared/design/pair.ts'
import { paletteOf } from '#shared/design/palette.ts'
import { BODY_ON_CANVAS, jersey, neck, type Skin, worn } from './body.ts'
import { HELMET_OPENING } from './gear/football-helmet.ts'
import type { Drawing } from './gear/gear.ts'
import { gearOf } from './gear/index.ts'
import { mannequinHead } from './head.ts'
import { type Area, ART, CHIN_UNITS, type Place, WHOLE } from './place.ts'
import { fill, group, round, svgDocument } from '#worker/graphics/svg.ts'

/** Where a head that is turned carries a piece, in units, and how much narrower it is seen. */
export type Turn = { readonly xUnits: number; readonly yUnits: number; readonly squeeze: number }

/** How a piece is fitted to the head that was found in a photo. */
export type Adjust = {
  /** Raises the piece, for hair that stands higher than a drawn skull. */
  liftUnits?: number
  turn?: Turn
  /** Half the width of head and hair, for straps that run round both. */
  strapHalfWidthUnits?: number
}

/** What of the canvas is more than air around neck and jersey: only that is painted when they are laid on it. */
export const NECK_AREA: Area = { left: 380, top: 516, width: 240, height: 250 }
export const JERSEY_AREA: Area = { left: 0, top: 578, width: ART.widthPx, height: ART.heightPx - 578 }

/** A part of a portrait: every document below covers the whole canvas or the area that is asked for. */
function onBody(content: string, { left, top, width, height }: Area): string {
  const { x0, y0, pxPerUnit } = BODY_ON_CANVAS
  const units = (px: number) => Math.round((px / pxPerUnit) * 1e4) / 1e4
  return svgDocument([x0 + units(left), y0 + units(top), units(width), units(height)], [width, height], content)
}

const onHead = ({ unitPx, centreYPx }: Place, content: string, { left, top, width, height }: Area = WHOLE): string =>
  svgDocument(
    [left, top, width, height],
    [width, height],
    group({ transform: `translate(${ART.headXPx} ${round(centreYPx)}) scale(${round(unitPx)})` }, content),
  )

/** A drawn neck; that of a photo never fits the collar. */
export const neckSvg = (skin: Skin, { unitPx, centreYPx }: Place, area = WHOLE): string =>
  onBody(neck(skin, onSheet(centreYPx + CHIN_UNITS * unitPx)), area)

/** A height on the canvas as a height on the sheet the body is drawn on. */
const onSheet = (yPx: number): number => yPx / BODY_ON_CANVAS.pxPerUnit + BODY_ON_CANVAS.y0

/** @param number drawn in Anton; `''` draws none */
export const jerseySvg = (pair: Pair, number: string, area = WHOLE): string => onBody(jersey(pair, number), area)

/** What is behind the head, or null when the piece has nothing there. */
export function gearBackSvg(armorId: ArmorId, pair: Pair, place: Place, adjust: Adjust = {}): string | null {
  const back = gearOf(armorId)?.back
  return back ? onHead(place, fitted(back, pair, adjust)) : null
}

/** What is over the head, or null when there is nothing to wear or only paint. */
export function gearFrontSvg(armorId: ArmorId, pair: Pair, place: Place, adjust: Adjust = {}): string | null {
  const gear = gearOf(armorId)
  return gear && !gear.decal ? onHead(place, fitted(gear.front, pair, adjust)) : null
}

const STRAIGHT: Turn = { xUnits: 0, yUnits: 0, squeeze: 1 }

function fitted(drawing: Drawing, pair: Pair, { liftUnits = 0, turn = STRAIGHT, ...wearer }: Adjust): string {
  return turned({ ...turn, yUnits: turn.yUnits - liftUnits }, drawing(worn(pair), wearer))
}

function turned({ xUnits, yUnits, squeeze }: Turn, content: string): string {
  const move = `translate(${round(xUnits)} ${round(yUnits)})`
  return group({ transform: squeeze === 1 ? move : `${move} scale(${round(squeeze)} 1)` }, content)
}

/**
 * Paint that goes into the skin, as a picture of just the window of the head that is inked.
 *
 * @param box the window in head units; the picture is `box.w * unitPx` pixels wide
 * @returns null when the piece is not paint.
 */
export function decalSvg(
  armorId: ArmorId,
  pair: Pair,
  unitPx: number,
  box: { x0: number; y0: number; w: number; h: number },
  turn: Turn = STRAIGHT,
): string | null {
  const decal = gearOf(armorId)?.decal
  if (!decal) return null
  return svgDocument(
    [box.x0, box.y0, box.w, box.h],
    [Math.round(box.w * unitPx), Math.round(box.h * unitPx)],
    turned(turn, decal(worn(pair))),
  )
}

const HELMETS: ReadonlySet<ArmorId> = new Set(['helmet', 'visor'])

/** The dark inside of a football helmet, to be laid under the head, or null for other pieces. */
export function helmetHoleSvg(armorId: ArmorId, place: Place): string | null {
  return HELMETS.has(armorId) ? onHead(place, fill(HELMET_OPENING, '#171210')) : null
}

const GREY = { face: '#3a443f', shade: '#1a201d', ears: '#141918' } as const

/** A head without a face, for a portrait without a photo. Gear is laid over it as over any head. */
export const mannequinSvg = (armorId: ArmorId, pair: Pair, place: Place): string =>
  onHead(place, mannequinHead(armorId, pair, { ...GREY, rim: paletteOf(pair).trim }))
