import { cutText } from '#shared/domain/text.ts'

/**
 * Truncates typed or pasted text to a field's maximum length. Trailing spaces stay until the text is used.
 */
export const typedText = (value: string, max: number): string => (value.length > max ? cutText(value, max) : value)
