import type { ArmorId } from '#shared/domain/armor.ts'
import type { Pair } from '#shared/design/pair.ts'
import { toPalette } from '#shared/design/palette.ts'
import { BODY_ON_CANVAS, BODY_SHEET, onSheet } from './body.ts'
import type { Gear } from './gear/gear.ts'
import { getGear } from './gear/index.ts'
import { mannequinHead, paintOnFace } from './head.ts'
import { getNeckPit, getPlace } from './place.ts'
import { drawBody, worn } from './player/index.ts'
import { type Box, group, round, svgDocument } from '#worker/graphics/svg.ts'

const SILHOUETTE = { face: '#262e2b', shade: '#101514', ears: '#0e1211' } as const
const SILHOUETTE_NECK = { lit: '#1a201e', shade: '#0c100f', deep: '#0c100f' } as const
/** Pose of the preview, before a pose is chosen. */
const POSE = 'hands-on-hips'
const TILE_HEAD = { face: '#8b968f', shade: '#66726b', ears: '#66726b' } as const

/**
 * Draws the player before there is a drawing: a dark figure in the team's jersey with the piece. Transparent, 500 x
 * 600.
 */
export function previewSvg(team: Pair, armorId: ArmorId): string {
  const { head, pit } = headOnSheet(armorId)
  const gear = getGear(armorId)
  const { defs, neck, body } = drawBody({
    pair: team,
    number: '',
    poseId: POSE,
    skin: SILHOUETTE_NECK,
    neck: SILHOUETTE_NECK,
    yaw: 0,
  })
  return svgDocument(
    BODY_SHEET,
    [BODY_SHEET[2], BODY_SHEET[3]],
    gear?.back ? group(head, gear.back(worn(team))) : '',
    group(pit, defs, neck),
    group(head, mannequinHead(armorId, team, { ...SILHOUETTE, rim: toPalette(team).glow })),
    group(pit, body),
    group(head, drawFront(gear, worn(team))),
  )
}

/**
 * Draws the layer that the preview puts over the face in the visitor's photo: the piece, or its paint. Transparent, 500
 * x 600.
 */
export function previewFrontSvg(team: Pair, armorId: ArmorId): string {
  const gear = getGear(armorId)
  const { head } = headOnSheet(armorId)
  const piece = gear?.decal ? paintOnFace(armorId, team) : drawFront(gear, worn(team))
  return svgDocument(BODY_SHEET, [BODY_SHEET[2], BODY_SHEET[3]], group(head, piece))
}

/** Draws a piece over a drawn head, with its shadow. */
const drawFront = (gear: Gear | null, colors: Pair): string =>
  gear ? (gear.shadow?.(colors) ?? '') + gear.front(colors) : ''

function headOnSheet(armorId: ArmorId) {
  const place = getPlace(armorId)
  const { pxPerUnit } = BODY_ON_CANVAS
  const unit = place.unitPx / pxPerUnit
  const centerY = onSheet(0, place.centerYPx).y
  const pit = getNeckPit(place)
  return {
    head: { transform: `translate(250 ${round(centerY)}) scale(${round(unit)})` },
    pit: { transform: `translate(250 ${round(onSheet(0, pit.y).y)}) scale(${round(1 / pxPerUnit)})` },
  }
}

/** Part of head space that a tile shows: the whole piece, as large as possible. */
const FACE_BOX: Box = [-88, -96, 176, 190]
const HELMET_BOX: Box = [-104, -124, 208, 220]
const TALL_BOX: Box = [-108, -172, 216, 246]

const TILE_BOXES: Readonly<Record<ArmorId, Box>> = {
  none: FACE_BOX,
  warpaint: FACE_BOX,
  eyeblack: FACE_BOX,
  goggles: FACE_BOX,
  shades: FACE_BOX,
  stars: FACE_BOX,
  mustache: [-58, -30, 116, 125],
  headband: [-86, -98, 186, 186],
  helmet: HELMET_BOX,
  visor: HELMET_BOX,
  leather: HELMET_BOX,
  hardhat: [-100, -130, 200, 206],
  colander: [-102, -134, 204, 210],
  crown: [-104, -146, 208, 220],
  cat: [-104, -142, 208, 218],
  halo: [-112, -158, 224, 232],
  cleats: [-104, -36, 208, 214],
  beanie: [-108, -154, 216, 230],
  pumpkin: [-122, -150, 244, 250],
  space: [-116, -120, 232, 232],
  knight: [-122, -152, 244, 262],
  wizard: [-108, -194, 216, 270],
  party: [-112, -186, 224, 260],
  cone: [-108, -176, 216, 250],
  popcorn: [-110, -190, 220, 264],
  chef: TALL_BOX,
  tophat: TALL_BOX,
  propeller: TALL_BOX,
  duck: [-104, -160, 208, 234],
  foam: [-74, -126, 224, 234],
}

/** Draws the picker's head with a piece in the team's colors. Transparent. */
export function tileSvg(team: Pair, armorId: ArmorId): string {
  const box = TILE_BOXES[armorId]
  const gear = getGear(armorId)
  const colors = worn(team)
  return svgDocument(
    box,
    [box[2], box[3]],
    gear?.back?.(colors) ?? '',
    mannequinHead(armorId, team, TILE_HEAD),
    drawFront(gear, colors),
  )
}
