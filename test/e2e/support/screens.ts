/** The sizes that journeys are walked at. */
export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1280, height: 800 }
