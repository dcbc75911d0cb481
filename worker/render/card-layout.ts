import { STATS, type StatName } from '#shared/domain/stats.ts'

/** A rectangle in pixels of the finished card, from its top left corner. */
export type Box = { left: number; top: number; width: number; height: number }

export const CARD = { width: 1000, height: 1400 } as const

/** The opening in the frame. Its top right and bottom left corners are chamfered. */
export const WINDOW = { left: 30, top: 30, right: 970, bottom: 1362, chamfer: 90 } as const
/** The picture area inside the window's dark edge. */
export const STAGE = { left: 36, top: 36, right: 964, bottom: 1356, chamfer: 88 } as const

/** Position of the player's art, drawn at its own resolution. */
export const PORTRAIT: Box = { left: 0, top: 0, width: 1000, height: 1200 }
/** Position of another engine's art. It may be cut off at its edge, so it stays behind the frame. */
export const PORTRAIT_BEHIND: Box = { ...PORTRAIT, top: STAGE.top }
/** Area along the upper edge where heads, hats and raised hands may overlap the frame. */
export const BREAKS_FRAME = { left: STAGE.left, right: STAGE.right, bottom: 300 } as const

/** The plate under the name slants upward: its top edge is at `leftTop` on the left and at `rightTop` on the right. */
export const PLATE = { leftTop: 1034, rightTop: 974, stripe: 32, ink: 8 } as const

export const GHOST = {
  right: 22,
  top: 52,
  sizePx: 640,
  roomPx: 900,
  roomHeight: 960,
  emPerCharacter: 0.46,
  strokePx: 7,
} as const
export const HASH = { inset: 14, width: 24, thickness: 4.5, step: 34, height: 1028, opacity: 0.55 } as const

export const NAME = { left: 86, width: 836, bottom: 1180, maxPx: 140, lineHeight: 0.95, spacingEm: 0.01 } as const
export const LINE = { left: 89, width: 850, bottom: 1234, sizePx: 47 } as const
export const TAG = { left: 82, top: 232, sizePx: 40, inkPx: 4 } as const
export const STAT_ROW = {
  ruleTop: 1256,
  rulePx: 3.5,
  dividerTop: 1274,
  dividerPx: 70,
  sizePx: 70,
  labelPx: 35,
  insetPx: 18,
  insetTopPx: 6,
} as const
export const OVERALL = { left: 22, top: 18, sizePx: 150, outlinePx: 7 } as const
/** Serial number and AI mark, on the lower edge of the frame. */
export const FOOT = { left: 772, right: 946, middle: 1381, sizePx: 23, markPx: 17, gapPx: 12 } as const

/** Name and line move down by this much, into the empty row, when a card has no stats. */
export const NO_STATS_DROP_PX = 64

/**
 * The only areas of a card that change with one stat. Their sides are multiples of 16 pixels, the largest block of a
 * JPEG. Compression therefore changes no pixel outside them either.
 */
export const OVERALL_BOX: Box = { left: 64, top: 64, width: 272, height: 176 }

const STAT_BOX = { left: 112, top: 1264, width: 160, height: 96 } as const

export const STAT_BOXES = Object.fromEntries(
  STATS.map(({ name }, i) => [name, { ...STAT_BOX, left: STAT_BOX.left + i * STAT_BOX.width }]),
) as Readonly<Record<StatName, Box>>
