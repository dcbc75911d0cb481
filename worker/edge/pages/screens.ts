import { getLeaderboard } from '#shared/contracts/leaderboards.ts'
import type { CardPage } from '#shared/contracts/cards.ts'
import type { League } from '#shared/contracts/league.ts'
import type { Card } from '#shared/domain/card.ts'
import { isLeagueCode, leagueBatchPath, leaguePath } from '#shared/domain/league.ts'
import { drawPath, findDraw } from '#shared/domain/league-draw.ts'
import { duelPath } from '#shared/domain/league-duel.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { getTeam } from '#shared/domain/team.ts'
import type { PodiumPage } from '#worker/render/formats/format.ts'
import type { EdgeContext } from '../app-env.ts'
import { getLeaguePicturePath } from '../leagues/print-routes.ts'
import { cardHead } from './card-head.ts'
import {
  type Head,
  type HeadImage,
  leagueImage,
  missingHead,
  NOT_INDEXED,
  SITE_NAME,
  type StaticPage,
  staticHead,
} from './head.ts'
import { hallData, siteData } from './linked-data.ts'
import type { RenderedPage } from './render-page.ts'

/** The status and the head that the Worker adds to a screen. */
export type Screen = {
  /** The screen's path. Default: the request's, which differs for forms. */
  path?: string
  /** The screen's module in the web app. */
  module: string
  /** False forbids framing, even by this site. */
  isFramed?: false
  /** True forbids caching and indexing. */
  isPrivate?: true
  /** Podium picture for link previews, instead of the head's image. */
  podium?: PodiumPage
  /** Finds the picture for link previews. Null keeps the head's image. */
  findImage?(c: EdgeContext, page: RenderedPage): Promise<HeadImage | null>
  head(page: RenderedPage, origin: string): { status: number; head: Head }
}

const getModulePath = (screen: string) => `src/screens/${screen}/${screen}-screen.tsx`

const generator: Screen = {
  module: getModulePath('generator'),
  podium: 'home',
  head(_, origin) {
    const head = staticHead('/', origin)
    return { status: 200, head: { ...head, linkedData: siteData({ origin, description: head.description }) } }
  },
}

/** @param params the URL's parameters: team filter, sort order and number of cards */
const hall = (params: URLSearchParams): Screen => ({
  module: getModulePath('hall'),
  podium: 'hall',
  head(page, origin) {
    const head = staticHead('/hall-of-fame', origin)
    const { data } = page.getResult(
      'cards',
      getLeaderboard(params).list,
      getTeam(params.get('team') ?? '')?.name ?? null,
    )
    // Search engines should not index other orders of the same cards as separate pages.
    const robots = ['sort', 'shown', 'page'].some((name) => params.has(name)) ? NOT_INDEXED : head.robots
    const linkedData = hallData((data as readonly Card[] | undefined) ?? [], { ...head, origin })
    return { status: 200, head: { ...head, robots, linkedData } }
  },
})

const text = (page: StaticPage, module: string): Screen => ({
  module,
  head: (_, origin) => ({ status: 200, head: staticHead(page, origin) }),
})

/** @param status error status of a rejected form */
export const contactScreen = (status = 200): Screen => ({
  module: getModulePath('contact'),
  head: (_, origin) => ({ status, head: staticHead('/contact', origin) }),
})

/** Private, because a pair is dealt to one visitor. @param status error status of a rejected pick */
export const faceOffScreen = (status = 200): Screen => ({
  module: getModulePath('face-off'),
  isPrivate: true,
  head: (_, origin) => ({ status, head: staticHead('/face-off', origin) }),
})

/** @param status error status of a rejected form */
export const newLeagueScreen = (status = 200): Screen => ({
  module: 'src/screens/league/create-league-screen.tsx',
  isPrivate: true,
  head: (_, origin) => ({ status, head: staticHead('/league', origin) }),
})

/** @param refused error status of a rejected join, or null */
export const leagueScreen = (code: string, refused: number | null = null): Screen => ({
  module: getModulePath('league'),
  path: leaguePath(code),
  isPrivate: true,
  async findImage(c, page) {
    const { data } = page.getResult('league', code)
    const league = data as League | undefined
    const path = league === undefined ? null : await getLeaguePicturePath(c, code, league)
    return league === undefined || path === null ? null : leagueImage(path, c.var.origin, league.name)
  },
  head(page, origin) {
    const { data, status } = page.getResult('league', code)
    if (data === undefined) {
      const isMissing = status === 404 || !isLeagueCode(code)
      return {
        status: isMissing ? 404 : 500,
        head: missingHead(origin, leaguePath(code), isMissing ? 'League not found' : 'League'),
      }
    }
    const head = staticHead('/league', origin)
    const title = `${(data as League).name} | ${SITE_NAME}`
    const description = 'Take your seat: a selfie becomes your fantasy football card.'
    return { status: refused ?? 200, head: { ...head, title, description, canonical: origin + leaguePath(code) } }
  },
})

/** A page about a part of a league. Returns 404 to visitors who may not see it. */
const leaguePart = (
  code: string,
  part: { module: string; path: string; missing: string; exists: (league: League) => boolean },
): Screen => ({
  ...leagueScreen(code),
  module: part.module,
  path: part.path,
  head(page, origin) {
    const league = page.getResult('league', code).data as League | undefined
    if (league === undefined || part.exists(league)) return leagueScreen(code).head(page, origin)
    return { status: 404, head: missingHead(origin, leaguePath(code), part.missing) }
  },
})

/** The page of a draft lottery. */
export const drawScreen = (code: string, number: string): Screen =>
  leaguePart(code, {
    module: 'src/screens/league/draft/draw-screen.tsx',
    path: drawPath(code, Number(number)),
    missing: 'Draw not found',
    exists: (league) => findDraw(league, Number(number)) !== undefined,
  })

/** The page of a duel. The league lists only its latest duels, so the page requests an older one by its number. */
export const duelScreen = (code: string, number: string): Screen =>
  leaguePart(code, {
    module: 'src/screens/league/duel/duel-screen.tsx',
    path: duelPath(code, Number(number)),
    missing: 'Duel not found',
    exists: ({ duels: [latest] }) => latest !== undefined && Number(number) <= latest.number,
  })

/** The page for adding many photos at once. It is the league's screen at another path. */
export const batchScreen = (code: string): Screen => ({
  ...leagueScreen(code),
  module: 'src/screens/league/batch/batch-screen.tsx',
  path: leagueBatchPath(code),
})

export const staticScreen = (page: StaticPage, { searchParams: params }: URL): Screen => {
  if (page === '/') return generator
  if (page === '/hall-of-fame') return hall(params)
  if (page === '/face-off') return faceOffScreen()
  if (page === '/my-cards') return text(page, getModulePath('my-cards'))
  if (page === '/league') return newLeagueScreen()
  if (page === '/account') return { ...text(page, getModulePath('account')), isFramed: false }
  if (page === '/rules') return text(page, getModulePath('rules'))
  return page === '/contact' ? contactScreen() : text(page, getModulePath('privacy'))
}

/** @param refused error status of a rejected vote, or null */
export const cardScreen = (id: string, refused: number | null = null): Screen => ({
  module: getModulePath('card'),
  path: `/card/${encodeURIComponent(id)}`,
  head(page, origin) {
    const { data, status } = page.getResult('card', id)
    if (data !== undefined) return { status: refused ?? 200, head: cardHead(data as CardPage, origin) }
    const pageStatus = status === 410 || status === 404 ? status : 500
    const title = pageStatus === 500 ? 'Card' : LABELS.cardNotFound
    return { status: pageStatus, head: missingHead(origin, `/card/${id}`, title) }
  },
})

export const unknownScreen = (path: string): Screen => ({
  module: getModulePath('not-found'),
  head: (_, origin) => ({ status: 404, head: missingHead(origin, path) }),
})
