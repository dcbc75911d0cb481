import { cutText } from '#shared/domain/text.ts'

/** What a field keeps of what is typed or pasted into it: spaces at the end stay until the text is used. */
export const typedText = (value: string, max: number): string => (value.length > max ? cutText(value, max) : value)
