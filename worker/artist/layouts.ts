import { type Hex, toRgb } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { toPalette } from '#shared/design/palette.ts'
import type { ArmorId } from '#shared/domain/armor.ts'
import type { PoseId } from '#shared/domain/pose.ts'
import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import { decodeRgba } from '#worker/graphics/engine.ts'
import { decalSvg, gearBackSvg, gearFrontSvg, helmetHoleSvg, mannequinSvg } from './figure.ts'
import { fitGear } from './fit-gear.ts'
import { showsBandUnderHat } from './fit/on-skull.ts'
import { findGlasses, findHat, findHatBottom } from './fit/glasses.ts'
import { getFaceSides } from './fit/sides.ts'
import type { Wearer } from './gear/gear.ts'
import { getGear } from './gear/index.ts'
import { createGrid, eachPixel, type Field, type Grid, indexAt, readAt, WINDOW } from './ink/field/grid.ts'
import type { SkinTones } from './ink/study/body-skin.ts'
import { type Collar, type NeckShape, neckShape } from './ink/study/neck-shape.ts'
import { shapeWithout } from './ink/study/head-shape.ts'
import type { HeadStudy } from './ink/study/ink-head.ts'
import { hexOfLab, type Lab } from './ink/color/oklab.ts'
import { type BareSkin, paintNeck } from './ink/paint/paint-neck.ts'
import { coverHat } from './ink/paint/cover-hat.ts'
import { lineHelmet } from './ink/paint/line-helmet.ts'
import { drapeHair } from './ink/paint/drape-hair.ts'
import { paintHead, type PaintOptions } from './ink/paint/paint.ts'
import { paintPhoto } from './ink/paint/paint-photo.ts'
import { releasePicture, type Picture } from '#worker/graphics/picture.ts'
import { releasePortrait, type Portrait } from './ink/study/portrait.ts'
import { type Area, ART, getNeckPit, getPlace, type Place, placeInside } from './place.ts'
import {
  type BodyLayers,
  bodyLayers,
  type Build,
  buildFor,
  collarOpening,
  type Opening,
  type Skin,
} from './player/index.ts'
import { getWindow, type Layer } from './scene.ts'
import { bothVisible, coversShoulders, replacesHat, type Visible, visibleBeside, visibleUnder } from './visible.ts'

/** Outfit of a portrait. */
export type Outfit = {
  readonly pair: Pair
  readonly armorId: ArmorId
  readonly number: string
  readonly poseId: PoseId
}

/** Skin of the neck and arms below a head without skin. */
const GRAY = { lit: '#2c3531', shade: '#161b19', deep: '#101412' } as const

/** Draws the head of a photo in ink. Releases the picture and the study. */
export async function inkedLayers(picture: Picture, study: HeadStudy, outfit: Outfit): Promise<Layer[]> {
  const { portrait, map, pose, light } = study
  const layers = await headLayers(study, outfit, (options) => ({
    head: paintHead({ picture, pose, light, map }, portrait, options),
    ...bareSkin(portrait),
  }))
  releasePicture(picture)
  releasePortrait(portrait)
  return layers
}

/** Returns the skin of neck and arms below a head. */
const bareSkin = ({ bodySkin, neckLightness, cheekLight }: Portrait): BareSkin => ({
  tones: bodySkin,
  neckLightness,
  cheekLight,
})

/** Shows the head of a photo as a photo, with the outline and light of drawn heads. */
export function photoLayers(picture: Picture, study: HeadStudy, outfit: Outfit): Promise<Layer[]> {
  const { portrait, pose, map } = study
  return headLayers(study, outfit, (options) => ({
    head: paintPhoto(picture, pose, portrait, map, options),
    ...bareSkin(portrait),
  }))
}

/** Skin without hair in front of it, as a value of the soft mask. */
const BARE = 0.6

async function headLayers(
  { shape, map, portrait }: HeadStudy,
  outfit: Outfit,
  paint: (options: PaintOptions) => { head: Picture } & BareSkin,
): Promise<Layer[]> {
  const { pair, armorId } = outfit
  const { worn, skin: bare, grid } = portrait
  const hasHat = !portrait.isWrapped && findHat(worn, grid)
  const besideHat = hasHat && replacesHat(armorId) ? portrait.besideHat : null
  const glasses = findGlasses(worn, grid, map)
  const { place, inside, adjust } = fitGear(armorId, besideHat ? shapeWithout(besideHat, portrait) : shape, map, {
    glasses,
    hasHat,
    replacesHat: besideHat !== null,
    isBare: (x, y) => bare[indexAt(grid, x, y)]! > BARE,
  })
  const raised = placeInside(place, inside)
  const underGear = visibleUnder(armorId, adjust, inside)
  const depthAt = besideHat && underGear ? bothVisible(underGear, visibleBeside(besideHat, portrait)) : underGear
  const darkness = 1 - smoothstep(...DARK_SKIN, portrait.bodySkin.lit[0])
  const falseHair = portrait.faceHair ?? portrait.drawnHair
  const hole = helmetHoleSvg(armorId, place, adjust.turn)
  const build = buildFor(map)
  const opening = collarOpening({ poseId: outfit.poseId, yaw: map.yaw, build })
  const neck = neckShape(map, toCollar(opening, raised, place))
  const { head, ...skin } = paint({
    perUnit: raised.unitPx,
    rim: hole ? null : toRgb(toPalette(pair).trim),
    decal: await drawDecal(outfit, raised, { ...adjust, darkness }),
    neck,
    ...(depthAt && { depthAt }),
  })
  const lining = getGear(armorId)?.lining
  if (lining) {
    const keepsWorn = glasses !== null || !findHat(worn, grid)
    lineHelmet(head, { ...portrait, keepsWorn, sidesAt: (y) => getFaceSides(map, y) }, map, lining, raised.unitPx)
  }
  if (besideHat) coverHat(head, portrait, skin.tones.deep, raised.unitPx)
  const isUnderHat = armorId === 'headband' && hasHat && showsBandUnderHat(shape, findHatBottom(worn, grid))
  const draped = coversShoulders(armorId) ? null : drapeHair(head, portrait, neck, raised.unitPx, depthAt)
  const body = bodyFor(outfit, { neck: null, arms: toArmSkin(skin.tones) }, place, { yaw: map.yaw, build })
  return [
    gearBackSvg(armorId, pair, place, adjust),
    hole,
    paintedNeck(hole ? toShaded(skin) : skin, portrait, neck, {
      opening,
      place: raised,
      bodyPlace: place,
      seenAt: depthAt,
    }),
    { head, place: raised },
    body.body,
    draped && toLayer(draped, raised),
    gearFrontSvg(armorId, pair, place, {
      ...adjust,
      darkness,
      ...(falseHair && { hairColor: toFalseHair(falseHair) }),
    }),
    isUnderHat && portrait.besideHat ? { head: cutHat(head, portrait.besideHat, grid, raised), place: raised } : null,
    body.raised,
  ]
}

/** Places rows of a head's window on the canvas. @param top the first row */
function toLayer({ picture, top }: { picture: Picture; top: number }, place: Place): Layer {
  const window = getWindow(place)
  const { widthPx, heightPx } = picture
  return { picture, area: { left: window.left, top: window.top + top, width: widthPx, height: heightPx } }
}

/** Lightness of certainly dark skin, and of skin on which dark gear has enough contrast. */
const DARK_SKIN = [0.4, 0.68] as const

/** Lightness of a neck in the shadow of a helmet, relative to the neck of a bare head. */
const IN_HELMET = 0.82

const toShaded = (skin: BareSkin): BareSkin => ({ ...skin, neckLightness: IN_HELMET * skin.neckLightness })

/** Returns the hat in a picture of a head's window. @param besideHat distance to the hat, negative in it */
function cutHat(head: Picture, besideHat: Field, grid: Grid, { unitPx }: Place): Picture {
  const data = new Uint8ClampedArray(head.data)
  const window = createGrid(unitPx)
  eachPixel(window, (i, x, y) => {
    if (data[4 * i + 3] === 0) return
    data[4 * i + 3]! *= clamp(0.5 - readAt(besideHat, grid, x, y), 0, 1)
  })
  return { ...head, data }
}

/** Lightness of false hair, as a share of the wearer's and its limits, and its maximum chroma. */
const FALSE_HAIR = { share: 0.86, darkest: 0.2, lightest: 0.56, chroma: 0.1 } as const

/** Returns the color of false hair: slightly darker than the wearer's own, but never greenish or purple. */
function toFalseHair([lightness, a, b]: Lab): Hex {
  const { share, darkest, lightest, chroma } = FALSE_HAIR
  return hexOfLab([clamp(share * lightness, darkest, lightest), clamp(a, 0.012, 0.6 * chroma), clamp(b, 0.026, chroma)])
}

/** Skin of a player below the head. `neck` is null if it is painted separately. */
type Bare = { readonly neck: Skin | null; readonly arms: Skin }

const bodyFor = (
  { pair, number, poseId }: Outfit,
  { neck, arms }: Bare,
  place: Place,
  { yaw, build }: { readonly yaw: number; readonly build: Build } = { yaw: 0, build: 'medium' },
): BodyLayers => bodyLayers({ pair, number, poseId, build, skin: arms, neck, yaw }, place)

/** Converts a collar's opening to units of a head. */
const toCollar = ({ middleX, endsY, halfWidth }: Opening, { unitPx, centerYPx }: Place, bodyPlace: Place): Collar => ({
  endsY: (getNeckPit(bodyPlace).y + endsY - centerYPx) / unitPx,
  halfWidth: halfWidth / unitPx,
  middleX: (NECK_SHARE * middleX) / unitPx,
})

/** Position of the neck between the middle of the head (0) and of the collar (1). */
const NECK_SHARE = 0.5
/** Width of the hair behind a neck beside the collar, in pixels. */
const BESIDE_COLLAR = 120

/** Surroundings of a neck: its collar, its head and body, and the part of its hair that gear does not hide. */
type Around = {
  readonly opening: Opening
  readonly place: Place
  readonly bodyPlace: Place
  readonly seenAt: Visible | undefined
}

/** Paints the visible part of a neck between a head and its player's collar. */
function paintedNeck(
  skin: BareSkin,
  portrait: Portrait,
  neck: NeckShape,
  { opening: { outerHalf, bottomY }, place: { unitPx, centerYPx }, bodyPlace, seenAt }: Around,
): Layer {
  const pit = getNeckPit(bodyPlace)
  const half = Math.ceil(outerHalf + BESIDE_COLLAR)
  const top = Math.floor(centerYPx + neck.topY * unitPx)
  const bottom = Math.ceil(pit.y + bottomY)
  const area: Area = { left: ART.headXPx - half, top, width: 2 * half, height: bottom - top }
  const frame = { ...area, originX: ART.headXPx, originY: centerYPx, perUnit: unitPx, reachPx: half, seenAt }
  return { picture: paintNeck(skin, portrait, neck, (bottom - centerYPx) / unitPx, frame), area }
}

const toArmSkin = ({ lit, shade, deep }: SkinTones): Skin => ({
  lit: hexOfLab(lit),
  shade: hexOfLab(shade),
  deep: hexOfLab(deep),
})

/** Draws a head without a face if there is no photo, or no face in it. */
export function facelessLayers(outfit: Outfit): Layer[] {
  const { pair, armorId } = outfit
  const place = getPlace(armorId)
  const { neck, body, raised } = bodyFor(outfit, { neck: GRAY, arms: GRAY }, place)
  return [
    gearBackSvg(armorId, pair, place),
    helmetHoleSvg(armorId, place),
    neck,
    mannequinSvg(armorId, pair, place),
    body,
    gearFrontSvg(armorId, pair, place),
    raised,
  ]
}

async function drawDecal({ armorId, pair }: Outfit, { unitPx }: Place, wearer?: Wearer): Promise<Picture | null> {
  const svg = decalSvg(armorId, pair, unitPx, WINDOW, wearer)
  if (svg === null) return null
  const { w, h } = createGrid(unitPx)
  return { data: await decodeRgba(new TextEncoder().encode(svg), w, h), widthPx: w, heightPx: h }
}
