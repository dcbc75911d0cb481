import { paletteOf } from '#shared/design/palette.ts'
import type { Node } from '../engine.ts'
import { type CardWords, FORMATS } from './format.ts'
import { box, label, onField, standingCard } from './parts.ts'
import { nickname } from './words.ts'

const { width, height } = FORMATS.story
/** Apps lay their own controls over the first and the last 250 pixels. */
const CARD = { left: 115, top: 256, width: 850, height: 1190 } as const
const LIGHT = { x: width / 2, y: CARD.top + CARD.height * 0.42, radiusX: 900, radiusY: 960 } as const
const NAME_ROOM = { width: 850, height: 96 } as const

/** @param site where one makes such a card, as a person would type it */
export async function storyScene(card: CardWords, site: string): Promise<Node> {
  const palette = paletteOf(card.team)
  const centred = { position: 'absolute', left: CARD.left } as const
  return onField(palette, { width, height }, LIGHT, [
    standingCard(CARD),
    await nickname(card.playerName, NAME_ROOM, { ...centred, top: 1490, alignItems: 'center' }),
    box({ ...centred, top: 1606, width: CARD.width, justifyContent: 'center' }, [
      label(site.toUpperCase(), 46, { color: palette.line }),
    ]),
  ])
}
