import type { CallOptions, Transport } from '../transport.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import type { Said } from './lines.ts'
import { aiError, requirePrompt, requireQuestion } from './refusals.ts'
import { readStream } from './stream.ts'
import type { ObjectAnswer, ObjectOrder, Source, TextAnswer, TextOrder, Usage } from './types.ts'

export type StreamsDeps = {
  readonly call: Transport['call']
  readonly base: string
  readonly publicUrl: string | undefined
}

type Heard = Exclude<Said, { type: 'error' | 'finish' | 'step' }>
type End = { readonly finishReason?: string; readonly usage?: Usage }

/** Streamed answers. */
export function createStreams({ call, base, publicUrl }: StreamsDeps) {
  async function listen(what: string, order: CallOptions & object, hear: (said: Heard) => void): Promise<End> {
    const { signal, headers, ...asked } = order
    // An error thrown by the caller's own code is the caller's: it must not come back as a failure of the network.
    let own: { thrown: unknown } | null = null
    const read = async (response: Response): Promise<End> => {
      const { finishReason, usage } = await readStream(response.body, (said) => {
        try {
          hear(said)
        } catch (thrown) {
          own = { thrown }
          throw thrown
        }
      })
      return { ...(finishReason === undefined ? {} : { finishReason }), ...(usage ? { usage: usage as Usage } : {}) }
    }
    try {
      const { body } = await call({
        method: 'POST',
        path: `${base}/${what}`,
        json: { ...asked, stream: true },
        signal,
        headers,
        read,
      })
      return body as End
    } catch (thrown) {
      throw own === null ? thrown : (own as { thrown: unknown }).thrown
    }
  }

  return {
    /**
     * Text as it comes.
     *
     * @param onChunk called with every piece
     * @returns all of it
     * @throws AppError as `generateText` does; of kind `ai` when the answer breaks off
     * @example const { text } = await backend.ai.streamText({ prompt: 'A chant' }, (chunk) => output.append(chunk))
     */
    async streamText(order: TextOrder, onChunk: (chunk: string) => void): Promise<TextAnswer> {
      requireQuestion(order, publicUrl)
      let text = ''
      const sources: Source[] = []
      const end = await listen('text', order, (said) => {
        if (said.type === 'source') sources.push(said.source)
        if (said.type !== 'text') return
        text += said.text
        onChunk(said.text)
      })
      if (text === '') throw aiError(CLIENT_FAILURE.noText, 'AI_EMPTY')
      return { text, ...end, ...(sources.length === 0 ? {} : { sources }) }
    },

    /**
     * An object as it grows.
     *
     * @param onPartial called with the whole object so far, each time
     * @returns it as it is in the end
     * @throws AppError as `generateObject` does; of kind `ai` when the answer breaks off
     * @example const { object } = await backend.ai.streamObject({ prompt: 'A team', schema }, (partial) =>
     *   show(partial))
     */
    async streamObject<T = unknown>(
      order: ObjectOrder,
      onPartial: (partial: unknown) => void,
    ): Promise<ObjectAnswer<T>> {
      requirePrompt(order.prompt)
      let object: unknown
      const end = await listen('object', order, (said) => {
        // One of several labels is a text, which in other streams says how things stand.
        const isLabel = said.type === 'status' && order.output === 'enum'
        if (said.type !== 'partial' && !isLabel) return
        object = said.type === 'partial' ? said.object : said.status
        onPartial(object)
      })
      if (object === undefined || object === null) throw aiError(CLIENT_FAILURE.noObject, 'AI_EMPTY')
      return { object: object as T, ...end }
    },
  }
}
