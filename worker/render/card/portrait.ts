import { imageSize } from 'image-size'
import type { Palette } from '#shared/design/palette.ts'
import type { ArtSource } from '#shared/domain/provenance.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { type Box, BREAKS_FRAME, PORTRAIT, PORTRAIT_BEHIND, STAGE } from '../card-layout.ts'
import { type Node, render } from '#worker/graphics/engine.ts'
import { addRing } from './die-cut.ts'
import { openingAt, outside } from '../finish/opening.ts'
import { addHalo } from './halo.ts'
import type { Raster } from '#worker/graphics/raster.ts'
import { addParticles } from '../finish/flying.ts'
import { addSheen } from '../finish/sheen.ts'

/** The player's art, positioned on the card. */
export type Portrait = {
  raster: Raster
  box: Box
  /** True if nothing behind it is visible. */
  covers: boolean
}

/** A picture of a player, and the facts about its card. */
export type PortraitInput = {
  readonly art: Uint8Array
  readonly artType: string
  /** Colors of the halo and the particles. */
  readonly palette: Palette
  readonly rolledTier: Tier | null
  readonly source: ArtSource
}

const OPAQUE_ALPHA = 250
/** Strength of the sheen on a cut-out figure. All of it is a gray haze on black hair, with a seam at the band's edge. */
const FIGURE_SHEEN = 0.3
const STAGE_BOX: Box = {
  left: STAGE.left,
  top: STAGE.top,
  width: STAGE.right - STAGE.left,
  height: STAGE.bottom - STAGE.top,
}

/**
 * Draws the player's art for the card. Cut-out art gets a thin light ring and a halo in one color. Art without
 * transparency fills the window.
 *
 * @throws if the renderer cannot read the bytes
 */
export async function drawPortrait({ art, artType, palette, rolledTier, source }: PortraitInput): Promise<Portrait> {
  const isOurs = source !== 'trained'
  const box = isOurs ? PORTRAIT : PORTRAIT_BEHIND
  const cutout = artType === 'image/jpeg' ? null : await decode(art, box, 'contain')
  if (cutout === null || isOpaque(cutout, art)) {
    if (cutout !== null) releaseBuffer(cutout.data)
    return { raster: onStage(await decode(art, STAGE_BOX, 'cover'), STAGE_BOX, false, 1), box: STAGE_BOX, covers: true }
  }
  addRing(cutout)
  addHalo(cutout, palette.halo)
  addParticles(cutout, rolledTier, palette, box)
  return { raster: onStage(cutout, box, isOurs, FIGURE_SHEEN), box, covers: false }
}

async function decode(art: Uint8Array, { width, height }: Box, objectFit: 'contain' | 'cover'): Promise<Raster> {
  const picture: Node = { type: 'image', src: 'art', style: { width, height, objectFit } }
  const images = [{ src: 'art', data: art, cache: 'none' } as const]
  return { width, height, data: await render(picture, { width, height, format: 'raw', images }) }
}

/** Returns true if the art has no transparency. Ignores the margins that `contain` leaves on two sides. */
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

/**
 * Adds the card's sheen to a picture and clips it to the window.
 *
 * @param canOverlapFrame true if head and hat may overlap the upper edge of the frame
 * @param sheen its strength, 0 to 1
 */
function onStage(picture: Raster, { left, top }: Box, canOverlapFrame: boolean, sheen: number): Raster {
  const { width, height, data } = picture
  addSheen(picture, left, top, sheen)
  for (let y = 0; y < height; y++) {
    const [from, to] = openingAt(y + top)
    const isFrameArea = canOverlapFrame && y + top < BREAKS_FRAME.bottom
    for (let x = 0; x < width; x++) {
      if (x + left === from) x = to - left
      const at = 4 * (y * width + x) + 3
      if (data[at] === 0) continue
      const inside = Math.max(0, 0.5 - outside(x + left + 0.5, y + top + 0.5, STAGE))
      if (inside >= 1) continue
      const canOverlap = isFrameArea && x + left > BREAKS_FRAME.left && x + left < BREAKS_FRAME.right
      // Only the figure overlaps the frame, not its halo.
      const factor = canOverlap ? Math.max(inside, Math.min(1, (data[at]! / 255 - 0.7) / 0.25)) : inside
      data[at] = data[at]! * Math.max(0, factor)
    }
  }
  return picture
}
