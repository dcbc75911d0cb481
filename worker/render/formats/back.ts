import { displayName } from '#shared/domain/card.ts'
import { type Hex, mix } from '#shared/design/color.ts'
import { INK, type Palette, paletteOf } from '#shared/design/palette.ts'
import { overallOf } from '#shared/domain/stats.ts'
import { CARD, STAGE, WINDOW } from '../card-layout.ts'
import type { Node } from '../engine.ts'
import { chamferedBox } from '../stage.ts'
import { CREST, crest } from './crest.ts'
import { paintField } from './field.ts'
import type { CardWords } from './format.ts'
import { box, figure, label, statBars, tierMark } from './parts.ts'
import { labelSize, nickname } from './words.ts'

const INSET = 104
const WIDTH = CARD.width - 2 * INSET
const STAGE_SIZE = { width: STAGE.right - STAGE.left, height: STAGE.bottom - STAGE.top } as const
const CREST_AT = { left: CARD.width - INSET - CREST.width, top: 96 } as const
/** Without stats there is room to bring everything towards the middle. */
const NO_STATS_DROP_PX = 210
const LIGHT = { x: CREST_AT.left + CREST.width / 2 - STAGE.left, y: 270, radiusX: 560, radiusY: 420 } as const
const NAME = { top: 548, width: WIDTH, height: 120 } as const
const LINE = { top: 676, sizePx: 40 } as const
const BARS = { top: 740, height: 470 } as const
const FOOT = { top: 1248, sizePx: 25 } as const

const WHAT_IT_IS = ['One fantasy football card, made from one selfie.', 'The photo was not kept. AI-generated.']

/** The other side of the card: a crest made of the number, the stats in words, and what kind of thing this is. */
export async function backScene(card: CardWords): Promise<Node> {
  const palette = paletteOf(card.team)
  const drop = card.stats === null ? NO_STATS_DROP_PX : 0
  const field = paintField(palette, STAGE_SIZE, { ...LIGHT, y: LIGHT.y + drop })
  const stage = chamferedBox(STAGE, [
    { type: 'image', src: field, style: { position: 'absolute', left: 0, top: 0, ...STAGE_SIZE } },
  ])
  const edge = chamferedBox(WINDOW)
  return box({ ...CARD, position: 'relative', overflow: 'hidden', backgroundImage: metal(palette.trim) }, [
    { ...edge, style: { ...edge.style, backgroundColor: INK } },
    stage,
    await crest(card.jerseyNumber || displayName(card.playerName).slice(0, 1), {
      ...CREST_AT,
      top: CREST_AT.top + drop,
    }),
    ...standing(card, palette),
    await nickname(card.playerName, NAME, {
      position: 'absolute',
      left: INSET,
      top: NAME.top + drop,
      justifyContent: 'flex-end',
    }),
    await teamLine(card, palette, LINE.top + drop),
    ...bars(card, palette),
    ...foot(card),
  ])
}

const metal = (color: Hex): string =>
  `linear-gradient(128deg, ${mix('#ffffff', color, 0.4)} 0%, ${color} 30%, ${mix('#000000', color, 0.5)} 62%, ${color} 100%)`

/** Overall number and tier, beside the crest. */
function standing({ stats, tier }: CardWords, palette: Palette): Node[] {
  if (stats === null) return []
  const mark = tier === null ? [] : [tierMark(tier, palette, 38, { marginTop: 20 })]
  return [
    box({ position: 'absolute', left: INSET, top: 138, flexDirection: 'column', alignItems: 'flex-start' }, [
      figure(String(overallOf(stats)), 196, { lineHeight: 1.08 }),
      label('OVERALL', 40),
      ...mark,
    ]),
  ]
}

async function teamLine({ team, armor }: CardWords, palette: Palette, top: number): Promise<Node> {
  const gear = armor.id === 'none' ? 'No headgear' : armor.label
  const text = `${team.city} · ${gear}`.toUpperCase()
  const sizePx = await labelSize(text, WIDTH, LINE.sizePx)
  return label(text, sizePx, { position: 'absolute', left: INSET + 3, top, color: palette.trim })
}

function bars({ stats }: CardWords, palette: Palette): Node[] {
  if (stats === null) return []
  const size = { width: WIDTH, labelPx: 38, figurePx: 54, barPx: 28, gapPx: 4 }
  return [
    box(
      {
        position: 'absolute',
        left: INSET,
        top: BARS.top,
        height: BARS.height,
        flexDirection: 'column',
        justifyContent: 'space-between',
      },
      statBars(stats, palette, size),
    ),
  ]
}

function foot({ serial }: CardWords): Node[] {
  const what = WHAT_IT_IS.map((line) =>
    label(line, FOOT.sizePx, { letterSpacing: 0.8, lineHeight: 1.3, opacity: 0.82 }),
  )
  return [
    box({ position: 'absolute', left: INSET, top: FOOT.top, flexDirection: 'column' }, what),
    ...(serial === null
      ? []
      : [
          box({ position: 'absolute', left: INSET, top: FOOT.top, width: WIDTH, justifyContent: 'flex-end' }, [
            label(`Nº ${serial}`, FOOT.sizePx, { lineHeight: 1.3, opacity: 0.82 }),
          ]),
        ]),
  ]
}
