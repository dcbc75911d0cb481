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

/** What of a thrown thing may be logged: names, messages and causes, without web or mail addresses in them. */
export function describeError(thrown: unknown): string {
  const parts: string[] = []
  for (let error = thrown; error !== undefined && error !== null && parts.length < 5;) {
    parts.push(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    error = error instanceof Error ? error.cause : undefined
  }
  return parts
    .join(' <- ')
    .replaceAll(/https?:\/\/\S+/g, '[address]')
    .replaceAll(/[^\s<>"'`]+@[^\s<>"'`]+/g, '[mail address]')
    .slice(0, 1000)
}
