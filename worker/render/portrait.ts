import { imageSize } from 'image-size'
import { type Hex, rgbOf } from '#shared/design/color.ts'
import { type Box, PORTRAIT, STAGE } from './card-layout.ts'
import { type Node, render } from './engine.ts'
import { outside } from './frame.ts'
import { haloOf } from './halo.ts'
import { createRaster, lay, type Raster } from './raster.ts'
import { sheenAt } from './sheen.ts'

/** The player's art as it lies on the card. */
export type Portrait = {
  raster: Raster
  box: Box
  /** Nothing behind it can be seen. */
  covers: boolean
}

const OPAQUE_ALPHA = 250
const STAGE_BOX: Box = {
  left: STAGE.left,
  top: STAGE.top,
  width: STAGE.right - STAGE.left,
  height: STAGE.bottom - STAGE.top,
}

/**
 * Cut-out art stands on the ground in a halo of one color; art without transparency fills the window.
 *
 * @param halo what the outline of a cut-out player lies against
 * @throws when the bytes are no picture the renderer can read.
 */
export async function portraitOf(art: Uint8Array, artType: string, halo: Hex): Promise<Portrait> {
  const standing = artType === 'image/jpeg' ? null : await decode(art, PORTRAIT, 'contain')
  if (standing === null || isOpaque(standing, art)) {
    return { raster: onStage(await decode(art, STAGE_BOX, 'cover'), STAGE_BOX), box: STAGE_BOX, covers: true }
  }
  return { raster: onStage(inHalo(standing, halo), PORTRAIT), box: PORTRAIT, covers: false }
}

async function decode(art: Uint8Array, { width, height }: Box, objectFit: 'contain' | 'cover'): Promise<Raster> {
  const picture: Node = { type: 'image', src: 'art', style: { width, height, objectFit } }
  const images = [{ src: 'art', data: art, cache: 'none' } as const]
  return { width, height, data: await render(picture, { width, height, format: 'raw', images }) }
}

/** @param standing the art as large as it fits; what it leaves free on two sides is not its own transparency */
function isOpaque({ width, height, data }: Raster, art: Uint8Array): boolean {
  const size = imageSize(art)
  const scale = Math.min(width / size.width, height / size.height)
  const [freeX, freeY] = [(width - size.width * scale) / 2 + 1, (height - size.height * scale) / 2 + 1]
  for (let y = Math.ceil(freeY); y < height - freeY; y += 2) {
    for (let x = Math.ceil(freeX); x < width - freeX; x += 2) {
      if (data[4 * (y * width + x) + 3]! < OPAQUE_ALPHA) return false
    }
  }
  return true
}

/** The halo is laid under the figure, so that one picture holds both. */
function inHalo(figure: Raster, color: Hex): Raster {
  const strength = haloOf(figure)
  const out = createRaster(figure.width, figure.height)
  const [red, green, blue] = rgbOf(color)
  for (let i = 0, at = 0; at < figure.data.length; i++, at += 4) {
    const own = figure.data[at + 3]! / 255
    const lent = (1 - own) * strength[i]!
    const alpha = own + lent
    if (alpha === 0) continue
    out.data[at] = (figure.data[at]! * own + red * lent) / alpha + 0.5
    out.data[at + 1] = (figure.data[at + 1]! * own + green * lent) / alpha + 0.5
    out.data[at + 2] = (figure.data[at + 2]! * own + blue * lent) / alpha + 0.5
    out.data[at + 3] = 255 * alpha + 0.5
  }
  return out
}

/** Cuts a picture off where the window ends, and lets the sheen of the card run over it. */
function onStage({ width, height, data }: Raster, box: Box): Raster {
  const out = { width, height, data }
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      if (data[at + 3] === 0) continue
      const [cardX, cardY] = [x + box.left, y + box.top]
      const share = sheenAt(cardX, cardY)
      if (share > 0) lay(data, at, 255, 255, 255, share)
      if (isWellInside(cardX, cardY)) continue
      data[at + 3] = data[at + 3]! * Math.min(1, Math.max(0, 0.5 - outside(cardX + 0.5, cardY + 0.5, STAGE)))
    }
  }
  return out
}

const isWellInside = (x: number, y: number): boolean =>
  x > STAGE.left + STAGE.chamfer && x < STAGE.right - STAGE.chamfer && y > STAGE.top + 1 && y < STAGE.bottom - 1
