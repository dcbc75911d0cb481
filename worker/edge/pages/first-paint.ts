import { html } from 'hono/html'
import * as z from 'zod'
import { ClientConfig } from '#shared/contracts/config.ts'
import { FIRST_PAINT_PATH, GAPS } from '#shared/contracts/first-paint.ts'
import type { Card } from '#shared/domain/card.ts'
import { cardLine } from '#shared/domain/describe-card.ts'
import type { Answers } from './answers.ts'
import { builtFile } from './built-file.ts'

/** As in shared/contracts/first-paint.ts. */
const FirstPaint = z.object({ pages: z.record(z.string(), z.string()), shell: z.string() })

export const firstPaintOf = builtFile(FIRST_PAINT_PATH, FirstPaint, {
  pages: {},
  shell: `<main id="main" tabindex="-1">${GAPS.screen}</main>`,
})

const CONTROL = /<(input|select|textarea|button)(?=[ >])/g

/**
 * Fills what the build has left open in a page's first paint, but for the screen.
 *
 * @param cards for the list that it shows, the newest first
 */
export async function fillPaint(painted: string, answers: Answers, cards: readonly Card[]): Promise<string> {
  const config = ClientConfig.safeParse(answers['/api/config']?.body).data
  const known = painted
    // What is typed or pressed now would be lost; scripts are a moment away.
    .replaceAll(CONTROL, '<$1 inert')
    .replace('<main ', '<main data-first ')
    .replaceAll(String(GAPS.left), String(config?.generations.left ?? ''))
    .replaceAll(GAPS.donationUrl, await escaped(config?.donationUrl ?? '/'))
  const filled = await Promise.all(cards.map(fillingOf))
  return LISTS.reduce((page, { holder, item, least, most }) => {
    const items = (text: string) =>
      text.replace(item, (_, one: string) =>
        filled
          .slice(0, most)
          .map((fill) => fill(one))
          .join(''),
      )
    return page.replace(holder, (text) => (filled.length < least ? '' : items(text)))
  }, known)
}

/** Where cards stand: what holds them and is not there without any, and the element that is one, again and again. */
const LISTS = [
  { holder: /<section class="recent".*?<\/section>/, item: /(<li>.*?<\/li>)\1*/, least: 1, most: Infinity },
  { holder: /<span class="cards".*?<\/span>/, item: /(<img .*?>)\1*/, least: 3, most: 3 },
] as const

const [label, { id, imageUrl, version }] = [cardLine(GAPS.card), GAPS.card] as const
const CARD_GAPS = new RegExp([label, id, imageUrl, version].join('|'), 'g')

/** All in one pass: what stands on a card may look like a gap itself. */
async function fillingOf(card: Card): Promise<(item: string) => string> {
  const values = { [label]: cardLine(card), [id]: card.id, [imageUrl]: card.imageUrl, [version]: card.version }
  const safe = Object.fromEntries(
    await Promise.all(Object.entries(values).map(async ([gap, value]) => [gap, await escaped(value)] as const)),
  )
  return (item) => item.replaceAll(CARD_GAPS, (gap) => safe[gap]!)
}

const escaped = async (text: string): Promise<string> => String(await html`${text}`)
