import type { Skin } from './body.ts'
import { rgbOf } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { paletteOf } from '#shared/design/palette.ts'
import type { ArmorId } from '#shared/domain/armor.ts'
import { decodeRgba } from '#worker/graphics/engine.ts'
import {
  type Adjust,
  decalSvg,
  gearBackSvg,
  gearFrontSvg,
  helmetHoleSvg,
  JERSEY_AREA,
  jerseySvg,
  mannequinSvg,
  NECK_AREA,
  neckSvg,
  type Turn,
} from './figure.ts'
import { fitGear } from './fit-gear.ts'
import type { FaceMap } from './ink/study/face-map.ts'
import { gridOf, WINDOW } from './ink/field/grid.ts'
import type { HeadShape } from './ink/study/head-shape.ts'
import type { HeadStudy } from './ink/study/ink-head.ts'
import type { Judgement } from './ink/study/judge.ts'
import { hexOfLab, type Lab } from './ink/color/oklab.ts'
import { paintHead, type PaintOptions } from './ink/paint/paint.ts'
import { paintPhoto } from './ink/paint/paint-photo.ts'
import { paintWindow } from './ink/paint/paint-window.ts'
import { letGoPicture, type Picture, type Pose } from '#worker/graphics/picture.ts'
import { letGoPortrait } from './ink/study/portrait.ts'
import { neckRamp } from './ink/color/ramps.ts'
import { type Place, placeOf } from './place.ts'
import { poseOfWhole, windowFrame, windowRimSvg } from './portal.ts'
import type { Layer } from './scene.ts'
import { visibleUnder } from './visible.ts'

/** What every portrait wears. */
export type Outfit = { readonly pair: Pair; readonly armorId: ArmorId; readonly number: string }

/** The neck of a head that has no skin. */
const GREY = { lit: '#2c3531', shade: '#161b19', deep: '#101412' } as const

/** The head of a photo, drawn by the same hand as the gear. Picture and study are let go. */
export async function inkedLayers(picture: Picture, study: HeadStudy, outfit: Outfit): Promise<Layer[]> {
  const { portrait, shape, map, pose, light } = study
  const layers = await headLayers(shape, map, outfit, (options) => ({
    head: options && paintHead({ picture, pose, light }, portrait, options),
    neck: neckOf(portrait.drawnSkin),
  }))
  letGoPicture(picture)
  letGoPortrait(portrait)
  return layers
}

/** The head of a photo as a photo, in the outline and the light of the drawn ones. */
export function photoLayers(
  picture: Picture,
  { portrait, shape, pose, map }: HeadStudy,
  outfit: Outfit,
): Promise<Layer[]> {
  return headLayers(shape, map, outfit, (options) => {
    if (!options) return { head: null, neck: neckOf(portrait.skinPaint) }
    const { head, skin } = paintPhoto(picture, pose, portrait, map, options)
    return { head, neck: neckOf(skin) }
  })
}

/** @param paint gets null when nothing of the head can be seen. */
async function headLayers(
  shape: HeadShape,
  map: FaceMap,
  outfit: Outfit,
  paint: (options: PaintOptions | null) => { head: Picture | null; neck: Skin },
): Promise<Layer[]> {
  const { pair, armorId, number } = outfit
  const { place, headLiftUnits, adjust } = fitGear(armorId, shape, map)
  const raised = { ...place, centreYPx: place.centreYPx - headLiftUnits * place.unitPx }
  const depthAt = visibleUnder(armorId)
  const hole = helmetHoleSvg(armorId, place)
  const { head, neck } = paint(
    depthAt === null
      ? null
      : {
          perUnit: raised.unitPx,
          rim: hole ? null : rgbOf(paletteOf(pair).trim),
          decal: await decalOf(outfit, raised, adjust.turn),
          ...(depthAt && { depthAt }),
        },
  )
  return [
    gearBackSvg(armorId, pair, place, adjust),
    hole,
    neckLayer(neck, place),
    head && { head, place: raised },
    jerseyLayer(pair, number),
    gearFrontSvg(armorId, pair, place, adjust),
  ]
}

const neckLayer = (skin: Skin, place: Place): Layer => ({ svg: neckSvg(skin, place, NECK_AREA), area: NECK_AREA })

const jerseyLayer = (pair: Pair, number: string): Layer => ({
  svg: jerseySvg(pair, number, JERSEY_AREA),
  area: JERSEY_AREA,
})

function neckOf(skin: Lab): Skin {
  const { lit, shade, deep } = neckRamp(skin)
  return { lit: hexOfLab(lit), shade: hexOfLab(shade), deep: hexOfLab(deep) }
}

/** How wide the hair in a window is cannot be told: straps run round a wide head. */
const IN_WINDOW: Adjust = { strapHalfWidthUnits: 66 }

/** The photo in a window above the jersey, framed by the head's pose, when the photo's edge cuts the crown off. */
export function windowLayers(
  picture: Picture,
  pose: Pose,
  { crownCutAt, reachesDown }: Judgement,
  { pair, armorId, number }: Outfit,
): Layer[] {
  const frame = windowFrame(armorId, crownCutAt, reachesDown)
  const { place } = frame
  const decal = decalSvg(armorId, pair, place.unitPx, WINDOW)
  return [
    gearBackSvg(armorId, pair, place, IN_WINDOW),
    jerseyLayer(pair, number),
    { head: paintWindow(picture, pose, place.unitPx, frame.depthAt, rgbOf(paletteOf(pair).c2)), place },
    decal === null ? null : { head: decal, place },
    windowRimSvg(pair, frame),
    gearFrontSvg(armorId, pair, place, IN_WINDOW),
  ]
}

/** The middle of a photo without a face in a window above the jersey, and nothing to wear. */
export function middleLayers(picture: Picture, { pair, number }: Outfit): Layer[] {
  const frame = windowFrame('none', null)
  const { place } = frame
  return [
    jerseyLayer(pair, number),
    {
      head: paintWindow(picture, poseOfWhole(picture), place.unitPx, frame.depthAt, rgbOf(paletteOf(pair).c2)),
      place,
    },
    windowRimSvg(pair, frame),
  ]
}

/** A head without a face, when there is no photo. */
export function facelessLayers({ pair, armorId, number }: Outfit): Layer[] {
  const place = placeOf(armorId)
  return [
    gearBackSvg(armorId, pair, place),
    helmetHoleSvg(armorId, place),
    neckLayer(GREY, place),
    mannequinSvg(armorId, pair, place),
    jerseyLayer(pair, number),
    gearFrontSvg(armorId, pair, place),
  ]
}

async function decalOf({ armorId, pair }: Outfit, { unitPx }: Place, turn?: Turn): Promise<Picture | null> {
  const svg = decalSvg(armorId, pair, unitPx, WINDOW, turn)
  if (svg === null) return null
  const { w, h } = gridOf(unitPx)
  return { data: await decodeRgba(new TextEncoder().encode(svg), w, h), widthPx: w, heightPx: h }
}
