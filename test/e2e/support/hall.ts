import type { Page } from '@playwright/test'
import type { Site } from './fixtures.ts'
import { createVisitor, makePublicCard } from './visitor.ts'

/** A team that no journey makes a card of. */
export const EMPTY_TEAM = 'Cleveland Browns'

export const teamFilter = (page: Page) => page.locator('#team-filter')

/** Ids of the cards on the Hall's board, in their order. */
export const cardsOn = (page: Page): Promise<string[]> =>
  page
    .locator(':is(.podium-podium, .card-grid-grid) .card-tile-link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!.replace('/card/', '')))

/** Publishes a card of another team than the seeded cards. @returns its id */
export async function makeDolphin({ url }: Pick<Site, 'url'>): Promise<string> {
  const visitor = createVisitor(url)
  await visitor.arrive()
  return (await makePublicCard(visitor, { nickname: 'Flipper', team: 'Miami Dolphins', armor: 'popcorn' })).id
}
