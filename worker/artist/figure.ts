import type { ArmorId } from '#shared/domain/armor.ts'
import type { Pair } from '#shared/design/pair.ts'
import { toPalette } from '#shared/design/palette.ts'
import { HELMET_INSIDE, HELMET_OPENING } from './gear/football-helmet.ts'
import type { Drawing, Wearer } from './gear/gear.ts'
import { getGear } from './gear/index.ts'
import { turnShadow } from './gear/rim-shadow.ts'
import { STRAIGHT, type Turn, turned } from './gear/turned.ts'
import { mannequinHead } from './head.ts'
import { type Area, ART, type Place, WHOLE } from './place.ts'
import { worn } from './player/index.ts'
import { clipped, fill, group, round, svgDocument } from '#worker/graphics/svg.ts'

/** Fit of a piece to the head in a photo. */
export type Adjust = Wearer & {
  /** Raises the piece for hair that is higher than a drawn skull. */
  liftUnits?: number
  turn?: Turn
}

const onHead = ({ unitPx, centerYPx }: Place, content: string, { left, top, width, height }: Area = WHOLE): string =>
  svgDocument(
    [left, top, width, height],
    [width, height],
    group({ transform: `translate(${ART.headXPx} ${round(centerYPx)}) scale(${round(unitPx)})` }, content),
  )

/** Draws the part behind the head. Returns null if the piece has none. */
export function gearBackSvg(armorId: ArmorId, pair: Pair, place: Place, adjust: Adjust = {}): string | null {
  const back = getGear(armorId)?.back
  return back ? onHead(place, drawFitted(back, pair, adjust, place)) : null
}

/** Draws the part over the head. Returns null for no piece or face paint. */
export function gearFrontSvg(armorId: ArmorId, pair: Pair, place: Place, adjust: Adjust = {}): string | null {
  const gear = getGear(armorId)
  if (!gear || gear.decal) return null
  const { shadow, front, fit } = gear
  const edge = fit.rim ?? fit.foot
  const below =
    shadow && edge
      ? drawFitted(shadow, pair, { ...adjust, turn: turnShadow(adjust.turn ?? STRAIGHT, edge) }, place)
      : ''
  return onHead(place, below + drawFitted(front, pair, adjust, place))
}

function drawFitted(
  drawing: Drawing,
  pair: Pair,
  { liftUnits = 0, turn = STRAIGHT, ...wearer }: Adjust,
  { unitPx }: Place,
): string {
  return turned({ ...turn, yUnits: turn.yUnits - liftUnits }, drawing(worn(pair), wearer), round(unitPx))
}

/**
 * Draws face paint as a picture of the head's window.
 *
 * @param box the window in head units; the picture is `box.w * unitPx` pixels wide
 * @returns null if the piece is not paint.
 */
export function decalSvg(
  armorId: ArmorId,
  pair: Pair,
  unitPx: number,
  box: { x0: number; y0: number; w: number; h: number },
  wearer?: Pick<Wearer, 'paintedFace' | 'darkness'>,
): string | null {
  const decal = getGear(armorId)?.decal
  if (!decal) return null
  const paint = decal(worn(pair), wearer)
  const face = wearer?.paintedFace
  return svgDocument(
    [box.x0, box.y0, box.w, box.h],
    [Math.round(box.w * unitPx), Math.round(box.h * unitPx)],
    face?.clip ? clipped('painted', face.clip, paint, 'evenodd') : paint,
  )
}

const HELMETS: ReadonlySet<ArmorId> = new Set(['helmet', 'visor'])

/** Draws the dark inside of a football helmet, the layer below the head. Returns null for other pieces. */
export function helmetHoleSvg(armorId: ArmorId, place: Place, turn: Turn = STRAIGHT): string | null {
  return HELMETS.has(armorId)
    ? onHead(place, turned(turn, fill(HELMET_OPENING, HELMET_INSIDE), round(place.unitPx)))
    : null
}

const GRAY = { face: '#3a443f', shade: '#1a201d', ears: '#141918' } as const

/** Draws a head without a face for a portrait without a photo. Gear fits it like any other head. */
export const mannequinSvg = (armorId: ArmorId, pair: Pair, place: Place): string =>
  onHead(place, mannequinHead(armorId, pair, { ...GRAY, rim: toPalette(pair).trim }))
