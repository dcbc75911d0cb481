/** Events that the product counts beside pages. */
export const PRODUCT_EVENTS = {
  generated: 'card_generated',
  saved: 'card_saved',
  voted: 'card_voted',
} as const

/** A card that is ready and was begun from the page of another one: counted by the server alone. */
export const INVITED = 'card_invited'

export type ProductEvent = (typeof PRODUCT_EVENTS)[keyof typeof PRODUCT_EVENTS]
