import { boardOf, shownOf } from '#shared/contracts/boards.ts'
import { CardPage, CardsAnswer } from '#shared/contracts/cards.ts'
import {
  FIRST_PAINT_BARE_SHELL,
  FIRST_PAINT_JOB,
  FIRST_PAINT_NO_PAGE,
  FIRST_PAINT_REMIX,
  FIRST_PAINT_SHELL,
  type FirstPaintName,
} from '#shared/contracts/first-paint.ts'
import type { FirstFailure } from '#shared/contracts/first-answers.ts'
import type { Card } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { getTeam } from '#shared/domain/team.ts'
import { newId } from '#worker/http/signature.ts'
import type { PodiumPage } from '#worker/render/formats/podium.ts'
import { type Answers, goodBodiesOf } from './answers.ts'
import { cardHead } from './card-head.ts'
import { contactAsked, type ContactState } from './contact-state.ts'
import type { Shown } from './filling.ts'
import { type Head, missingHead, NOT_INDEXED, type StaticPage, staticHead } from './head.ts'
import { cardPage } from './html/card.ts'
import { generatorNotice, generatorPage } from './html/lists.ts'
import { accountPage, cardsUnread, lostCardPage, myCardsPage } from './html/texts.ts'
import { withoutScripts } from './html/without-scripts.ts'
import { hallData, siteData } from './linked-data.ts'
import type { Piece } from './write-page.ts'

/** One screen as HTML: what it needs to know, and what becomes of it. */
export type Screen = {
  /** Its module in the web app; null when it is part of the first files. */
  module: string | null
  /** What it first shows: a page that the build has written, or a shell round HTML of the Worker's own. */
  paint: FirstPaintName
  /** False: no page, not even one of this site, shows it in a frame. */
  isFramed?: false
  /** Which picture of the podium a link to it shows; missing: what its head says. */
  podium?: PodiumPage
  /** Addresses of the API. */
  asks: readonly string[]
  /** @param now milliseconds since 1970 */
  write(answers: Answers, origin: string, now: number): WrittenScreen
}

export type WrittenScreen = {
  status: number
  head: Head
  /** In place of the screen's own. */
  paint?: FirstPaintName
  /** The screen itself, or what people without scripts read beside its first paint. */
  body: Piece | string
  /** What people without scripts read above its first paint. */
  notice?: Piece | string
  /** What its first paint shows beside. */
  shown?: Shown
  answers: Readonly<Record<string, unknown>>
}

const CONFIG = '/api/config'
const moduleOf = (screen: string) => `src/screens/${screen}/${screen}-screen.tsx`
const listPath = (list: string, team: string | null = null) =>
  `/api/cards?list=${list}${team === null ? '' : `&team=${encodeURIComponent(team)}`}`

/** @returns null for a list that could not be read */
const readCards = (answers: Answers, path: string): readonly Card[] | null =>
  CardsAnswer.safeParse(answers[path]?.body).data?.cards ?? null
const cardsOf = (answers: Answers, path: string): readonly Card[] => readCards(answers, path) ?? []

const cardPathOf = (id: string) => `/api/cards/${encodeURIComponent(id)}`

/** @param params of its address: a drawing that is under way, or the card or team that a form begins with */
function generator(params: URLSearchParams): Screen {
  const [job, remixed, team] = ['job', 'remix', 'team'].map((name) => params.get(name) || null)
  const remixPath = remixed ? cardPathOf(remixed) : null
  return {
    module: moduleOf('generator'),
    paint: job ? FIRST_PAINT_JOB : remixed || team ? FIRST_PAINT_REMIX : '/',
    podium: 'home',
    asks: [CONFIG, listPath('recent'), ...(remixPath ? [remixPath] : [])],
    write(answers, origin) {
      const head = staticHead('/', origin)
      const card = remixPath ? CardPage.safeParse(answers[remixPath]?.body).data : undefined
      return {
        status: 200,
        head: { ...head, linkedData: siteData({ origin, description: head.description }) },
        notice: withoutScripts(generatorNotice()),
        body: withoutScripts(generatorPage(cardsOf(answers, listPath('recent')))),
        shown: { setup: card ?? { teamColors: team ?? '', armor: '', playerName: null } },
        answers: goodBodiesOf(answers),
      }
    },
  }
}

/** @param params of its address: the team it is filtered by, the list that is shown, and how much of it */
function hall(params: URLSearchParams): Screen {
  const team = getTeam(params.get('team') ?? '')
  const board = boardOf(params)
  const [strip, list] = [listPath('strip'), listPath(board.list, team?.name)]
  return {
    module: moduleOf('hall'),
    paint: '/hall-of-fame',
    podium: 'hall',
    asks: [CONFIG, strip, list],
    write(answers, origin) {
      const head = staticHead('/hall-of-fame', origin)
      const cards = readCards(answers, list)
      // Other orders of the same cards are not other pages for search engines.
      const robots = ['sort', 'shown', 'page'].some((name) => params.has(name)) ? NOT_INDEXED : head.robots
      return {
        status: 200,
        head: { ...head, robots, linkedData: hallData(cards ?? [], { ...head, origin }) },
        body: cards === null ? withoutScripts(cardsUnread()) : '',
        shown: { newest: cardsOf(answers, strip), hall: { board, team, cards, shown: shownOf(params) } },
        answers: goodBodiesOf(answers),
      }
    },
  }
}

/** @param words what it is without scripts; null when all of it can be read then too */
const text = (page: StaticPage, module: string, words: Piece | null): Screen => ({
  module,
  paint: page,
  asks: [CONFIG],
  write: (answers, origin) => ({
    status: 200,
    head: staticHead(page, origin),
    body: '',
    ...(words === null ? {} : { notice: withoutScripts(words) }),
    answers: goodBodiesOf(answers),
  }),
})

/** @param form what has become of the form; by default it is empty but for what its address asks for */
export function contactScreen(form: ContactState): Screen {
  const strip = listPath('strip')
  return {
    module: moduleOf('contact'),
    paint: '/contact',
    asks: [CONFIG, strip],
    write: (answers, origin) => ({
      status: form.error?.status ?? 200,
      head: staticHead('/contact', origin),
      body: '',
      shown: { newest: cardsOf(answers, strip), contact: form },
      answers: goodBodiesOf(answers),
    }),
  }
}

/** @param address with its query; what it asks for is part of some screens */
export const staticScreen = (page: StaticPage, { origin, searchParams: params }: URL): Screen => {
  if (page === '/') return generator(params)
  if (page === '/hall-of-fame') return hall(params)
  if (page === '/my-cards') return text(page, moduleOf('my-cards'), myCardsPage())
  if (page === '/account') return { ...text(page, moduleOf('account'), accountPage()), isFramed: false }
  if (page === '/contact') return contactScreen(contactAsked(params, origin, newId()))
  // All of it stands in its first paint.
  return text(page, moduleOf('privacy'), null)
}

/** What becomes of a vote that was refused. */
export type Said = { readonly status: number; readonly sentence: string }

/** @param said of a vote that its page has just sent; null: nothing */
export function cardScreen(id: string, said: Said | null = null): Screen {
  const path = cardPathOf(id)
  return {
    module: moduleOf('card'),
    paint: FIRST_PAINT_SHELL,
    asks: [CONFIG, path],
    write(answers, origin, now) {
      const card = CardPage.safeParse(answers[path]?.body)
      if (answers[path]?.status !== 200 || !card.success) return missing(answers, origin, path)
      return {
        status: said?.status ?? 200,
        head: cardHead(card.data, origin),
        body: cardPage(card.data, { now, said: said?.sentence ?? null }),
        answers: goodBodiesOf(answers),
      }
    },
  }

  function missing(answers: Answers, origin: string, path: string): WrittenScreen {
    const answered = answers[path]?.status
    // Not every address below the API's cards is a card: what answers well and is none is no card.
    const status = answered === 410 ? 410 : answered === 404 || answered === 200 ? 404 : 500
    return {
      status,
      head: missingHead(origin, `/card/${id}`, status === 500 ? 'Card' : LABELS.cardNotFound),
      paint: FIRST_PAINT_BARE_SHELL,
      body: lostCardPage(status),
      answers: { ...goodBodiesOf(answers), [path]: { status } satisfies FirstFailure },
    }
  }
}

export const unknownScreen = (path: string): Screen => ({
  module: null,
  paint: FIRST_PAINT_NO_PAGE,
  asks: [CONFIG],
  write: (answers, origin) => ({
    status: 404,
    head: missingHead(origin, path),
    body: '',
    answers: goodBodiesOf(answers),
  }),
})
