import type { CallOptions, Transport } from '../transport.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import type { StreamEvent } from './lines.ts'
import { aiError, requirePrompt, requireQuestion } from './refusals.ts'
import { readStream } from './stream.ts'
import type { ObjectAnswer, ObjectOrder, Source, TextAnswer, TextOrder, Usage } from './types.ts'

export type StreamsDeps = {
  readonly call: Transport['call']
  readonly base: string
  readonly publicUrl: string | undefined
}

type ContentEvent = Exclude<StreamEvent, { type: 'error' | 'finish' | 'step' }>
type End = { readonly finishReason?: string; readonly usage?: Usage }

/** Streamed responses. */
export function createStreams({ call, base, publicUrl }: StreamsDeps) {
  async function stream(
    endpoint: string,
    order: CallOptions & object,
    onEvent: (event: ContentEvent) => void,
  ): Promise<End> {
    const { signal, headers, ...fields } = order
    // An error from the caller's callback must not be reported as a network failure.
    let callbackError: { thrown: unknown } | null = null
    const read = async (response: Response): Promise<End> => {
      const { finishReason, usage } = await readStream(response.body, (event) => {
        try {
          onEvent(event)
        } catch (thrown) {
          callbackError = { thrown }
          throw thrown
        }
      })
      return { ...(finishReason === undefined ? {} : { finishReason }), ...(usage ? { usage: usage as Usage } : {}) }
    }
    try {
      const { body } = await call({
        method: 'POST',
        path: `${base}/${endpoint}`,
        json: { ...fields, stream: true },
        signal,
        headers,
        read,
      })
      return body as End
    } catch (thrown) {
      throw callbackError === null ? thrown : (callbackError as { thrown: unknown }).thrown
    }
  }

  return {
    /**
     * Streams text.
     *
     * @param onChunk called with each chunk
     * @returns the whole text
     * @throws AppError as `generateText` does; of kind `ai` when the stream is cut off
     * @example const { text } = await backend.ai.streamText({ prompt: 'A chant' }, (chunk) => output.append(chunk))
     */
    async streamText(order: TextOrder, onChunk: (chunk: string) => void): Promise<TextAnswer> {
      requireQuestion(order, publicUrl)
      let text = ''
      const sources: Source[] = []
      const end = await stream('text', order, (event) => {
        if (event.type === 'source') sources.push(event.source)
        if (event.type !== 'text') return
        text += event.text
        onChunk(event.text)
      })
      if (text === '') throw aiError(CLIENT_FAILURE.noText, 'AI_EMPTY')
      return { text, ...end, ...(sources.length === 0 ? {} : { sources }) }
    },

    /**
     * Streams an object.
     *
     * @param onPartial called with the object so far, each time it grows
     * @returns the complete object
     * @throws AppError as `generateObject` does; of kind `ai` when the stream is cut off
     * @example const { object } = await backend.ai.streamObject({ prompt: 'A team', schema }, (partial) =>
     *   show(partial))
     */
    async streamObject<T = unknown>(
      order: ObjectOrder,
      onPartial: (partial: unknown) => void,
    ): Promise<ObjectAnswer<T>> {
      requirePrompt(order.prompt)
      let object: unknown
      const end = await stream('object', order, (event) => {
        // An enum label arrives as a string, which other streams use for the status.
        const isLabel = event.type === 'status' && order.output === 'enum'
        if (event.type !== 'partial' && !isLabel) return
        object = event.type === 'partial' ? event.object : event.status
        onPartial(object)
      })
      if (object === undefined || object === null) throw aiError(CLIENT_FAILURE.noObject, 'AI_EMPTY')
      return { object: object as T, ...end }
    },
  }
}
