import { type CardList, CardPage, CardsAnswer } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { getTeam } from '#shared/domain/team.ts'
import { type Answers, goodBodiesOf } from './answers.ts'
import { cardHead } from './card-head.ts'
import { missingHead, NOT_INDEXED, type StaticPage, staticHead } from './head.ts'
import { cardPage } from './html/card.ts'
import { generatorPage, hallPage } from './html/lists.ts'
import { shell, withoutScripts } from './html/shell.ts'
import { contactPage, missingPage, myCardsPage, privacyPage } from './html/texts.ts'
import { hallData, siteData } from './linked-data.ts'
import type { PageParts, Piece } from './write-page.ts'

/** One screen as HTML: what it needs to know, and what becomes of it. */
export type Screen = {
  /** Its module in the web app; null when it is part of the first files. */
  module: string | null
  /** Addresses of the API. */
  asks: readonly string[]
  write(answers: Answers, origin: string): Omit<PageParts, 'files'> & { status: 200 | 404 | 410 | 500 }
}

const CONFIG = '/api/config'
const moduleOf = (screen: string) => `src/screens/${screen}/${screen}-screen.tsx`
const listPath = (list: string, team: string | null = null) =>
  `/api/cards?list=${list}${team === null ? '' : `&team=${encodeURIComponent(team)}`}`

const cardsOf = (answers: Answers, path: string): readonly Card[] =>
  CardsAnswer.safeParse(answers[path]?.body).data?.cards ?? []

const generator: Screen = {
  module: moduleOf('generator'),
  asks: [CONFIG, listPath('recent')],
  write(answers, origin) {
    const head = staticHead('/', origin)
    return {
      status: 200,
      head: { ...head, linkedData: siteData({ origin, description: head.description }) },
      body: shell(withoutScripts(generatorPage(cardsOf(answers, listPath('recent'))))),
      answers: goodBodiesOf(answers),
    }
  },
}

const SORTS = ['trending', 'week', 'new'] as const satisfies readonly CardList[]

/** @param params of its address: the team it is filtered by, the list that is shown */
function hall(params: URLSearchParams): Screen {
  const team = getTeam(params.get('team') ?? '')?.name ?? null
  const board = SORTS.find((sort) => sort === params.get('sort')) ?? 'top'
  const [strip, top] = [listPath('strip'), listPath(board, team)]
  return {
    module: moduleOf('hall'),
    asks: [CONFIG, strip, top],
    write(answers, origin) {
      const head = staticHead('/hall-of-fame', origin)
      const leaders = cardsOf(answers, top)
      // Other orders of the same cards are not other pages to whoever searches.
      const robots = params.has('sort') || params.has('page') ? NOT_INDEXED : head.robots
      return {
        status: 200,
        head: { ...head, robots, linkedData: hallData(leaders, { ...head, origin }) },
        body: shell(withoutScripts(hallPage(cardsOf(answers, strip), leaders))),
        answers: goodBodiesOf(answers),
      }
    },
  }
}

const text = (page: StaticPage, module: string, body: () => Piece, more: readonly string[] = []): Screen => ({
  module,
  asks: [CONFIG, ...more],
  write: (answers, origin) => ({
    status: 200,
    head: staticHead(page, origin),
    body: shell(withoutScripts(body())),
    answers: goodBodiesOf(answers),
  }),
})

export const staticScreen = (page: StaticPage, params: URLSearchParams): Screen => {
  if (page === '/') return generator
  if (page === '/hall-of-fame') return hall(params)
  if (page === '/my-cards') return text(page, moduleOf('my-cards'), myCardsPage)
  return page === '/contact'
    ? text(page, moduleOf('contact'), contactPage, [listPath('strip')])
    : text(page, moduleOf('privacy'), privacyPage)
}

export function cardScreen(id: string): Screen {
  const path = `/api/cards/${encodeURIComponent(id)}`
  return {
    module: moduleOf('card'),
    asks: [CONFIG, path],
    write(answers, origin) {
      const card = CardPage.safeParse(answers[path]?.body)
      if (answers[path]?.status !== 200 || !card.success) return missing(answers, origin, path)
      return {
        status: 200,
        head: cardHead(card.data, origin),
        body: shell(cardPage(card.data)),
        answers: goodBodiesOf(answers),
      }
    },
  }

  function missing(answers: Answers, origin: string, path: string) {
    const answered = answers[path]?.status
    // Not every address below the API's cards is a card: what answers well and is none is no card.
    const status = answered === 410 ? 410 : answered === 404 || answered === 200 ? 404 : 500
    const title = status === 500 ? 'Card' : LABELS.cardNotFound
    const body = status === 500 ? shell(withoutScripts(missingPage(title))) : shell(missingPage(title))
    return { status, head: missingHead(origin, `/card/${id}`, title), body, answers: goodBodiesOf(answers) } as const
  }
}

export const unknownScreen = (path: string): Screen => ({
  module: null,
  asks: [CONFIG],
  write: (answers, origin) => ({
    status: 404,
    head: missingHead(origin, path),
    body: shell(withoutScripts(missingPage('Page not found'))),
    answers: goodBodiesOf(answers),
  }),
})
