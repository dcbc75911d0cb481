import { parseImages, parseObject, parseSpeech, parseText, parseTranscription } from './ai/responses.ts'
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

type AiRequest = CallOptions & Readonly<Record<string, unknown>>

export type * from './ai/types.ts'

/** @param publicUrl the product's own URL; on loopback, its files may use plain HTTP */
export function createAi({ call }: Transport, projectId: string, publicUrl: string | undefined) {
  const base = `/api/ai/${encodeURIComponent(projectId)}`
  const ask = async (endpoint: string, { signal, headers, ...json }: AiRequest): Promise<unknown> =>
    (await call({ method: 'POST', path: `${base}/${endpoint}`, json, signal, headers })).body

  return {
    /**
     * @throws AppError of kind `ai`, sending nothing, without a prompt and messages; `AI_EMPTY` for an empty response
     * @example
     * const { text } = await backend.ai.generateText({ prompt: 'A nickname for a goalkeeper' })
     */
    async generateText(order: TextOrder): Promise<TextAnswer> {
      requireQuestion(order, publicUrl)
      return parseText(await ask('text', { ...order, stream: false }))
    },

    /**
     * Generates an object that fits a JSON schema.
     *
     * @throws AppError of kind `ai`, sending nothing, without a prompt; `AI_EMPTY` for an empty response
     * @example
     * const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
     * const { object } = await backend.ai.generateObject<{ name: string }>({ prompt: 'A team name', schema })
     */
    async generateObject<T = unknown>(order: ObjectOrder): Promise<ObjectAnswer<T>> {
      requirePrompt(order.prompt)
      return parseObject<T>(await ask('object', { ...order, stream: false }))
    },

    ...createStreams({ call, base, publicUrl }),

    /**
     * @throws AppError of kind `ai`, sending nothing, without a prompt; `AI_NO_IMAGE` when the response has no image
     * @example const { data } = await backend.ai.generateImage({ prompt: 'A stadium at night' })
     */
    async generateImage(order: MakeImage): Promise<Images> {
      requirePrompt(order.prompt)
      return parseImages(await ask('image', order))
    },

    /**
     * Makes new images from existing ones.
     *
     * @throws AppError of kind `ai`, sending nothing, without a prompt, without images, with more than 50 or with a
     * URL that image models do not accept; `AI_NO_IMAGE` when the response has no image
     * @example const { data } = await backend.ai.modifyImage({ prompt: 'In ink', images: [publicUrl] })
     */
    async modifyImage(order: ModifyImage): Promise<Images> {
      requirePrompt(order.prompt)
      requireImages(order.images, publicUrl)
      return parseImages(await ask('image', order))
    },

    /**
     * Text to speech.
     *
     * @throws AppError of kind `ai`, sending nothing, without a text
     * @example const { url } = await backend.ai.generateSpeech({ text: 'Touchdown!' })
     */
    async generateSpeech(order: SpeechOrder): Promise<Speech> {
      requireWords(order.text)
      return parseSpeech(await ask('speech', order))
    },

    /**
     * Speech to text.
     *
     * @throws AppError of kind `ai`, sending nothing, without a recording
     * @example const { text } = await backend.ai.transcribeAudio({ audio: recordingUrl })
     */
    async transcribeAudio({ audio, ...order }: TranscriptionOrder): Promise<Transcription> {
      return parseTranscription(await ask('transcribe', { audio: requireAudio(audio), ...order }))
    },
  }
}
