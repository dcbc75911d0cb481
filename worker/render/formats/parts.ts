import { mix } from '#shared/design/color.ts'
import { INK, type Palette } from '#shared/design/palette.ts'
import { getMetal } from '../finish/tier-metal.ts'
import type { Tier } from '#shared/domain/rarity.ts'
import { STATS, type Stats } from '#shared/domain/stats.ts'
import type { Box } from '../card-layout.ts'
import type { Node } from '#worker/graphics/engine.ts'
import { DISPLAY, LABEL } from '#worker/graphics/fonts.ts'
import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { paintField, type Light } from './field.ts'

export type Style = Node['style']

export const words = (content: string, style: Style): Node => ({ type: 'text', text: content, style: style ?? {} })

export const box = (style: Style, children: Node[] = []): Node => ({
  type: 'container',
  style: { display: 'flex', ...style },
  children,
})

export const label = (content: string, sizePx: number, style: Style = {}): Node =>
  words(content, {
    fontFamily: LABEL,
    fontWeight: 600,
    fontSize: sizePx,
    lineHeight: 1,
    letterSpacing: sizePx * 0.09,
    whiteSpace: 'nowrap',
    color: '#ffffff',
    ...style,
  })

export const figure = (content: string, sizePx: number, style: Style = {}): Node =>
  words(content, {
    fontFamily: DISPLAY,
    fontSize: sizePx,
    lineHeight: 1,
    whiteSpace: 'nowrap',
    color: '#ffffff',
    ...style,
  })

/** Returns a whole picture: the lit field, and the nodes that stand on it. */
export function drawOnField(
  palette: Palette,
  size: { width: number; height: number },
  light: Light,
  children: Node[],
): Node {
  const field = paintField(palette, size, light)
  const ground: Node = { type: 'image', src: field, style: { position: 'absolute', left: 0, top: 0, ...size } }
  return box({ position: 'relative', ...size }, [ground, ...children])
}

/** Releases the rasters of a scene that has been drawn. Ten of them would take half of a Worker's memory. */
export function releaseRasters(scene: Node): void {
  if (scene.type !== 'container') return
  for (const child of scene.children ?? [])
    if (
      child.type === 'image' &&
      typeof child.src === 'object' &&
      'data' in child.src &&
      ArrayBuffer.isView(child.src.data)
    )
      releaseBuffer(child.src.data)
}

/** The `src` of the card's front among the renderer's images. */
export const FRONT_SRC = 'front'
/** Radius of a card's corners, as a share of its width. */
export const CORNER = 0.046

/** Returns the front with round corners and a drop shadow. */
export const uprightCard = ({ left, top, width, height }: Box): Node => ({
  type: 'image',
  src: FRONT_SRC,
  style: {
    position: 'absolute',
    left,
    top,
    width,
    height,
    borderRadius: width * CORNER,
    boxShadow: `0 ${width * 0.03}px ${width * 0.05}px rgba(0,0,0,0.55)`,
  },
})

/** The metal of first places. */
export const GOLD = '#f2c14b'

/** A metal plate with a word, for the edge of a card. @param sizePx font size */
export const medal = (word: string, metal: `#${string}`, { sizePx, ...place }: Box & { sizePx: number }): Node =>
  box(
    {
      position: 'absolute',
      ...place,
      justifyContent: 'center',
      alignItems: 'center',
      backgroundImage: `linear-gradient(115deg, ${metal}, ${mix(metal, '#ffffff', 0.45)} 45%, ${metal} 60%, ${mix(metal, '#000000', 0.2)})`,
      border: `4px solid ${INK}`,
    },
    [figure(word, sizePx, { color: INK, lineHeight: 1.15 })],
  )

export const tierMark = (tier: Tier, sizePx: number, style: Style = {}): Node =>
  label(tier.toUpperCase(), sizePx, {
    padding: `${sizePx * 0.18}px ${sizePx * 0.4}px ${sizePx * 0.2}px`,
    color: INK,
    border: `${sizePx * 0.08}px solid ${INK}`,
    backgroundColor: getMetal(tier).light,
    ...style,
  })

export type BarSize = { width: number; labelPx: number; figurePx: number; barPx: number; gapPx: number }

/** Returns five stats in words, each with its number and a bar of 100 yards with a line every ten. */
export const statBars = (stats: Stats, palette: Palette, size: BarSize): Node[] =>
  STATS.map(({ name, label: word }) => {
    const { width, labelPx, figurePx, barPx, gapPx } = size
    const line = box({ width, justifyContent: 'space-between', alignItems: 'flex-end' }, [
      label(word.toUpperCase(), labelPx, { lineHeight: 1.1 }),
      figure(String(stats[name]), figurePx, { lineHeight: 1.1 }),
    ])
    return box({ flexDirection: 'column', width, gap: gapPx }, [line, bar(stats[name], palette, width, barPx)])
  })

/** Ink around and below the fill keeps it visible on any ground. */
const BAR_EDGE_PX = 3
const BAR_EMPTY = '#2b302e'

function bar(value: number, palette: Palette, width: number, height: number): Node {
  const inner = { top: BAR_EDGE_PX, height: height - 2 * BAR_EDGE_PX } as const
  const room = width - 2 * BAR_EDGE_PX
  const part = (left: number, wide: number, backgroundColor: string) =>
    box({
      position: 'absolute',
      left: BAR_EDGE_PX + Math.round(left),
      width: Math.round(wide),
      ...inner,
      backgroundColor,
    })
  const yards = Array.from({ length: 9 }, (_, i) => part(((i + 1) * room) / 10 - 1, 2, INK))
  return box({ position: 'relative', width, height, backgroundColor: INK }, [
    part(0, room, BAR_EMPTY),
    part(0, (room * value) / 100, palette.trim),
    ...yards,
  ])
}
