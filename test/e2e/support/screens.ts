/** The viewports that the tests use. */
export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1280, height: 800 }
