import type { LeaguePrint } from '#shared/domain/league-prints.ts'

type Print = { readonly print: LeaguePrint; readonly label: string; readonly hint: string }

export const SHARED_PRINTS: readonly Print[] = [
  { print: 'feed', label: 'Poster for chats', hint: 'JPEG, 1200 × 630' },
  { print: 'story', label: 'Story, 9:16', hint: 'JPEG, 1080 × 1920' },
]
const CARDS_HINT = 'PDF, nine to a page, both sides, with a test sheet'
export const PAPER_PRINTS: readonly Print[] = [
  { print: 'poster-18x24', label: 'Poster, 18 × 24 in', hint: 'PDF, 300 dpi' },
  { print: 'poster-a3', label: 'Poster, A3', hint: 'PDF, 300 dpi' },
  { print: 'cards-letter', label: 'Cards to cut out, Letter', hint: CARDS_HINT },
  { print: 'cards-a4', label: 'Cards to cut out, A4', hint: CARDS_HINT },
]
export const PRINTS = [...SHARED_PRINTS, ...PAPER_PRINTS]
