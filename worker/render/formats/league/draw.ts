import type { LeaguePrint } from '#shared/domain/league-prints.ts'
import { getCommonSource } from '#worker/graphics/metadata/art-metadata.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import type { FormatDeps } from '../format.ts'
import { type CardSides, createCardSheets } from './card-sheets.ts'
import type { LeagueWords } from './head.ts'
import { drawPoster } from './poster.ts'
import { drawPosterPdf } from './poster-pdf.ts'

/** A card of a league. Only PDFs of cards need backs. */
export type PrintedCard = Pick<CardSides, 'front'> & Partial<CardSides>

export type DrawLeaguePrint = (
  print: LeaguePrint,
  league: LeagueWords,
  cards: readonly PrintedCard[],
) => Promise<Uint8Array<ArrayBuffer>>

/**
 * Draws one print of a league. Deterministic.
 *
 * @returns a JPEG or a PDF, see `LEAGUE_PRINTS`
 * @throws if the renderer cannot read a card
 */
export async function drawLeaguePrint(
  print: LeaguePrint,
  league: LeagueWords,
  cards: readonly PrintedCard[],
  deps: FormatDeps,
): ReturnType<DrawLeaguePrint> {
  const fronts = cards.map(({ front }) => front)
  const about = { title: `${league.name} ${league.season} | Fantasy Football Cards`, source: getCommonSource(fronts) }
  switch (print) {
    case 'feed':
    case 'story':
      return withMetadata(await drawPoster(print, league, fronts, deps), about)
    case 'poster-a3':
    case 'poster-18x24':
      return drawPosterPdf(print === 'poster-a3' ? 'a3' : '18x24', league, fronts, { ...deps, ...about })
    case 'cards-a4':
    case 'cards-letter':
      return createCardSheets(print === 'cards-a4' ? 'a4' : 'letter', cards.map(toSides), about)
  }
}

function toSides({ front, back }: PrintedCard): CardSides {
  if (back === undefined) throw new Error('a card without a back')
  return { front, back }
}
