/** The id of the element with a page's dehydrated queries, as JSON. */
export const SERVED_STATE_ID = 'served-state'
