/** What the product counts beside pages. */
export const PRODUCT_EVENTS = {
  generated: 'card_generated',
  saved: 'card_saved',
  voted: 'card_voted',
} as const

export type ProductEvent = (typeof PRODUCT_EVENTS)[keyof typeof PRODUCT_EVENTS]
