import { NEUTRAL } from '#shared/design/pair.ts'
import { toPalette } from '#shared/design/palette.ts'
import { type Node, render } from '#worker/graphics/engine.ts'
import { FORMATS, type PodiumPage } from './format.ts'
import { box, figure, GOLD, label, drawOnField, medal, uprightCard } from './parts.ts'
import { labelSize } from './words.ts'

/** JPEGs of the cards in first, second and third place, of any size with an aspect ratio of 5:7. */
export type PodiumFronts = readonly [Uint8Array, Uint8Array, Uint8Array]

export type DrawPodium = (page: PodiumPage, fronts: PodiumFronts) => Promise<Uint8Array<ArrayBuffer>>

const { width, height } = FORMATS.share
const QUALITY = 80
const LIGHT = { x: width / 2, y: height * 0.44, radiusX: 620, radiusY: 480 } as const

/**
 * The winner is in the middle, so that a square crop keeps the whole card. Each medal lies on the lower edge of its
 * card.
 */
const PLACES = [
  { src: 'first', place: '1ST', metal: GOLD, card: { left: 425, top: 22, width: 350, height: 490 } },
  { src: 'second', place: '2ND', metal: '#c4ccd0', card: { left: 96, top: 92, width: 300, height: 420 } },
  { src: 'third', place: '3RD', metal: '#d18a55', card: { left: 804, top: 92, width: 300, height: 420 } },
] as const
const MEDAL = { width: 132, height: 50, sizePx: 38 } as const
const MEDAL_DROP_PX = 36
const WORDS: Readonly<Record<PodiumPage, { call: string; line: string }>> = {
  home: { call: 'MAKE YOURS', line: 'YOUR FACE · YOUR COLORS · YOUR CARD' },
  hall: { call: 'HALL OF FAME', line: 'VOTE FOR YOUR FAVORITE' },
}
const FOOT = { left: 96, right: 1104, top: 556, callPx: 50, linePx: 30 } as const

/**
 * Draws the preview picture of a page's link: the three cards on the podium, and a call to action.
 *
 * @returns a JPEG of 1200 x 630 pixels; the same input gives the same bytes
 * @throws if the renderer cannot read a front
 */
export const drawPodium: DrawPodium = async (page, fronts) => {
  const images = PLACES.map(({ src }, i) => ({ src, data: Uint8Array.from(fronts[i]!), cache: 'none' as const }))
  return render(await scene(page), { ...FORMATS.share, format: 'jpeg', quality: QUALITY, images })
}

async function scene(page: PodiumPage): Promise<Node> {
  const { call, line } = WORDS[page]
  const linePx = await labelSize(line, FOOT.right - FOOT.left - 330, FOOT.linePx)
  return drawOnField(toPalette(NEUTRAL), { width, height }, LIGHT, [
    ...PLACES.toReversed().flatMap(({ src, place, metal, card }) => [
      { ...uprightCard(card), src } as Node,
      medal(place, metal, {
        ...MEDAL,
        left: card.left + (card.width - MEDAL.width) / 2,
        top: card.top + card.height - MEDAL.height + MEDAL_DROP_PX,
      }),
    ]),
    figure(call, FOOT.callPx, { position: 'absolute', left: FOOT.left, top: FOOT.top }),
    box(
      {
        position: 'absolute',
        left: FOOT.left,
        top: FOOT.top,
        width: FOOT.right - FOOT.left,
        height: FOOT.callPx,
        justifyContent: 'flex-end',
        alignItems: 'center',
      },
      [label(line, linePx)],
    ),
  ])
}
