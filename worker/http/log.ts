/**
 * One line of JSON per event. Neither photos nor their addresses, nor anything a visitor typed, may be a field.
 */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

export const log = {
  // oxlint-disable-next-line no-console -- the one place that writes logs
  info: (event: string, fields: LogFields = {}) => console.log(JSON.stringify({ event, ...fields })),
  // oxlint-disable-next-line no-console -- the one place that writes logs
  error: (event: string, fields: LogFields = {}) => console.error(JSON.stringify({ event, ...fields })),
}

/** Describes a thrown value for the log: names, messages and causes, without web or mail addresses in them. */
export function describeError(thrown: unknown): string {
  const parts: string[] = []
  for (let error = thrown; error !== undefined && error !== null && parts.length < 5;) {
    parts.push(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    error = error instanceof Error ? error.cause : undefined
  }
  return withoutMailAddresses(cutAtBlank(parts.join(' <- ')).replaceAll(/https?:\/\/\S+/g, '[address]')).slice(0, 1000)
}

/** The part of a text that is looked at, in characters; an address at its end is left out, not cut in two. */
const LOOKED_AT_CHARACTERS = 4000

function cutAtBlank(text: string): string {
  if (text.length <= LOOKED_AT_CHARACTERS) return text
  const words = text.slice(0, LOOKED_AT_CHARACTERS)
  return words.slice(0, Math.max(words.lastIndexOf(' '), words.lastIndexOf('\n'), 0))
}

/** A text without mail addresses. Each word is looked at once, whatever it is. */
const withoutMailAddresses = (text: string): string =>
  text.replaceAll(/[^\s<>"'`]+/g, (word) => (word.slice(1, -1).includes('@') ? '[mail address]' : word))
