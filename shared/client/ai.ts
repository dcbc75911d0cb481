import { objectOf, picturesOf, speechOf, textOf, transcriptionOf } from './ai/answers.ts'
import { requireAudio, requireImages, requirePrompt, requireQuestion, requireWords } from './ai/refusals.ts'
import { createStreams } from './ai/streams.ts'
import type {
  Images,
  MakeImage,
  ModifyImage,
  ObjectAnswer,
  ObjectOrder,
  Speech,
  SpeechOrder,
  TextAnswer,
  TextOrder,
  Transcription,
  TranscriptionOrder,
} from './ai/types.ts'
import type { CallOptions, Transport } from './transport.ts'

type Order = CallOptions & Readonly<Record<string, unknown>>

export type * from './ai/types.ts'

/** @param publicUrl where the product itself is served: its own files may be on plain HTTP while it runs on loopback */
export function createAi({ call }: Transport, projectId: string, publicUrl: string | undefined) {
  const base = `/api/ai/${encodeURIComponent(projectId)}`
  const ask = async (what: string, { signal, headers, ...json }: Order): Promise<unknown> =>
    (await call({ method: 'POST', path: `${base}/${what}`, json, signal, headers })).body

  return {
    /**
     * @throws AppError of kind `ai`, sending nothing, without a prompt and without messages; `AI_EMPTY` for no answer
     * @example
     * const { text } = await backend.ai.generateText({ prompt: 'A nickname for a goalkeeper' })
     */
    async generateText(order: TextOrder): Promise<TextAnswer> {
      requireQuestion(order, publicUrl)
      return textOf(await ask('text', { ...order, stream: false }))
    },

    /**
     * An answer as an object that fits a JSON schema.
     *
     * @throws AppError of kind `ai`, sending nothing, without a prompt; `AI_EMPTY` for no answer
     * @example
     * const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
     * const { object } = await backend.ai.generateObject<{ name: string }>({ prompt: 'A team name', schema })
     */
    async generateObject<T = unknown>(order: ObjectOrder): Promise<ObjectAnswer<T>> {
      requirePrompt(order.prompt)
      return objectOf<T>(await ask('object', { ...order, stream: false }))
    },

    ...createStreams({ call, base, publicUrl }),

    /**
     * @throws AppError of kind `ai`, sending nothing, without a prompt; `AI_NO_IMAGE` when the answer holds none
     * @example const { data } = await backend.ai.generateImage({ prompt: 'A stadium at night' })
     */
    async generateImage(order: MakeImage): Promise<Images> {
      requirePrompt(order.prompt)
      return picturesOf(await ask('image', order))
    },

    /**
     * Makes new pictures of given ones.
     *
     * @throws AppError of kind `ai`, sending nothing, without a prompt, without images, with more than 50 or with an
     * address that image models do not take; `AI_NO_IMAGE` when the answer holds none
     * @example const { data } = await backend.ai.modifyImage({ prompt: 'In ink', images: [publicUrl] })
     */
    async modifyImage(order: ModifyImage): Promise<Images> {
      requirePrompt(order.prompt)
      requireImages(order.images, publicUrl)
      return picturesOf(await ask('image', order))
    },

    /**
     * Text to speech.
     *
     * @throws AppError of kind `ai`, sending nothing, without a text
     * @example const { url } = await backend.ai.generateSpeech({ text: 'Touchdown!' })
     */
    async generateSpeech(order: SpeechOrder): Promise<Speech> {
      requireWords(order.text)
      return speechOf(await ask('speech', order))
    },

    /**
     * Speech to text.
     *
     * @throws AppError of kind `ai`, sending nothing, without a recording
     * @example const { text } = await backend.ai.transcribeAudio({ audio: recordingUrl })
     */
    async transcribeAudio({ audio, ...order }: TranscriptionOrder): Promise<Transcription> {
      return transcriptionOf(await ask('transcribe', { audio: requireAudio(audio), ...order }))
    },
  }
}
