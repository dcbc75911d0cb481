import type { Hex } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import type { Palette } from '#shared/design/palette.ts'
import { getInitials } from '#shared/domain/league.ts'
import type { Node } from '#worker/graphics/engine.ts'
import type { LoadFont } from '#worker/graphics/script-fonts.ts'
import type { Box } from '../../card-layout.ts'
import { type SetName, setName } from '../../card/name.ts'
import { CREST } from './crest.ts'
import type { PosterLayout } from './poster-layout.ts'

/** The texts and colors of a league on a poster. */
export type LeagueWords = { readonly name: string; readonly season: string; readonly colors: Pair }

/** Single-color text and the bounding box of its ink. The node starts `nodeLeft` to the left of the ink. */
export type HeadText = { readonly node: Node; readonly at: Box; readonly nodeLeft: number; readonly color: Hex }

export type Head = { readonly crest: Box; readonly texts: readonly HeadText[] }

/** Font sizes of initials by their count. Wide letters count as two. */
const INITIALS = [44, 40, 35, 25] as const
const LATIN_END = 0x250

/** Shares of the text area's height. */
const SEASON = { height: 0.17, gap: 0.07 } as const
const NAME = { height: 0.7, max: 0.44, maxAtSide: 0.34, color: '#ffffff' } as const

/**
 * Typesets the crest, season and name in a layout's space. Centers them as a group on an upright poster.
 *
 * @param layout in pixels
 */
export async function setHead(
  league: LeagueWords,
  { crest, words, isSide }: Pick<PosterLayout, 'crest' | 'words' | 'isSide'>,
  palette: Palette,
  loadFont: LoadFont,
): Promise<Head> {
  const width = Math.floor(words.width)
  const height = words.height * SEASON.height
  const season = await setName(league.season, { width, height, maxPx: height, color: palette.line }, loadFont)
  const maxPx = words.height * (isSide ? NAME.maxAtSide : NAME.max)
  const name = await setName(league.name, { width, height: words.height * NAME.height, maxPx }, loadFont)
  const gap = words.height * SEASON.gap
  const top = isSide ? words.top : words.top + (words.height - season.height - gap - name.height) / 2
  const shift = isSide ? 0 : (words.width - Math.max(season.lineWidth, name.lineWidth)) / 2
  const left = words.left + shift
  const movedCrest = { ...crest, left: crest.left + shift }
  return {
    crest: movedCrest,
    texts: [
      placeText(season, left, top, palette.line),
      placeText(name, left, top + season.height + gap, NAME.color),
      await setInitials(league.name, movedCrest, palette, loadFont),
    ],
  }
}

const placeText = (typeset: SetName, left: number, top: number, color: Hex): HeadText => ({
  node: typeset.node,
  at: { left, top, width: typeset.lineWidth, height: typeset.height },
  nodeLeft: typeset.lineLeft,
  color,
})

async function setInitials(name: string, { left, top, width }: Box, { on1 }: Palette, loadFont: LoadFont) {
  const initials = getInitials(name)
  const unit = width / CREST.width
  const maxPx = getInitialsSize(initials) * unit
  const room = { width: Math.floor(CREST.textWidth * unit), height: maxPx, maxPx, color: on1 }
  const typeset = await setName(initials, room, loadFont)
  return placeText(
    typeset,
    left + CREST.textX * unit - typeset.lineWidth / 2,
    top + CREST.textY * unit - typeset.height / 2,
    on1,
  )
}

function getInitialsSize(initials: string): number {
  const width = Array.from(initials, (sign) => (sign.codePointAt(0)! < LATIN_END ? 1 : 2)).reduce(
    (sum, one) => sum + one,
    0,
  )
  return INITIALS[width - 1] ?? INITIALS[3]
}
