import type { Usage } from './usage.ts'

/**
 * Stream lines for two kinds of clients. Our client reads lines of `<code>:<JSON>`. UI message stream clients read the
 * same content as server-sent events. Each ignores the other format: an event-stream parser skips the unknown field
 * `0:`, and a line reader skips the unknown code `data:`.
 */

export type End = { readonly finishReason: string; readonly usage: Usage }
export type Source = { readonly id: string; readonly url: string; readonly title?: string | undefined }

const TEXT_ID = '1'
const OBJECT_ID = 'object'

const line = (code: string, value: unknown) => `${code}:${JSON.stringify(value)}\n`
/** A blank line ends a server-sent event. */
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

/** Returns the first line of a text stream. */
export const writeStart = (messageId: string): string =>
  line('f', { messageId }) + event({ type: 'start', messageId }) + event({ type: 'text-start', id: TEXT_ID })

export const writeObjectStart = (messageId: string): string =>
  line('f', { messageId }) + event({ type: 'start', messageId })

export const writeText = (delta: string): string => line('0', delta) + event({ type: 'text-delta', id: TEXT_ID, delta })

/** Returns a line with the whole object so far. */
export const writePartial = (object: unknown): string =>
  line('2', [object]) + event({ type: 'data-object', id: OBJECT_ID, data: object })

export const writeSource = ({ id, url, title }: Source): string =>
  line('h', { sourceType: 'url', id, url, title }) + event({ type: 'source-url', id, sourceId: id, url, title })

/** Returns the last line of a successful stream. Failed streams end with {@link writeFailure}. */
export const writeEnd = (end: End): string => event({ type: 'text-end', id: TEXT_ID }) + writeObjectEnd(end)

export const writeObjectEnd = ({ finishReason, usage }: End): string =>
  line('d', { finishReason, usage }) + event({ type: 'finish', finishReason, usage }) + 'data: [DONE]\n\n'

/** Returns the line for a stream that fails midway. The HTTP status is already sent, so the line carries the code. */
export const writeFailure = ({ message, code }: { message: string; code: string }): string =>
  line('3', message) + event({ type: 'error', errorText: message, code })
