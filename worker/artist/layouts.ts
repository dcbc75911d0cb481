import type { Skin } from './body.ts'
import { rgbOf } from '#shared/design/color.ts'
import { type Pair, paletteOf } from '#shared/design/palette.ts'
import type { ArmorId } from '#shared/domain/armor.ts'
import { letGo } from '#worker/http/let-go.ts'
import { decodeRgba } from '#worker/render/engine.ts'
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
} from './figure.ts'
import { fitGear } from './fit-gear.ts'
import { gridOf, WINDOW } from './ink/grid.ts'
import type { HeadShape } from './ink/head-shape.ts'
import type { HeadStudy } from './ink/ink-head.ts'
import { hexOfLab, type Lab } from './ink/oklab.ts'
import { paintHead, type PaintOptions } from './ink/paint.ts'
import { paintPhoto } from './ink/paint-photo.ts'
import { paintWindow } from './ink/paint-window.ts'
import type { Picture, Pose } from './ink/picture.ts'
import { skinRamps } from './ink/ramps.ts'
import { type Place, placeOf } from './place.ts'
import { portalDepth, portalPlaceOf, portalRimSvg } from './portal.ts'
import type { Layer } from './scene.ts'
import { visibleUnder } from './visible.ts'

/** What every portrait wears. */
export type Outfit = { readonly pair: Pair; readonly armorId: ArmorId; readonly number: string }

/** The neck of a head that has no skin. */
const GREY = { lit: '#2c3531', shade: '#161b19', deep: '#101412' } as const

/** The head of a photo, drawn by the same hand as the gear. Its study is let go. */
export async function inkedLayers({ portrait, shape }: HeadStudy, outfit: Outfit): Promise<Layer[]> {
  const layers = await headLayers(shape, outfit, (options) => ({
    head: options && paintHead(portrait, options),
    neck: neckOf(portrait.skinColor),
  }))
  for (const field of Object.values(portrait)) if (field instanceof Float32Array) letGo(field)
  return layers
}

/** The head of a photo as a photo, in the outline and the light of the drawn ones. */
export function photoLayers(picture: Picture, { portrait, shape, pose }: HeadStudy, outfit: Outfit): Promise<Layer[]> {
  const shadow = rgbOf(paletteOf(outfit.pair).c2)
  return headLayers(shape, outfit, (options) => {
    if (!options) return { head: null, neck: neckOf(portrait.skinColor) }
    const { head, skin } = paintPhoto(picture, pose, portrait, { ...options, shadow })
    return { head, neck: neckOf(skin) }
  })
}

/** @param paint gets null when nothing of the head can be seen. */
async function headLayers(
  shape: HeadShape,
  outfit: Outfit,
  paint: (options: PaintOptions | null) => { head: Picture | null; neck: Skin },
): Promise<Layer[]> {
  const { pair, armorId, number } = outfit
  const { place, headLiftUnits, adjust } = fitGear(armorId, shape)
  const raised = { ...place, centreYPx: place.centreYPx - headLiftUnits * place.unitPx }
  const depthAt = visibleUnder(armorId)
  const hole = helmetHoleSvg(armorId, place)
  const { head, neck } = paint(
    depthAt === null
      ? null
      : {
          perUnit: raised.unitPx,
          rim: hole ? null : rgbOf(paletteOf(pair).trim),
          decal: await decalOf(outfit, raised),
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
  const { lit, shade } = skinRamps(skin)
  return { lit: hexOfLab(lit[2]), shade: hexOfLab(shade[2]), deep: hexOfLab(shade[1]) }
}

/** Nobody knows how wide the hair in a window is: straps run round a wide head. */
const IN_PORTAL: Adjust = { strapHalfWidthUnits: 66 }

/** The photo in a window above the jersey, when there is no head that could be cut out. */
export function portalLayers(picture: Picture, pose: Pose, { pair, armorId, number }: Outfit): Layer[] {
  const place = portalPlaceOf(armorId)
  const decal = decalSvg(armorId, pair, place.unitPx, WINDOW)
  return [
    gearBackSvg(armorId, pair, place, IN_PORTAL),
    jerseyLayer(pair, number),
    { head: paintWindow(picture, pose, place.unitPx, portalDepth), place },
    decal === null ? null : { head: decal, place },
    portalRimSvg(pair, place),
    gearFrontSvg(armorId, pair, place, IN_PORTAL),
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

async function decalOf({ armorId, pair }: Outfit, { unitPx }: Place): Promise<Picture | null> {
  const svg = decalSvg(armorId, pair, unitPx, WINDOW)
  if (svg === null) return null
  const { w, h } = gridOf(unitPx)
  return { data: await decodeRgba(new TextEncoder().encode(svg), w, h), widthPx: w, heightPx: h }
}
