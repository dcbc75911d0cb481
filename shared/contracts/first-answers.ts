/**
 * The element of a page's HTML that carries what its screen would ask the API first: a JSON object of answers by
 * address (`/api/cards?list=recent`). What failed is not in it.
 */
export const FIRST_ANSWERS_ID = 'first-answers'
