import type { Usage } from './usage.ts'

/**
 * One body for every reader of a stream. Lines `<code>:<JSON>` are what the spec's client reads; the same is said again
 * as server-sent events, which readers of UI message streams know. Each kind of reader passes over what the other one
 * reads: an event-stream parser ignores the unknown field `0:`, a line reader the unknown code `data:`.
 */

export type End = { readonly finishReason: string; readonly usage: Usage }
export type Source = { readonly id: string; readonly url: string; readonly title?: string | undefined }

const TEXT_ID = '1'
const OBJECT_ID = 'object'

const line = (code: string, value: unknown) => `${code}:${JSON.stringify(value)}\n`
/** A blank line is what sends an event off. */
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

/** The first thing that is said. */
export const opening = (messageId: string): string =>
  line('f', { messageId }) + event({ type: 'start', messageId }) + event({ type: 'text-start', id: TEXT_ID })

export const openingOfObject = (messageId: string): string =>
  line('f', { messageId }) + event({ type: 'start', messageId })

export const writeText = (delta: string): string => line('0', delta) + event({ type: 'text-delta', id: TEXT_ID, delta })

/** The object so far, whole each time. */
export const writePartial = (object: unknown): string =>
  line('2', [object]) + event({ type: 'data-object', id: OBJECT_ID, data: object })

export const writeSource = ({ id, url, title }: Source): string =>
  line('h', { sourceType: 'url', id, url, title }) + event({ type: 'source-url', id, sourceId: id, url, title })

/** Said once, last, and not after a failure. */
export const ending = (end: End): string => event({ type: 'text-end', id: TEXT_ID }) + endingOfObject(end)

export const endingOfObject = ({ finishReason, usage }: End): string =>
  line('d', { finishReason, usage }) + event({ type: 'finish', finishReason, usage }) + 'data: [DONE]\n\n'

/** The sentence for a stream that breaks off in the middle. Its status is sent already, so the code goes beside it. */
export const failing = ({ message, code }: { message: string; code: string }): string =>
  line('3', message) + event({ type: 'error', errorText: message, code })
