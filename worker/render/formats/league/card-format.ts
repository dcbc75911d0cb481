import type { LeaguePrint } from '#shared/domain/league-prints.ts'
import { layOutPoster, POSTER_FRAMES } from './poster-layout.ts'

/** Maximum card width at which the 256-pixel copy is sharp. */
const SMALL_COPY_PX = 256

/** Returns the card format that a print uses: a small copy for poster pictures, otherwise the full front. */
export function getCardFormat(print: LeaguePrint, count: number): 'thumb-256' | 'thumb-512' | 'front' {
  if (print !== 'feed' && print !== 'story') return 'front'
  return layOutPoster(POSTER_FRAMES[print], count).cards[0]!.width <= SMALL_COPY_PX ? 'thumb-256' : 'thumb-512'
}

/** Returns true for prints that need both sides of each card. */
export const hasBacks = (print: LeaguePrint): boolean => print === 'cards-a4' || print === 'cards-letter'
