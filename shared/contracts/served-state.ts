/** The id of the element that holds a page's dehydrated queries as JSON. */
export const SERVED_STATE_ID = 'served-state'
