import { displayName, type Card } from '#shared/domain/card.ts'
import { overallOf } from '#shared/domain/stats.ts'
import { FORMATS } from '#worker/render/formats/format.ts'

/** What crawlers and link previews read of a page. */
export type Head = {
  title: string
  description: string
  canonical: string
  robots: string | null
  image: { url: string; widthPx: number; heightPx: number; type: string; alt: string } | null
  type: 'website' | 'article'
}

export const SITE_NAME = 'Fantasy Football Cards'

const STATIC = {
  '/': {
    title: `${SITE_NAME}: your face, your colors, your card`,
    description:
      'Turn a selfie into a fantasy football trading card. Pick a team and headgear, edit the stats, share it. Free, no sign-up.',
  },
  '/hall-of-fame': {
    title: `Hall of Fame | ${SITE_NAME}`,
    description: 'The community’s Top 100 fantasy football cards. Upvote the ones you like.',
  },
  '/contact': {
    title: `Contact | ${SITE_NAME}`,
    description: 'Send a message to the people behind Fantasy Football Cards.',
  },
  '/privacy-policy': {
    title: `Privacy | ${SITE_NAME}`,
    description: 'What happens to your photo, your card and your message, and for how long.',
  },
} as const

export type StaticPage = keyof typeof STATIC
export const STATIC_PAGES = Object.keys(STATIC) as StaticPage[]

export const staticHead = (page: StaticPage, origin: string): Head => ({
  ...STATIC[page],
  canonical: `${origin}${page}`,
  robots: null,
  image: null,
  type: 'website',
})

/** The head of a page that is not there. */
export const missingHead = (origin: string, path: string): Head => ({
  title: `Not found | ${SITE_NAME}`,
  description: 'There is nothing at this address.',
  canonical: `${origin}${path}`,
  robots: 'noindex',
  image: null,
  type: 'website',
})

/**
 * @param listed false for a card that is in no list: its page must not be found by searching either
 * @param picture the path of its share picture; null for a draft, which has none
 */
export function cardHead(
  card: Card,
  { origin, listed, picture }: { origin: string; listed: boolean; picture: string | null },
): Head {
  const name = displayName(card.playerName)
  const number = card.jerseyNumber === '' ? '' : ` #${card.jerseyNumber}`
  const overall = card.stats === null ? '' : ` Overall ${overallOf(card.stats)}.`
  return {
    title: `${name}${number} | ${SITE_NAME}`,
    description: `${name}${number} in the colors of the ${card.teamColors}.${overall} An AI-generated fantasy football card.`,
    canonical: `${origin}/card/${card.id}`,
    robots: listed ? null : 'noindex, noimageindex',
    image:
      picture === null
        ? null
        : {
            url: `${origin}${picture}`,
            widthPx: FORMATS.share.width,
            heightPx: FORMATS.share.height,
            type: 'image/jpeg',
            alt: `Trading card of ${name}${number}, ${card.teamColors}. AI-generated.`,
          },
    type: 'article',
  }
}
