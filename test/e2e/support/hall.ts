import type { Page } from '@playwright/test'

/** A team that no test makes a card for. */
export const EMPTY_TEAM = 'Cleveland Browns'

/** The generator with a preselected team: a random one could be {@link EMPTY_TEAM}. */
export const WITH_TEAM = `/?team=${encodeURIComponent('Green Bay Packers')}`

export const teamFilter = (page: Page) => page.locator('#team-filter')

/** Ids of the cards on the Hall's board, in their order. */
export const cardsOn = (page: Page): Promise<string[]> =>
  page
    .locator(':is(.podium-podium, .card-grid-grid) .card-tile-link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!.replace('/card/', '')))
