/** Serializes JSON for a script element. Escapes `<`, so that no text can close the element or open a comment. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
