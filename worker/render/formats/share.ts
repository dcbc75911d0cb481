import { displayName } from '#shared/domain/card.ts'
import { type Palette, toPalette } from '#shared/design/palette.ts'
import { describeProvenance } from '#shared/domain/provenance.ts'
import { getOverall } from '#shared/domain/stats.ts'
import type { Node } from '#worker/graphics/engine.ts'
import { type CardWords, FORMATS, type SourcedCard } from './format.ts'
import { box, figure, label, drawOnField, statBars, tierMark, uprightCard } from './parts.ts'
import { DEFAULT_SOURCE } from '#worker/graphics/metadata/source-type.ts'
import { fitNumber } from './words.ts'

const { width, height } = FORMATS.share
/** Centered, so that a square crop keeps the whole card. */
const CARD = { left: 392, top: 24, width: 416, height: 582 } as const
export const SHARE_LIGHT = { x: width / 2, y: height * 0.46, radiusX: 480, radiusY: 500 } as const
const COLUMN = { width: 288, left: 56, top: 72, height: 470 } as const
const FOOT = { sizePx: 21, top: 578 } as const

/** Returns the preview picture of a link: the card, and beside it the texts that are too small to read in a feed. */
export async function shareScene(card: SourcedCard): Promise<Node> {
  const palette = toPalette(card.team)
  const right = width - COLUMN.left - COLUMN.width
  const [leading, trailing] = card.stats === null ? await plainColumns(card) : columnsWithStats(card, palette)
  const column = {
    position: 'absolute',
    top: COLUMN.top,
    width: COLUMN.width,
    height: COLUMN.height,
    flexDirection: 'column',
  } as const
  const foot = { position: 'absolute', top: FOOT.top, opacity: 0.72 } as const
  return drawOnField(palette, { width, height }, SHARE_LIGHT, [
    uprightCard(CARD),
    box({ ...column, left: COLUMN.left, justifyContent: 'center', alignItems: 'flex-start' }, leading),
    box({ ...column, left: right, justifyContent: 'space-between' }, trailing),
    label('FANTASY FOOTBALL CARDS', FOOT.sizePx, { ...foot, left: COLUMN.left }),
    box({ ...foot, left: right, width: COLUMN.width, justifyContent: 'flex-end' }, [
      label(
        describeProvenance(card.source ?? DEFAULT_SOURCE)
          .replace('.', '')
          .toUpperCase(),
        FOOT.sizePx,
      ),
    ]),
  ])
}

function columnsWithStats({ stats, tier }: CardWords, palette: Palette): [Node[], Node[]] {
  if (stats === null) return [[], []]
  const overall = [
    figure(String(getOverall(stats)), 232, { lineHeight: 1.08 }),
    label('OVERALL', 44, { marginTop: -4 }),
    ...(tier === null ? [] : [tierMark(tier, 40, { marginTop: 22 })]),
  ]
  return [overall, statBars(stats, palette, { width: COLUMN.width, labelPx: 29, figurePx: 40, barPx: 20, gapPx: 6 })]
}

/** Returns number and city, for cards without stats. */
async function plainColumns({ jerseyNumber, playerName, team }: CardWords): Promise<[Node[], Node[]]> {
  const number = await fitNumber(jerseyNumber || displayName(playerName).slice(0, 1), COLUMN.width, 232)
  return [
    [figure(number.text, number.sizePx, { lineHeight: 1.08 })],
    [
      box({ flexGrow: 1, flexDirection: 'column', justifyContent: 'center', gap: 12 }, [
        label(team.city.toUpperCase(), 40),
      ]),
    ],
  ]
}
