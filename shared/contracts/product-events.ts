/** Product events counted besides page views. */
export const PRODUCT_EVENTS = {
  generated: 'card_generated',
  saved: 'card_saved',
  voted: 'card_voted',
} as const

/** A finished card that was started from another card's page. Only the server counts it. */
export const INVITED = 'card_invited'

export type ProductEvent = (typeof PRODUCT_EVENTS)[keyof typeof PRODUCT_EVENTS]
