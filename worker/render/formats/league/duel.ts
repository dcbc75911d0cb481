import { toPalette } from '#shared/design/palette.ts'
import { getCommonSource } from '#worker/graphics/metadata/art-metadata.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import { type Node, render } from '#worker/graphics/engine.ts'
import { setName } from '../../card/name.ts'
import { FORMATS, type FormatDeps } from '../format.ts'
import { box, figure, GOLD, label, drawOnField, medal, uprightCard } from '../parts.ts'
import { LEAGUE_CREST_SRC, leagueCrestImage } from './crest.ts'
import type { LeagueWords } from './head.ts'

/** One side of a duel: its team, the number of rounds it won, and its card with an aspect ratio of 5:7 in any size. */
export type DuelistPicture = { readonly name: string; readonly score: number; readonly front: Uint8Array | null }

/** @param sides the challenger and the opponent */
export type DrawDuel = (
  league: LeagueWords,
  sides: readonly [DuelistPicture, DuelistPicture],
) => Promise<Uint8Array<ArrayBuffer>>

const { width, height } = FORMATS.share
const QUALITY = 82
const LIGHT = { x: width / 2, y: height * 0.42, radiusX: 620, radiusY: 480 } as const
const CARD = { top: 44, width: 330, height: 462 } as const
const LEFTS = [56, width - 56 - CARD.width] as const
const NAME = { top: 524, height: 74, maxPx: 46 } as const
const MIDDLE = { left: 400, width: 400 } as const
const SCORE = { top: 214, px: 170 } as const
const CREST_WIDTH = 150
const MEDAL = { top: 14, width: 164, height: 46, sizePx: 34 } as const

/**
 * Draws the result of a duel, with both cards, the score between them, and the winner's medal and name in color.
 * Deterministic.
 *
 * @returns a JPEG of 1200 x 630 pixels
 * @throws if the renderer cannot read a front
 */
export async function drawDuel(
  league: LeagueWords,
  sides: Parameters<DrawDuel>[1],
  { site, loadFont }: FormatDeps,
): ReturnType<DrawDuel> {
  const palette = toPalette(league.colors)
  const best = Math.max(...sides.map(({ score }) => score))
  const faces = sides.map(({ front }, at): Node => {
    const place = { ...CARD, left: LEFTS[at]! }
    if (front !== null) return { ...uprightCard(place), src: toSrc(at) } as Node
    const crest = { left: place.left + (CARD.width - CREST_WIDTH) / 2, top: 190, width: CREST_WIDTH, height: 174 }
    return { type: 'image', src: LEAGUE_CREST_SRC, style: { position: 'absolute', ...crest } }
  })
  const names = await Promise.all(
    sides.map(async ({ name, score }, at) => {
      const color = score === best ? palette.line : '#ffffff'
      const typeset = await setName(
        name,
        { width: CARD.width + 60, height: NAME.height, maxPx: NAME.maxPx, color },
        loadFont,
      )
      const left = LEFTS[at]! + CARD.width / 2 - typeset.lineWidth / 2 - typeset.lineLeft
      return box({ position: 'absolute', left, top: NAME.top }, [typeset.node])
    }),
  )
  const middle = (top: number, node: Node) =>
    box({ position: 'absolute', top, left: MIDDLE.left, width: MIDDLE.width, justifyContent: 'center' }, [node])
  const leagueName = await setName(
    league.name,
    { width: MIDDLE.width - 20, height: 96, maxPx: 40, color: palette.line },
    loadFont,
  )
  const node = drawOnField(palette, { width, height }, LIGHT, [
    ...faces,
    ...names,
    medal('WINNER', GOLD, { ...MEDAL, left: LEFTS[sides[0].score === best ? 0 : 1] + (CARD.width - MEDAL.width) / 2 }),
    middle(SCORE.top - 66, label('DUEL', 42)),
    middle(SCORE.top, figure(sides.map(({ score }) => score).join('–'), SCORE.px, { lineHeight: 1.1 })),
    box(
      {
        position: 'absolute',
        top: 424,
        left: MIDDLE.left + MIDDLE.width / 2 - leagueName.lineWidth / 2 - leagueName.lineLeft,
      },
      [leagueName.node],
    ),
    middle(height - 44, label(site.toUpperCase(), 22, { opacity: 0.72 })),
  ])
  const fronts = sides.flatMap(({ front }) => (front === null ? [] : [front]))
  const images = [
    leagueCrestImage(palette, CREST_WIDTH),
    ...sides.flatMap(({ front }, at) =>
      front === null ? [] : [{ src: toSrc(at), data: Uint8Array.from(front), cache: 'none' as const }],
    ),
  ]
  const jpeg = await render(node, { width, height, format: 'jpeg', quality: QUALITY, images })
  return withMetadata(jpeg, {
    title: `${sides.map(({ name }) => name).join(' vs ')} | Fantasy Football Cards`,
    source: getCommonSource(fronts),
  })
}

const toSrc = (at: number): string => `duelist-${at}`
