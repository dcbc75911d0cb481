/**
 * The element of a page's HTML that carries what its screen would ask the API first: a JSON object of answers by
 * address (`/api/cards?list=recent`). What failed is not in it, but for a card that a page is about.
 */
export const FIRST_ANSWERS_ID = 'first-answers'

/** What stands there for a card that is not shown: 404 unknown, 410 removed, 500 could not be read. */
export type FirstFailure = { readonly status: 404 | 410 | 500 }
