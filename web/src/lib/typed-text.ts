import { cutText } from '#shared/domain/text.ts'

/**
 * Cuts text that is typed or pasted into a field to its longest length. Spaces at the end stay until the text is used.
 */
export const typedText = (value: string, max: number): string => (value.length > max ? cutText(value, max) : value)
