import type { Armor } from '#shared/domain/armor.ts'
import { displayName } from '#shared/domain/card.ts'
import { INK, paletteOf } from '#shared/design/palette.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import type { Stats } from '#shared/domain/stats.ts'
import type { Team } from '#shared/domain/team.ts'
import { CARD, STAGE, WINDOW } from './card-layout.ts'
import { nameText, overallText, statTexts, teamText, tierTag } from './card-text.ts'
import { drawable } from './drawable.ts'
import { type Node, render, svgImage } from './engine.ts'
import { foil, SHEEN } from './foil.ts'
import { fitName } from './name.ts'
import { PLATE_BOX, plateSvg } from './plate.ts'
import { ART_SRC, portraitOf } from './portrait.ts'
import { backdrop, chamferedBox, onStage } from './stage.ts'

export type CardPicture = {
  /** An encoded picture of the player, best 1000 x 1200 and transparent. */
  art: Uint8Array
  artType: string
  playerName: string
  jerseyNumber: string
  team: Team
  armor: Armor
  /** Null leaves out the five stats and the overall number. */
  stats: Stats | null
  /** Null leaves out the tag. */
  tier: Tier | null
}

const JPEG_QUALITY = 88

/**
 * Draws the card: foil, the player on the team's ground, plate with name, city and gear, five stats, overall number
 * and tier. The same input gives the same bytes. A changed stat changes nothing outside its box and that of the
 * overall number (`card-layout.ts`).
 *
 * @returns a JPEG of 1000 x 1400 pixels.
 * @throws when the art is no picture the renderer can read.
 */
export async function renderCard(picture: CardPicture): Promise<Uint8Array<ArrayBuffer>> {
  const { playerName, jerseyNumber, team, armor, stats, tier } = picture
  const palette = paletteOf(team)
  const portrait = await portraitOf(picture.art, picture.artType)
  const name = await fitName(drawable(displayName(playerName)) || drawable(displayName('')))

  const stage = chamferedBox(STAGE, [
    ...(portrait.covers ? [] : backdrop(palette, drawable(jerseyNumber))),
    portrait.layer,
    { type: 'image', src: 'plate', style: onStage(PLATE_BOX) },
  ])
  const words = [
    ...(stats ? [overallText(stats)] : []),
    ...(tier ? [tierTag(tier, palette)] : []),
    nameText(name, stats !== null),
    teamText(team, armor, palette, stats !== null),
    ...(stats ? statTexts(stats) : []),
  ]
  const images = [
    { src: ART_SRC, data: picture.art, cache: 'none' } as const,
    svgImage('plate', plateSvg(palette, stats !== null)),
  ]
  return render(framed(foil(tier, palette.trim), stage, words), {
    ...CARD,
    format: 'jpeg',
    quality: JPEG_QUALITY,
    images,
  })
}

/** Foil with its hairline, the window in it, and the sheen below the words. */
function framed(backgroundImage: string, stage: Node, words: Node[]): Node {
  const whole = { position: 'absolute', left: 0, top: 0, ...CARD } as const
  return {
    type: 'container',
    style: { ...CARD, display: 'flex', position: 'relative', overflow: 'hidden', backgroundImage },
    children: [
      { type: 'container', style: HAIRLINE },
      filled(chamferedBox(WINDOW), INK),
      stage,
      { type: 'container', style: { ...whole, backgroundImage: SHEEN } },
      ...words,
    ],
  }
}

const HAIRLINE = {
  position: 'absolute',
  left: 5,
  top: 5,
  width: CARD.width - 10,
  height: CARD.height - 10,
  borderRadius: 42,
  border: '3.5px solid rgba(255,255,255,0.4)',
} as const

const filled = (node: Node, backgroundColor: string): Node => ({ ...node, style: { ...node.style, backgroundColor } })
