import { paletteOf } from '#shared/design/palette.ts'
import type { Node } from '../engine.ts'
import { type CardWords, FORMATS, type Means } from './format.ts'
import { label, onField, standingCard } from './parts.ts'
import { nickname } from './words.ts'

const { width, height } = FORMATS.story
/** Apps lay their own controls over the first and the last 250 pixels. */
const CARD = { left: 115, top: 256, width: 850, height: 1190 } as const
export const STORY_LIGHT = { x: width / 2, y: CARD.top + CARD.height * 0.42, radiusX: 900, radiusY: 960 } as const
const NAME = { left: CARD.left, top: 1478, width: CARD.width, height: 112 } as const
const NAME_MAX_PX = 108
const SITE = { left: CARD.left + 2, top: 1608, sizePx: 46 } as const

export async function storyScene(card: CardWords, { site, loadFont }: Means): Promise<Node> {
  const palette = paletteOf(card.team)
  return onField(palette, { width, height }, STORY_LIGHT, [
    standingCard(CARD),
    await nickname(card.playerName, NAME, NAME_MAX_PX, loadFont),
    label(site.toUpperCase(), SITE.sizePx, {
      position: 'absolute',
      left: SITE.left,
      top: SITE.top,
      color: palette.line,
    }),
  ])
}
