import type { Palette } from '#shared/design/palette.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import { CARD, HASH, STAGE } from '../card-layout.ts'
import { paintFrame } from '../finish/frame.ts'
import { getGlitter } from '../finish/glitter.ts'
import { paintGround } from './ground.ts'
import { createRaster, blendPixel, type Raster } from '#worker/graphics/raster.ts'
import { addSheen } from '../finish/sheen.ts'

type Tiers = { readonly tier: Tier | null; readonly rolledTier: Tier | null }

/** Cache of the last backdrop (5.6 MB), because editing stats draws the same one again and again. */
let last: { key: string; card: Raster } | null = null

/**
 * Draws the layers behind the player and around the window: the team's ground with the rolled tier's stadium, and the
 * current tier's foil and frame.
 */
export function drawBackdrop({ ground, burst }: Palette, tiers: Tiers): Raster {
  const key = `${ground} ${burst} ${tiers.tier} ${tiers.rolledTier}`
  if (last?.key !== key) last = { key, card: paint({ ground, burst }, tiers) }
  return last.card
}

function paint({ ground, burst }: Pick<Palette, 'ground' | 'burst'>, { tier, rolledTier }: Tiers): Raster {
  const card = createRaster(CARD.width, CARD.height)
  paintGround(card, { color: ground, burst, tier: rolledTier, glitter: getGlitter(tier, ground) })
  printHashMarks(card)
  paintFrame(card, tier)
  addSheen(card)
  return card
}

/** Draws hash marks down both sides, like those of a football field. */
function printHashMarks({ width, data }: Raster): void {
  for (let y = 0; y < HASH.height; y++) {
    if (y % HASH.step >= HASH.thickness) continue
    for (const left of [STAGE.left + HASH.inset, STAGE.right - HASH.inset - HASH.width]) {
      const start = (y + STAGE.top) * width + left
      for (let at = 4 * start; at < 4 * (start + HASH.width); at += 4) blendPixel(data, at, 255, 255, 255, HASH.opacity)
    }
  }
}
