import { toPalette } from '#shared/design/palette.ts'
import { type Node, render } from '#worker/graphics/engine.ts'
import type { Means } from '../format.ts'
import { box, label, letGoRasters, onField, uprightCard } from '../parts.ts'
import { LEAGUE_CREST_SRC, leagueCrestImage } from './crest.ts'
import { type HeadText, type LeagueWords, setHead } from './head.ts'
import { layOutPoster, POSTER_FRAMES, type PosterLayout } from './poster-layout.ts'

const QUALITY = 82

/**
 * Draws all cards of a league under its crest, name and season. The same input gives the same bytes.
 *
 * @param fronts of the cards by seat, 5 wide and 7 high, as JPEG or WebP
 * @returns a JPEG
 * @throws when a front is no picture the renderer can read
 */
export async function drawPoster(
  kind: 'feed' | 'story',
  league: LeagueWords,
  fronts: readonly Uint8Array[],
  means: Means,
): Promise<Uint8Array<ArrayBuffer>> {
  const frame = POSTER_FRAMES[kind]
  const { width, height } = frame
  const layout = layOutPoster(frame, fronts.length)
  const palette = toPalette(league.colors)
  const { crest, texts } = await setHead(league, layout, palette, means.loadFont)
  const node = onField(palette, { width, height }, layout.light, [
    ...layout.cards.map((card, i): Node => ({ ...uprightCard(card), src: toSrc(i) }) as Node),
    { type: 'image', src: LEAGUE_CREST_SRC, style: { position: 'absolute', ...crest } },
    ...texts.map(placeText),
    footLine(layout, means.site),
  ])
  const cards = fronts.map((front, i) => ({ src: toSrc(i), data: Uint8Array.from(front), cache: 'none' as const }))
  const images = [leagueCrestImage(palette, crest.width), ...cards]
  const jpeg = await render(node, { width, height, format: 'jpeg', quality: QUALITY, images })
  letGoRasters(node)
  return jpeg
}

const toSrc = (index: number): string => `card-${index}`

const placeText = ({ node, at: { left, top }, nodeLeft }: HeadText): Node =>
  box({ position: 'absolute', left: left - nodeLeft, top }, [node])

/** The site's address as a person would type it. */
export const footLine = ({ foot: { left, top, size } }: Pick<PosterLayout, 'foot'>, site: string): Node =>
  label(site.toUpperCase(), size, { position: 'absolute', left, top, opacity: 0.72 })
