/** The tags of a page for crawlers and link previews. */
export type Head = {
  title: string
  description: string
  canonical: string
  robots: string
  /** The picture in link previews, or null. */
  image: HeadImage | null
  type: 'website' | 'article'
  /** `#RRGGBB`, or null for the site's default. */
  themeColor: string | null
  /** URL of its oEmbed response, or null. */
  oembed: string | null
  /** JSON-LD with schema.org types. */
  linkedData: object | null
}

export type HeadImage = { url: string; widthPx: number; heightPx: number; alt: string }

export const SITE_NAME = 'Fantasy Football Cards'
export const INDEXED = 'max-image-preview:large'
export const NOT_INDEXED = 'noindex'

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
  '/face-off': {
    title: `Face-Off | ${SITE_NAME}`,
    description: 'Two fantasy football cards. Tap the better one.',
  },
  '/my-cards': {
    title: `My cards | ${SITE_NAME}`,
    description: 'The cards you made in this browser.',
  },
  '/league': {
    title: `Start a league | ${SITE_NAME}`,
    description: 'One link for your fantasy league: everyone makes a card and takes a seat. Free, no sign-up.',
  },
  '/account': {
    title: `Account | ${SITE_NAME}`,
    description: 'Your email address, password, sessions and data.',
  },
  '/contact': {
    title: `Contact | ${SITE_NAME}`,
    description: 'Send a message to the people behind Fantasy Football Cards.',
  },
  '/privacy-policy': {
    title: `Privacy | ${SITE_NAME}`,
    description: 'What we do with your photo, your card and your messages, and how long we keep them.',
  },
  '/rules': {
    title: `Rules | ${SITE_NAME}`,
    description: 'What is allowed in the Hall of Fame, what is not, and how we handle reports.',
  },
} as const

export type StaticPage = keyof typeof STATIC
export const STATIC_PAGES = Object.keys(STATIC) as StaticPage[]

/** Pages that search engines should not index: personal pages and leagues. */
const UNINDEXED: ReadonlySet<StaticPage> = new Set(['/face-off', '/my-cards', '/account', '/league'])
const isUnindexed = (page: StaticPage): boolean => UNINDEXED.has(page)
export const SEARCHED_PAGES = STATIC_PAGES.filter((page) => !isUnindexed(page))

/** The site's default picture. */
const siteImage = (origin: string): HeadImage => ({
  url: `${origin}/share.jpg`,
  widthPx: 1200,
  heightPx: 630,
  alt: 'Three trading cards on a football field at night.',
})

/** @param path path of a podium picture, from `podium.getPath` */
export const podiumImage = (path: string, origin: string): HeadImage => ({
  ...siteImage(origin),
  url: origin + path,
  alt: 'The three cards on the podium of the Hall of Fame.',
})

/** @param path path of a league's picture, from `getLeaguePicturePath` */
export const leagueImage = (path: string, origin: string, name: string): HeadImage => ({
  ...siteImage(origin),
  url: origin + path,
  alt: `The cards of ${name}.`,
})

export const staticHead = (page: StaticPage, origin: string): Head => ({
  ...STATIC[page],
  canonical: `${origin}${page}`,
  robots: isUnindexed(page) ? NOT_INDEXED : INDEXED,
  image: siteImage(origin),
  type: 'website',
  themeColor: null,
  oembed: null,
  linkedData: null,
})

/** The head of a missing or removed page. It reveals nothing about a removed card. */
export const missingHead = (origin: string, path: string, title = 'Page not found'): Head => ({
  title: `${title} | ${SITE_NAME}`,
  description: 'There is no page at this address.',
  canonical: `${origin}${path}`,
  robots: NOT_INDEXED,
  image: null,
  type: 'website',
  themeColor: null,
  oembed: null,
  linkedData: null,
})
