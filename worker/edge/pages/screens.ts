import { boardOf } from '#shared/contracts/boards.ts'
import type { CardPage } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { getTeam } from '#shared/domain/team.ts'
import type { PodiumPage } from '#worker/render/formats/podium.ts'
import { cardHead } from './card-head.ts'
import { type Head, missingHead, NOT_INDEXED, type StaticPage, staticHead } from './head.ts'
import { hallData, siteData } from './linked-data.ts'
import type { RenderedPage } from './render-page.ts'

/** The status and the head that the Worker adds to a screen. */
export type Screen = {
  /** The path of the screen, when a form was sent to another address. */
  path?: string
  /** Its module in the web app, whose files the page asks for. */
  module: string
  /** False: no page, not even one of this site, shows it in a frame. */
  isFramed?: false
  /** Which picture of the podium a link to it shows; missing: what its head says. */
  podium?: PodiumPage
  head(page: RenderedPage, origin: string): { status: number; head: Head }
}

const moduleOf = (screen: string) => `src/screens/${screen}/${screen}-screen.tsx`

const generator: Screen = {
  module: moduleOf('generator'),
  podium: 'home',
  head(_, origin) {
    const head = staticHead('/', origin)
    return { status: 200, head: { ...head, linkedData: siteData({ origin, description: head.description }) } }
  },
}

/** @param params of its address: the team it is filtered by, the list that is shown, and how much of it */
const hall = (params: URLSearchParams): Screen => ({
  module: moduleOf('hall'),
  podium: 'hall',
  head(page, origin) {
    const head = staticHead('/hall-of-fame', origin)
    const { data } = page.getResult('cards', boardOf(params).list, getTeam(params.get('team') ?? '')?.name ?? null)
    // Other orders of the same cards are not other pages for search engines.
    const robots = ['sort', 'shown', 'page'].some((name) => params.has(name)) ? NOT_INDEXED : head.robots
    const linkedData = hallData((data as readonly Card[] | undefined) ?? [], { ...head, origin })
    return { status: 200, head: { ...head, robots, linkedData } }
  },
})

const text = (page: StaticPage, module: string): Screen => ({
  module,
  head: (_, origin) => ({ status: 200, head: staticHead(page, origin) }),
})

/** @param status of a form that was sent and refused */
export const contactScreen = (status = 200): Screen => ({
  module: moduleOf('contact'),
  head: (_, origin) => ({ status, head: staticHead('/contact', origin) }),
})

export const staticScreen = (page: StaticPage, { searchParams: params }: URL): Screen => {
  if (page === '/') return generator
  if (page === '/hall-of-fame') return hall(params)
  if (page === '/my-cards') return text(page, moduleOf('my-cards'))
  if (page === '/account') return { ...text(page, moduleOf('account')), isFramed: false }
  if (page === '/rules') return text(page, moduleOf('rules'))
  return page === '/contact' ? contactScreen() : text(page, moduleOf('privacy'))
}

/** @param refused the status of a vote that its page has just sent; null: none */
export const cardScreen = (id: string, refused: number | null = null): Screen => ({
  module: moduleOf('card'),
  path: `/card/${encodeURIComponent(id)}`,
  head(page, origin) {
    const { data, status } = page.getResult('card', id)
    if (data !== undefined) return { status: refused ?? 200, head: cardHead(data as CardPage, origin) }
    const shown = status === 410 || status === 404 ? status : 500
    const title = shown === 500 ? 'Card' : LABELS.cardNotFound
    return { status: shown, head: missingHead(origin, `/card/${id}`, title) }
  },
})

export const unknownScreen = (path: string): Screen => ({
  module: moduleOf('not-found'),
  head: (_, origin) => ({ status: 404, head: missingHead(origin, path) }),
})
