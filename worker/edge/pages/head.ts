/** The tags of a page for crawlers and link previews. */
export type Head = {
  title: string
  description: string
  canonical: string
  robots: string
  /** The picture of a link to it; null where a link shows none. */
  image: HeadImage | null
  type: 'website' | 'article'
  /** `#RRGGBB`; null leaves the site's own. */
  themeColor: string | null
  /** Where its oEmbed answer is; null where it has none. */
  oembed: string | null
  /** Linked data, as schema.org names things. */
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
  '/my-cards': {
    title: `My cards | ${SITE_NAME}`,
    description: 'The cards this browser has made.',
  },
  '/account': {
    title: `Account | ${SITE_NAME}`,
    description: 'Your address, password, sign-ins and data.',
  },
  '/contact': {
    title: `Contact | ${SITE_NAME}`,
    description: 'Send a message to the people behind Fantasy Football Cards.',
  },
  '/privacy-policy': {
    title: `Privacy | ${SITE_NAME}`,
    description: 'What happens to your photo, your card and your message, and for how long.',
  },
  '/rules': {
    title: `Rules | ${SITE_NAME}`,
    description: 'What the Hall of Fame takes, what it does not take, and what becomes of reports.',
  },
} as const

export type StaticPage = keyof typeof STATIC
export const STATIC_PAGES = Object.keys(STATIC) as StaticPage[]

/** One that shows everybody something else is nothing to search for. */
const isPersonal = (page: StaticPage): boolean => page === '/my-cards' || page === '/account'
export const SEARCHED_PAGES = STATIC_PAGES.filter((page) => !isPersonal(page))

/** The site's own picture, as `.dev/icons.mjs` makes it. */
const siteImage = (origin: string): HeadImage => ({
  url: `${origin}/share.jpg`,
  widthPx: 1200,
  heightPx: 630,
  alt: 'Three trading cards on a football field at night.',
})

/** @param path of a picture of the podium, as `podium.pathOf` gives it */
export const podiumImage = (path: string, origin: string): HeadImage => ({
  ...siteImage(origin),
  url: origin + path,
  alt: 'The three cards on the podium of the Hall of Fame.',
})

export const staticHead = (page: StaticPage, origin: string): Head => ({
  ...STATIC[page],
  canonical: `${origin}${page}`,
  robots: isPersonal(page) ? NOT_INDEXED : INDEXED,
  image: siteImage(origin),
  type: 'website',
  themeColor: null,
  oembed: null,
  linkedData: null,
})

/** The head of a page that is not there, or not any more. It says nothing of what was. */
export const missingHead = (origin: string, path: string, title = 'Page not found'): Head => ({
  title: `${title} | ${SITE_NAME}`,
  description: 'There is nothing at this address.',
  canonical: `${origin}${path}`,
  robots: NOT_INDEXED,
  image: null,
  type: 'website',
  themeColor: null,
  oembed: null,
  linkedData: null,
})
