import { html } from 'hono/html'
import * as z from 'zod'
import { ClientConfig } from '#shared/contracts/config.ts'
import { FIRST_PAINT_PATH, GAPS } from '#shared/contracts/first-paint.ts'
import { NEUTRAL } from '#shared/design/palette.ts'
import { getArmor } from '#shared/domain/armor.ts'
import { type Card, displayName } from '#shared/domain/card.ts'
import { cardLine } from '#shared/domain/describe-card.ts'
import { sayHow, sayPhotoEnd, sayPhotoFate, sayPhotoReader, sayPhotoUse } from '#shared/domain/making.ts'
import { getTeam } from '#shared/domain/team.ts'
import type { Answers } from './answers.ts'
import { builtFile } from '#worker/http/built-file.ts'
import { styleOf } from './html/team-style.ts'

/** As in shared/contracts/first-paint.ts. */
const FirstPaint = z.lazy(() => z.object({ pages: z.record(z.string(), z.string()), shell: z.string() }))

export const firstPaintOf = builtFile(FIRST_PAINT_PATH, FirstPaint, {
  pages: {},
  shell: `<main id="main" tabindex="-1">${GAPS.screen}</main>`,
})

/** Shown by public/first-paint.js when the app's scripts cannot be fetched. */
const UNSTARTED =
  '<div id="unstarted" class="wrap unstarted" role="alert" hidden><p>The buttons of this page could not be loaded.</p><a class="btn" href="">Load the page again</a></div>'

const CONTROL = /<(input|select|textarea|button)(?=[ >])/g

/** The cards that a page shows at once. */
export type ShownCards = {
  /** The latest, as a strip or as a hand of three. */
  newest?: readonly Card[]
  /** The first three stand on the podium. */
  leaders?: readonly Card[]
  /** What a form begins with: the colors and gear of a card, or a team alone. */
  setup?: Setup
}

export type Setup = { teamColors: string; armor: string; playerName: string | null }

/** Fills what the build has left open in a page's first paint, but for the screen. */
export async function fillPaint(painted: string, answers: Answers, cards: ShownCards = {}): Promise<string> {
  const config = ClientConfig.safeParse(answers['/api/config']?.body).data
  const donationUrl = await escaped(config?.donationUrl ?? '/')
  const known = withService(painted, config)
    // What is typed or pressed now would be lost; scripts are a moment away.
    .replaceAll(CONTROL, '<$1 inert')
    .replace('<main ', `${UNSTARTED}<main data-first `)
    .replaceAll(String(GAPS.left), String(config?.generations.left ?? ''))
    .replaceAll(GAPS.donationUrl, () => donationUrl)
  const [newest, leaders] = await Promise.all(
    [cards.newest ?? [], cards.leaders ?? []].map((all) => Promise.all(all.map(fillingOf))),
  )
  return (await withSetup(known, cards.setup))
    .replace(STRIP, (strip) =>
      newest!.length === 0 ? '' : strip.replace(ITEMS, (_, item: string) => each(newest!, item)),
    )
    .replace(HAND, (hand) =>
      newest!.length < THREE ? '' : hand.replace(PICTURES, (_, one: string) => each(newest!.slice(0, THREE), one)),
    )
    .replace(PODIUM, (podium) => (leaders!.length < THREE ? '' : inOrder(leaders!, podium)))
}

/** Every sentence that depends on the configured engine and backend. */
const SAID_OF_SERVICE = [sayHow, sayPhotoUse, sayPhotoReader, sayPhotoEnd, sayPhotoFate]

const withService = (
  painted: string,
  { imageService = null, backendHost = null }: Partial<ClientConfig> = {},
): string =>
  SAID_OF_SERVICE.reduce(
    (html, say) => html.replaceAll(say(GAPS.service), () => say(imageService, backendHost)),
    painted,
  )

const FORM = '<form class="gen"'
const FIGURE = `/${NEUTRAL.id}/none.svg`
const NOTE = /<p class="note">.*?<\/p>/

/** The card of a form that begins with another's setup wears it before any script runs; its own colors come with the app. */
async function withSetup(html: string, setup: Setup | undefined): Promise<string> {
  if (setup === undefined) return html
  const [team, armor] = [getTeam(setup.teamColors), getArmor(setup.armor)]
  const named =
    setup.playerName === null
      ? html.replace(NOTE, '')
      : html.replaceAll(GAPS.card.playerName, await escaped(displayName(setup.playerName)))
  if (team === null) return named
  return named
    .replace(FORM, `${FORM} style="${styleOf(team)}"`)
    .replaceAll(FIGURE, `/${team.id}/${armor?.id ?? 'none'}.svg`)
}

/** What holds cards and is not there without them. */
const STRIP = /<section class="recent".*?<\/section>/
const HAND = /<span class="cards".*?<\/span>/
const PODIUM = /<div class="pod">.*?<\/ol><\/div>/
const THREE = 3
/** The element that is a card, and the same again. */
const ITEMS = /(<li>.*?<\/li>)\1*/
const PICTURES = /(<img .*?>)\1*/

type Filling = (item: string) => string

const each = (cards: readonly Filling[], item: string): string => cards.map((fill) => fill(item)).join('')

function inOrder(cards: readonly Filling[], list: string): string {
  let next = 0
  return list.replaceAll(/<li>.*?<\/li>/g, (item) => cards[next++]!(item))
}

const { card: gap } = GAPS
const numberLine = (number: string) => (number === '' ? 'No number' : `No. ${number}`)

/** What stands in a card's element instead of a gap; the longest first, because some begin others. */
const wordsOf = (card: Card): readonly string[] => [
  cardLine(card),
  numberLine(card.jerseyNumber),
  displayName(card.playerName),
  card.teamColors,
  card.id,
  card.imageUrl,
  card.version,
  String(card.votes),
]
const CARD_GAPS = new RegExp(wordsOf(gap).join('|'), 'g')

/** All in one pass: what stands on a card may look like a gap itself. */
async function fillingOf(card: Card): Promise<Filling> {
  const safe = await Promise.all(wordsOf(card).map(escaped))
  const gaps = wordsOf(gap)
  return (item) => item.replaceAll(CARD_GAPS, (one) => safe[gaps.indexOf(one)]!)
}

const escaped = async (text: string): Promise<string> => String(await html`${text}`)
