import { displayName } from '#shared/domain/card.ts'
import { type Palette, toPalette } from '#shared/design/palette.ts'
import { getCardLine } from '#shared/domain/card-line.ts'
import { type ArtSource, describeProvenance } from '#shared/domain/provenance.ts'
import { getOverall, type Stats, STATS } from '#shared/domain/stats.ts'
import { CARD } from '../card-layout.ts'
import type { Node } from '#worker/graphics/engine.ts'
import { footMarks } from '../card/foot-marks.ts'
import { paintFrame } from '../finish/frame.ts'
import { CREST, crest } from './crest.ts'
import { paintField } from './field.ts'
import type { CardWords, FormatDeps, SourcedCard } from './format.ts'
import { box, figure, label, statBars, tierMark } from './parts.ts'
import { DEFAULT_SOURCE } from '#worker/graphics/metadata/source-type.ts'
import { labelSize, nickname } from './words.ts'

const INSET = 104
const WIDTH = CARD.width - 2 * INSET
const CREST_AT = { left: CARD.width - INSET - CREST.width, top: 96 } as const
export const BACK_LIGHT = { x: CREST_AT.left + CREST.width / 2, y: 306, radiusX: 560, radiusY: 420 } as const
const NAME = { left: INSET, top: 548, width: WIDTH, height: 120 } as const
const NAME_MAX_PX = 124
const LINE = { left: INSET + 3, top: 676, sizePx: 40 } as const
const RATING = { left: INSET, top: 138 } as const
const ROLL = { width: CREST_AT.left - RATING.left - 12, sizePx: 27 } as const
const BARS = { left: INSET, top: 740, height: 470 } as const
const FOOT = { left: INSET, top: 1244, sizePx: 27 } as const
/** Everything moves toward the middle by this much when a card has no stats. */
const NO_STATS_DROP_PX = 210

const describeCard = (source: ArtSource) => [
  'One fantasy football card, made from one selfie.',
  `The photo was not kept. ${describeProvenance(source)}`,
]

/** Returns the back of the card: a crest with the number, the stats in words, and a text about the card. */
export async function backScene(card: SourcedCard, { loadFont }: FormatDeps): Promise<Node> {
  const { source = DEFAULT_SOURCE } = card
  const palette = toPalette(card.team)
  const drop = card.stats === null ? NO_STATS_DROP_PX : 0
  const ground = paintField(palette, CARD, { ...BACK_LIGHT, y: BACK_LIGHT.y + drop })
  paintFrame(ground, card.tier)
  return box({ ...CARD, position: 'relative' }, [
    { type: 'image', src: ground, style: { position: 'absolute', left: 0, top: 0, ...CARD } },
    await crest(card.jerseyNumber || displayName(card.playerName).slice(0, 1), {
      ...CREST_AT,
      top: CREST_AT.top + drop,
    }),
    ...(await drawRating(card)),
    await nickname(card.playerName, { ...NAME, top: NAME.top + drop }, NAME_MAX_PX, loadFont),
    await teamLine(card, palette, LINE.top + drop),
    ...bars(card, palette),
    description(source),
    ...footMarks(card.serial, card.tier, source),
  ])
}

/** @example describeRoll(stats) // 'Rolled 84, 77, 91, 70, 65' */
const describeRoll = (rolled: Stats): string => `Rolled ${STATS.map(({ name }) => rolled[name]).join(', ')}`

async function roll(rolled: Stats): Promise<Node> {
  const words = describeRoll(rolled)
  const sizePx = await labelSize(words, ROLL.width, ROLL.sizePx)
  return label(words, sizePx, { marginTop: 18, opacity: 0.86 })
}

/** Returns overall number and tier beside the crest, and the roll if the stats were edited. */
async function drawRating({ stats, rolledStats = null, tier }: CardWords): Promise<Node[]> {
  if (stats === null) return []
  return [
    box({ position: 'absolute', ...RATING, flexDirection: 'column', alignItems: 'flex-start' }, [
      figure(String(getOverall(stats)), 196, { lineHeight: 1.08 }),
      label('OVERALL', 40),
      ...(tier === null ? [] : [tierMark(tier, 38, { marginTop: 20 })]),
      ...(rolledStats === null ? [] : [await roll(rolledStats)]),
    ]),
  ]
}

async function teamLine(words: CardWords, palette: Palette, top: number): Promise<Node> {
  const text = getCardLine(words).toUpperCase()
  const sizePx = await labelSize(text, WIDTH, LINE.sizePx)
  return label(text, sizePx, { position: 'absolute', left: LINE.left, top, color: palette.line })
}

function bars({ stats }: CardWords, palette: Palette): Node[] {
  if (stats === null) return []
  const size = { width: WIDTH, labelPx: 38, figurePx: 54, barPx: 28, gapPx: 4 }
  const style = { position: 'absolute', ...BARS, flexDirection: 'column', justifyContent: 'space-between' } as const
  return [box(style, statBars(stats, palette, size))]
}

function description(source: ArtSource): Node {
  const { left, top, sizePx } = FOOT
  const lines = describeCard(source).map((line) =>
    label(line, sizePx, { letterSpacing: 0.8, lineHeight: 1.3, opacity: 0.86 }),
  )
  return box({ position: 'absolute', left, top, flexDirection: 'column' }, lines)
}
