import { renderToStaticMarkup } from 'react-dom/server'
import { CARDS_SHOWN } from '#shared/contracts/boards.ts'
import type { CardPage } from '#shared/contracts/cards.ts'
import type { ClientConfig } from '#shared/contracts/config.ts'
import { FIRST_ANSWERS_ID } from '#shared/contracts/first-answers.ts'
import {
  FIRST_PAINT_BARE_SHELL,
  FIRST_PAINT_NO_PAGE,
  FIRST_PAINT_REMIX,
  FIRST_PAINT_SHELL,
  FIRST_PAINTS,
  type FirstPaint,
  type FirstPaintName,
  SLOTS_OF,
  type Template,
} from '#shared/contracts/first-paint.ts'
import type { Card } from '#shared/domain/card.ts'
import { cardPath, createApi, listPath } from '#web/lib/api.ts'
import { classes } from '#web/ui/classes.ts'
import type { Platform } from '#web/lib/platform.tsx'
import { FirstPaintProvider, type SlotMarks } from '#web/lib/slots.tsx'
import { createFixedHistory } from '#web/router/history.ts'
import { Router } from '#web/router/router.tsx'
import { buttonLook } from '#web/ui/button.ts'
import textStyles from '#web/ui/text.module.css'
import { Providers } from './providers.tsx'
import { AppRoutes } from './routes.tsx'
import { loadScreen } from './screens.tsx'
import { Shell } from './shell.tsx'
import { parseTemplate, SLOT_MARKS, slotsOf } from './slot-template.ts'
import shellStyles from './shell.module.css'

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

const { value } = SLOT_MARKS

/** Stands for every card of a list. Its votes are a slot where they are shown. */
const CARD = {
  id: value('id'),
  playerName: value('playerName'),
  jerseyNumber: '',
  teamColors: value('teamColors'),
  imageUrl: value('imageUrl'),
  version: value('version'),
  stats: null,
  createdAt: '',
  votes: 2,
  userId: '',
} as const satisfies Card

/** As many as there are of each kind somewhere: a list shows the first as the template of all. */
const CARDS = Array.from({ length: CARDS_SHOWN }, () => CARD)

/** Another's card whose setup is taken over. */
const REMIXED: CardPage = {
  ...CARD,
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

const CONFIG: ClientConfig = {
  projectId: '',
  publicKey: '',
  donationUrl: value('donationUrl'),
  contactCooldownMs: 0,
  imageService: null,
  backendHost: null,
  generations: { left: 1, perDay: 1, resetsAt: '' },
}

const remixedId = new URLSearchParams(FIRST_PAINT_REMIX.slice(FIRST_PAINT_REMIX.indexOf('?'))).get('remix')!

/** What the pages' HTML will know, as far as it is seen on the first screenful. */
const ANSWERS = {
  '/api/config': CONFIG,
  [listPath('strip')]: { cards: CARDS },
  [listPath('top')]: { cards: CARDS },
  [cardPath(remixedId)]: REMIXED,
}

/** Pictures are asked for where they stand. */
const PRELOADS = /^(<link [^>]*>)+/
/** A control's tag: in an attribute `>` is escaped. */
const CONTROL = /<(input|select|textarea|button)(?=[ >])([^>]*)/g
const USABLE = ' data-usable=""'

/**
 * What is typed into a control or pressed before the scripts are there would be lost, unless it is usable without. It is
 * seen to wait (styles/base.css).
 */
const withInert = (html: string): string =>
  html.replaceAll(CONTROL, (_, name: string, rest: string) =>
    rest.includes(USABLE) ? `<${name}${rest.replace(USABLE, '')}` : `<${name} inert${rest}`,
  )

async function writeFirstPaint(): Promise<FirstPaint> {
  const pages = FIRST_PAINTS.map(async (name) => {
    const html = await renderPage(name, ANSWERS, SLOT_MARKS)
    return [name, templateOf(name, html)] as const
  })
  return Object.fromEntries(await Promise.all(pages)) as FirstPaint
}

/** @throws Error when the HTML has not exactly the slots that the Worker fills */
function templateOf(name: FirstPaintName, html: string): Template {
  const template = parseTemplate(html)
  const [found, expected] = [slotsOf(template), [...SLOTS_OF[name]].toSorted()]
  if (found.join() !== expected.join())
    throw new Error(`The first paint of ${name} has the slots ${found.join(', ')}, not ${expected.join(', ')}.`)
  return template
}

/** The addresses of those that are called otherwise. There is no page at the last two. */
const PATHS: Readonly<Partial<Record<FirstPaintName, string>>> = {
  [FIRST_PAINT_SHELL]: `/card/${remixedId}`,
  [FIRST_PAINT_BARE_SHELL]: '/nowhere',
  [FIRST_PAINT_NO_PAGE]: '/nowhere',
}

/**
 * A page as HTML, as it is before any script has run.
 *
 * @param answers what the page's HTML knows of the API, by address
 * @param marks null: with the data itself instead of slots
 * @param path the page's address, where that says more than its name
 */
export async function renderPage(
  name: FirstPaintName,
  answers: object,
  marks: SlotMarks | null,
  path = PATHS[name] ?? name,
): Promise<string> {
  const screen =
    name === FIRST_PAINT_SHELL || name === FIRST_PAINT_BARE_SHELL ? (
      marks?.value('screen')
    ) : (
      <>
        {marks?.value('notice')}
        <AppRoutes />
        {marks?.value('words')}
      </>
    )
  await loadScreen(path.replace(/\?.*/, ''))
  const page = (
    <FirstPaintProvider value={{ marks }}>
      <Providers platform={FIRST_VISIT}>
        <Router history={createFixedHistory(path)}>
          <Shell unstarted={<Unstarted />}>{screen}</Shell>
        </Router>
      </Providers>
    </FirstPaintProvider>
  )
  return withInert(withAnswers(answers, () => renderToStaticMarkup(page)).replace(PRELOADS, ''))
}

/** Runs `work` on a page whose HTML carries these answers. */
function withAnswers<T>(answers: object, work: () => T): T {
  const { document } = globalThis
  const element = { textContent: JSON.stringify(answers) }
  Object.assign(globalThis, {
    document: {
      getElementById: (id: string) => (id === FIRST_ANSWERS_ID ? element : null),
      querySelector: () => null,
      querySelectorAll: () => [],
    },
  })
  try {
    return work()
  } finally {
    Object.assign(globalThis, { document })
  }
}

/** Shown by public/first-paint.js when the app's scripts cannot be fetched. */
const Unstarted = () => (
  <div id="unstarted" className={classes(textStyles['wrap'], shellStyles['unstarted'])} role="alert" hidden>
    <p>The buttons of this page could not be loaded.</p>
    {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the page's own address */}
    <a className={buttonLook()} href="">
      Load the page again
    </a>
  </div>
)

/**
 * Every page as it first shows, for the Worker to send before any script has run. Made once, by the build, of the screens
 * themselves, so that nothing moves when they take over.
 */
export const FIRST_PAINT: FirstPaint = await writeFirstPaint()
