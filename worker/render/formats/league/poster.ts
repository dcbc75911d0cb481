import { toPalette } from '#shared/design/palette.ts'
import { type Node, render } from '#worker/graphics/engine.ts'
import type { FormatDeps } from '../format.ts'
import { box, label, releaseRasters, drawOnField, uprightCard } from '../parts.ts'
import { LEAGUE_CREST_SRC, leagueCrestImage } from './crest.ts'
import { type HeadText, type LeagueWords, setHead } from './head.ts'
import { layOutPoster, POSTER_FRAMES, type PosterLayout } from './poster-layout.ts'

const QUALITY = 82

/**
 * Draws all cards of a league under its crest, name and season. Deterministic.
 *
 * @param fronts the cards by seat, with an aspect ratio of 5:7, as JPEG or WebP
 * @returns a JPEG
 * @throws if the renderer cannot read a front
 */
export async function drawPoster(
  kind: 'feed' | 'story',
  league: LeagueWords,
  fronts: readonly Uint8Array[],
  deps: FormatDeps,
): Promise<Uint8Array<ArrayBuffer>> {
  const frame = POSTER_FRAMES[kind]
  const { width, height } = frame
  const layout = layOutPoster(frame, fronts.length)
  const palette = toPalette(league.colors)
  const { crest, texts } = await setHead(league, layout, palette, deps.loadFont)
  const node = drawOnField(palette, { width, height }, layout.light, [
    ...layout.cards.map((card, i): Node => ({ ...uprightCard(card), src: toSrc(i) }) as Node),
    { type: 'image', src: LEAGUE_CREST_SRC, style: { position: 'absolute', ...crest } },
    ...texts.map(placeText),
    footLine(layout, deps.site),
  ])
  const cards = fronts.map((front, i) => ({ src: toSrc(i), data: Uint8Array.from(front), cache: 'none' as const }))
  const images = [leagueCrestImage(palette, crest.width), ...cards]
  const jpeg = await render(node, { width, height, format: 'jpeg', quality: QUALITY, images })
  releaseRasters(node)
  return jpeg
}

const toSrc = (index: number): string => `card-${index}`

const placeText = ({ node, at: { left, top }, nodeLeft }: HeadText): Node =>
  box({ position: 'absolute', left: left - nodeLeft, top }, [node])

/** Returns the line with the site's address. */
export const footLine = ({ foot: { left, top, size } }: Pick<PosterLayout, 'foot'>, site: string): Node =>
  label(site.toUpperCase(), size, { position: 'absolute', left, top, opacity: 0.72 })
