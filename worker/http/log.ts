/**
 * Fields of a JSON log line. Never log photos, their URLs, or text that a visitor typed.
 */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

export const log = {
  // oxlint-disable-next-line no-console -- the one place that writes logs
  info: (event: string, fields: LogFields = {}) => console.log(JSON.stringify({ event, ...fields })),
  // oxlint-disable-next-line no-console -- the one place that writes logs
  error: (event: string, fields: LogFields = {}) => console.error(JSON.stringify({ event, ...fields })),
}

/** Describes a thrown value for the log: names, messages and causes, with URLs and email addresses removed. */
export function describeError(thrown: unknown): string {
  const parts: string[] = []
  for (let error = thrown; error !== undefined && error !== null && parts.length < 5;) {
    parts.push(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    error = error instanceof Error ? error.cause : undefined
  }
  return withoutMailAddresses(cutAtBlank(parts.join(' <- ')).replaceAll(/https?:\/\/\S+/g, '[address]')).slice(0, 1000)
}

/** Maximum number of characters that are searched for addresses. An address at the cut is left out, not cut in two. */
const SEARCHED_CHARACTERS = 4000

function cutAtBlank(text: string): string {
  if (text.length <= SEARCHED_CHARACTERS) return text
  const words = text.slice(0, SEARCHED_CHARACTERS)
  return words.slice(0, Math.max(words.lastIndexOf(' '), words.lastIndexOf('\n'), 0))
}

/** Removes email addresses. Linear, because it visits each word once. */
const withoutMailAddresses = (text: string): string =>
  text.replaceAll(/[^\s<>"'`]+/g, (word) => (word.slice(1, -1).includes('@') ? '[mail address]' : word))
