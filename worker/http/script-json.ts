/** A value as JSON that may stand in a script element: no text in it can end the element or open a comment. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
