import type { Page } from 'playwright-core'
import type { Stage } from './stage.ts'
import { createVisitor, makePublicCard } from './visitor.ts'

/** One that no journey makes a card of. */
export const EMPTY_TEAM = 'Cleveland Browns'

export const teamFilter = (page: Page) => page.locator('#team-filter')
/** The cards of the Hall's board, by their ids. */
export const cardsOn = (page: Page): Promise<string[]> =>
  page
    .locator('.leaderboard-board .card-tile-link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!.replace('/card/', '')))

/** A card of the Hall in other colors than the stage's own. */
export async function makeDolphin({ url }: Stage): Promise<string> {
  const visitor = createVisitor(url)
  await visitor.arrive()
  return (await makePublicCard(visitor, { nickname: 'Flipper', team: 'Miami Dolphins', armor: 'popcorn' })).id
}
