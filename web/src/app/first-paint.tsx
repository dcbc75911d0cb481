import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { FIRST_ANSWERS_ID } from '#shared/contracts/first-answers.ts'
import type { CardPage } from '#shared/contracts/cards.ts'
import {
  FIRST_PAINT_JOB,
  FIRST_PAINT_PAGES,
  FIRST_PAINT_REMIX,
  type FirstPaint,
  GAPS,
} from '#shared/contracts/first-paint.ts'
import { cardPath, createApi, listPath } from '#web/lib/api.ts'
import type { Platform } from '#web/lib/platform.tsx'
import { Providers } from './providers.tsx'
import { AppRoutes } from './routes.tsx'
import { loadScreen } from './screens.tsx'
import { Shell } from './shell.tsx'

const never = () => new Promise<never>(() => {})

/** The platform for prerendering: a first visit, in a browser without any capability. */
const FIRST_VISIT: Platform = {
  api: createApi(never),
  account: {
    email: () => null,
    subscribe: () => () => {},
    isExpected: () => false,
    signIn: never,
    signOut: () => {},
    failure: () => null,
    isAdmin: () => false,
    token: never,
    question: () => null,
  },
  now: () => 0,
  memory: { get: () => null, set: () => {} },
  origin: '',
  copyText: never,
  saveFile: () => {},
  share: null,
  canShare: () => false,
  copyPicture: null,
  userAgent: '',
  openLive: never,
  preparePhoto: never,
  faces: { wake: () => {}, inPhoto: never, inPart: never },
  // As almost everybody: where there is none, its button becomes the one of the system's own camera.
  camera: { getUserMedia: never, enumerateDevices: never },
}

const THREE = [GAPS.card, GAPS.card, GAPS.card]

/** Another's card whose setup is taken over: colors and gear are the Worker's to fill in. */
const REMIXED: CardPage = {
  ...GAPS.card,
  visibility: 'public',
  armor: 'none',
  tier: 'Rookie',
  source: null,
  finish: null,
  hidden: false,
  waiting: false,
  rank: null,
  rankOfWeek: null,
  mine: false,
  nextVoteAt: null,
}

/** What the pages' HTML will know, as far as it is seen on the first screenful; gaps are filled for each visitor. */
const ANSWERS = {
  '/api/config': {
    projectId: '',
    publicKey: '',
    donationUrl: GAPS.donationUrl,
    contactCooldownMs: 0,
    imageService: GAPS.service,
    backendHost: null,
    generations: { left: GAPS.left, perDay: GAPS.left, resetsAt: '' },
  },
  [listPath('strip')]: { cards: THREE },
  [listPath('top')]: { cards: THREE },
  [cardPath(GAPS.card.id)]: REMIXED,
}

/** Pictures are asked for where they stand. */
const PRELOADS = /^(<link [^>]*>)+/

/**
 * Every page as it first shows, for the Worker to send before any script has run. Made once, by the build, of the screens
 * themselves, so that nothing moves when they take over.
 */
export const FIRST_PAINT = await writeFirstPaint()

async function writeFirstPaint(): Promise<FirstPaint> {
  const document = { getElementById: (id: string) => (id === FIRST_ANSWERS_ID ? element : null) }
  const element = { textContent: JSON.stringify(ANSWERS) }
  Object.assign(globalThis, { document })
  await Promise.all(FIRST_PAINT_PAGES.map(loadScreen))
  const pages = [...FIRST_PAINT_PAGES, FIRST_PAINT_JOB, FIRST_PAINT_REMIX].map(
    (path) => [path, at(path, <AppRoutes />)] as const,
  )
  return { pages: Object.fromEntries(pages), shell: at('/card/', GAPS.screen) }
}

function at(path: string, children: ReactNode): string {
  const html = renderToStaticMarkup(
    <Providers platform={FIRST_VISIT}>
      <StaticRouter location={path}>
        <Shell>{children}</Shell>
      </StaticRouter>
    </Providers>,
  )
  return html.replace(PRELOADS, '')
}
