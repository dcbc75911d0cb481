import { INK } from '#shared/design/palette.ts'
import type { ArtSource } from '#shared/domain/provenance.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import { CARD, FOOT } from '../card-layout.ts'
import type { Node } from '#worker/graphics/engine.ts'
import { LABEL } from '#worker/graphics/fonts.ts'

/** Shows that a trained model drew the player, even if the file loses its metadata. */
const MARK = 'AI'

/** Returns the marks on the frame's lower edge: the serial number, and `AI` if a trained model drew the player. */
export function footMarks(serial: string | null, tier: Tier | null, source: ArtSource): Node[] {
  const color = tier === 'Rookie' ? '#ffffff' : INK
  const words = { fontFamily: LABEL, fontWeight: 600, lineHeight: 1, color, whiteSpace: 'nowrap' } as const
  const number: Node[] =
    serial === null
      ? []
      : [{ type: 'text', text: `Nº ${serial}`, style: { ...words, fontSize: FOOT.sizePx, letterSpacing: 2 } }]
  if (source !== 'trained' && number.length === 0) return []
  const mark: Node = {
    type: 'text',
    text: MARK,
    style: {
      ...words,
      fontSize: FOOT.markPx,
      letterSpacing: 1.5,
      padding: '2px 4px 2px 6px',
      border: `1.5px solid ${color}`,
    },
  }
  const height = 2 * (CARD.height - FOOT.middle)
  return [
    {
      type: 'container',
      style: {
        position: 'absolute',
        display: 'flex',
        alignItems: 'center',
        gap: FOOT.gapPx,
        right: CARD.width - FOOT.right,
        top: FOOT.middle - height / 2,
        height,
      },
      children: source === 'trained' ? [...number, mark] : number,
    },
  ]
}
