import { type CardList, CardPage, CardsAnswer } from '#shared/contracts/cards.ts'
import { FIRST_PAINT_JOB, FIRST_PAINT_REMIX } from '#shared/contracts/first-paint.ts'
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
import { generatorNotice, generatorPage, hallPage } from './html/lists.ts'
import { accountPage, missingPage, missingPart, myCardsPage } from './html/texts.ts'
import { noticeWithoutScripts, withoutScripts } from './html/without-scripts.ts'
import { hallData, siteData } from './linked-data.ts'
import type { Piece } from './write-page.ts'

/** One screen as HTML: what it needs to know, and what becomes of it. */
export type Screen = {
  /** Its module in the web app; null when it is part of the first files. */
  module: string | null
  /** The page whose first paint it has; null when the build has none. */
  paint: StaticPage | typeof FIRST_PAINT_JOB | typeof FIRST_PAINT_REMIX | null
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
  /** The screen itself, or what people without scripts read beside its first paint. */
  body: Piece | string
  /** What people without scripts read above its first paint. */
  notice?: Piece
  /** What its first paint shows beside. */
  shown?: Shown
  answers: Readonly<Record<string, unknown>>
}

const CONFIG = '/api/config'
const moduleOf = (screen: string) => `src/screens/${screen}/${screen}-screen.tsx`
const listPath = (list: string, team: string | null = null) =>
  `/api/cards?list=${list}${team === null ? '' : `&team=${encodeURIComponent(team)}`}`

const cardsOf = (answers: Answers, path: string): readonly Card[] =>
  CardsAnswer.safeParse(answers[path]?.body).data?.cards ?? []

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
        notice: noticeWithoutScripts(generatorNotice()),
        body: withoutScripts(generatorPage(cardsOf(answers, listPath('recent')))),
        shown: { setup: card ?? { teamColors: team ?? '', armor: '', playerName: null } },
        answers: goodBodiesOf(answers),
      }
    },
  }
}

const SORTS = ['trending', 'week', 'new'] as const satisfies readonly CardList[]

/** @param params of its address: the team it is filtered by, the list that is shown */
function hall(params: URLSearchParams): Screen {
  const team = getTeam(params.get('team') ?? '')?.name ?? null
  const board = SORTS.find((sort) => sort === params.get('sort')) ?? 'top'
  const [strip, top] = [listPath('strip'), listPath(board, team)]
  const isWhole = team !== null || board !== 'top'
  return {
    module: moduleOf('hall'),
    paint: isWhole ? null : '/hall-of-fame',
    podium: 'hall',
    asks: [CONFIG, strip, top],
    write(answers, origin) {
      const head = staticHead('/hall-of-fame', origin)
      const [newest, leaders] = [cardsOf(answers, strip), cardsOf(answers, top)]
      // Other orders of the same cards are not other pages for search engines.
      const robots = params.has('sort') || params.has('page') ? NOT_INDEXED : head.robots
      return {
        status: 200,
        head: { ...head, robots, linkedData: hallData(leaders, { ...head, origin }) },
        body: withoutScripts(hallPage({ newest, leaders, team, sort: board === 'top' ? null : board, isWhole })),
        shown: { newest, leaders },
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
    ...(words === null ? { body: '' } : { notice: noticeWithoutScripts(words), body: withoutScripts('') }),
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
    paint: null,
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

  function missing(answers: Answers, origin: string, path: string) {
    const answered = answers[path]?.status
    // Not every address below the API's cards is a card: what answers well and is none is no card.
    const status = answered === 410 ? 410 : answered === 404 || answered === 200 ? 404 : 500
    const isBroken = status === 500
    const title = isBroken ? 'Card' : LABELS.cardNotFound
    const body = isBroken
      ? withoutScripts(missingPart('The card did not arrive', 'Load the page again.'))
      : missingPage(title, 'There is no card at this address.')
    return { status, head: missingHead(origin, `/card/${id}`, title), body, answers: goodBodiesOf(answers) } as const
  }
}

export const unknownScreen = (path: string): Screen => ({
  module: null,
  paint: null,
  asks: [CONFIG],
  write: (answers, origin) => ({
    status: 404,
    head: missingHead(origin, path),
    body: withoutScripts(missingPart('Page not found', 'There is no page at this address.')),
    answers: goodBodiesOf(answers),
  }),
})
