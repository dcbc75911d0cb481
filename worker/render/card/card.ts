import type { Armor } from '#shared/domain/armor.ts'
import { toPalette } from '#shared/design/palette.ts'
import type { ArtSource } from '#shared/domain/provenance.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import type { Stats } from '#shared/domain/stats.ts'
import type { Team } from '#shared/domain/team.ts'
import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { drawBackdrop } from './backdrop.ts'
import { type Box, CARD } from '../card-layout.ts'
import { nameText, overallText, statTexts, teamText, tierTag } from './card-text.ts'
import { drawableNumber } from '#shared/design/letters/drawable.ts'
import { type Node, render, svgImage } from '#worker/graphics/engine.ts'
import { footMarks } from './foot-marks.ts'
import { ghost } from './ghost.ts'
import { PLATE_ROOM, setName } from './name.ts'
import { DEFAULT_SOURCE } from '#worker/graphics/metadata/source-type.ts'
import { PLATE_BOX, plateSvg } from './plate.ts'
import { drawPortrait } from './portrait.ts'
import type { Raster } from '#worker/graphics/raster.ts'
import { type LoadFont, noFonts } from '#worker/graphics/script-fonts.ts'

export type CardPicture = {
  /** An encoded picture of the player, ideally 1000 x 1200 and transparent. */
  art: Uint8Array
  artType: string
  playerName: string
  jerseyNumber: string
  team: Team
  armor: Armor
  /** Null omits the five stats and the overall number. */
  stats: Stats | null
  /** Null omits the tag and the foil behind the player. */
  tier: Tier | null
  /** The rolled tier. Its stadium and particles stay when the stats are edited. Default: `tier`. */
  rolledTier?: Tier | null
  /** Serial number from `getSerial`. Without one, nothing is printed. */
  serial?: string | null
  /** The engine that drew the player, from the art's metadata. */
  source?: ArtSource
}

const JPEG_QUALITY = 88

/**
 * Draws the card: the tier's frame and foil, the player on the team's ground, and the plate with name, city and gear.
 * Also draws five stats, overall number, tier, serial number, and the AI mark if a trained model drew the player. The
 * same input gives the same bytes. A changed stat changes only its own box and that of the overall number
 * (`card-layout.ts`). A changed tier also changes frame, foil and tag.
 *
 * @param loadFont loads the font of a nickname that is not in Latin script
 * @returns a JPEG of 1000 x 1400 pixels
 * @throws if the renderer cannot read the art
 */
export async function renderCard(picture: CardPicture, loadFont: LoadFont = noFonts): Promise<Uint8Array<ArrayBuffer>> {
  const {
    playerName,
    jerseyNumber,
    team,
    armor,
    stats,
    tier,
    rolledTier = tier,
    serial,
    source = DEFAULT_SOURCE,
  } = picture
  const palette = toPalette(team)
  const portrait = await drawPortrait({ art: picture.art, artType: picture.artType, palette, rolledTier, source })
  const name = await setName(playerName, PLATE_ROOM, loadFont)
  const hasStats = stats !== null

  const layers = [
    ...(portrait.covers ? [] : ghost(drawableNumber(jerseyNumber), palette.ghost)),
    pixels(portrait.raster, portrait.box),
    { type: 'image', src: 'plate', style: { position: 'absolute', ...PLATE_BOX } } as const,
    ...(stats ? overallText(stats) : []),
    ...(tier ? [tierTag(tier)] : []),
    nameText(name, hasStats),
    teamText({ team, armor, jerseyNumber }, palette, hasStats),
    ...(stats ? statTexts(stats) : []),
    ...footMarks(serial ?? null, tier, source),
  ]
  const backdrop: Node = {
    type: 'container',
    style: { ...CARD, display: 'flex', position: 'relative' },
    children: [pixels(drawBackdrop(palette, { tier, rolledTier }), { left: 0, top: 0, ...CARD }), ...layers],
  }
  const images = [svgImage('plate', plateSvg(palette, hasStats))]
  try {
    return await render(backdrop, { ...CARD, format: 'jpeg', quality: JPEG_QUALITY, images })
  } finally {
    releaseBuffer(portrait.raster.data)
  }
}

const pixels = (raster: Raster, box: Box): Node => ({
  type: 'image',
  src: raster,
  style: { position: 'absolute', ...box },
})
