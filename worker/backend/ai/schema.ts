import * as z from 'zod'
import { MODIFY_IMAGE_MAX_IMAGES } from '#shared/client/limits.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'

/** Folder of AI-generated files. */
export const ART_FOLDER = 'ai/'
/** Model name that selects our own artist, even if another engine is configured. */
export const EMBEDDED = 'embedded'

/** Clients truncate prompts at 1000 characters. Anything longer than this limit is abuse. */
const PROMPT_MAX_CHARACTERS = 10_000
const TEXT_MAX_CHARACTERS = 200_000
const SPEECH_MAX_CHARACTERS = 20_000
const MESSAGES_MAX = 200
const PARTS_MAX = 100
/** Pictures in all messages together. */
const CONVERSATION_PICTURES_MAX = 50
const PICTURES_MAX = 4
const STEPS_MAX = 10
const TOKENS_MAX = 32_000
/** Default length limit of a reply, because some models have none. */
const TOKENS_BY_DEFAULT = 4096
/** Providers charge by the pixel. This is about the largest picture that any of them makes at once. */
const PIXELS_MAX = 2048 * 2048
const LABELS_MAX = 500

const filled = (max: number, message = 'is required') =>
  z
    .string()
    .max(max)
    .refine((text) => text.trim() !== '', message)
const model = z.lazy(() => z.string().min(1).max(200).optional())

const countPixels = (size: string) => size.split('x').reduce((pixels, side) => pixels * Number(side), 1)

/** `POST /api/ai/:project/image`. If `images` is missing, the picture is made from text alone. */
export const ImageRequest = z.lazy(() =>
  z.object({
    prompt: filled(PROMPT_MAX_CHARACTERS),
    images: z
      .array(z.string())
      .min(1)
      .max(MODIFY_IMAGE_MAX_IMAGES, CLIENT_FAILURE.tooManyImages)
      .default(() => []),
    n: z.int().min(1).max(PICTURES_MAX).default(1),
    model,
    size: z
      .string()
      .max(9, { abort: true })
      .regex(/^\d{2,4}x\d{2,4}$/)
      .refine((size) => countPixels(size) <= PIXELS_MAX, 'has too many pixels')
      .optional(),
  }),
)
export type ImageRequest = z.infer<typeof ImageRequest>

const MessagePart = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({ type: z.literal('image'), image: z.string() }),
  ]),
)
const Message = z.lazy(() =>
  z.object({
    role: z.enum(['system', 'user', 'assistant']),
    content: z.union([z.string(), z.array(MessagePart).max(PARTS_MAX)]),
  }),
)
export type Message = z.infer<typeof Message>

const picturesIn = (messages: readonly Message[]): number =>
  messages.reduce(
    (count, { content }) =>
      count + (typeof content === 'string' ? 0 : content.filter(({ type }) => type === 'image').length),
    0,
  )

/** Fields of every request to a language model. */
const settings = () => ({
  model,
  system: z.string().max(TEXT_MAX_CHARACTERS).optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.int().min(1).max(TOKENS_MAX).default(TOKENS_BY_DEFAULT),
  stream: z.boolean().default(false),
})

/** `POST /api/ai/:project/text`. An empty prompt is ignored if there are messages. */
export const TextRequest = z.lazy(() =>
  z
    .object({
      ...settings(),
      prompt: z.string().max(TEXT_MAX_CHARACTERS).default(''),
      messages: z
        .array(Message)
        .max(MESSAGES_MAX)
        .refine(
          (all) => picturesIn(all) <= CONVERSATION_PICTURES_MAX,
          `may show ${CONVERSATION_PICTURES_MAX} pictures at most`,
        )
        .default(() => []),
      search: z.boolean().default(false),
      maxSteps: z.int().min(1).max(STEPS_MAX).optional(),
    })
    .refine(({ prompt, messages }) => prompt.trim() !== '' || messages.length > 0, {
      path: ['prompt'],
      message: CLIENT_FAILURE.promptOrMessagesNeeded,
    }),
)
export type TextRequest = z.infer<typeof TextRequest>

/** `POST /api/ai/:project/object`. If `schema` is missing, the model may return any JSON. */
export const ObjectRequest = z.lazy(() =>
  z
    .object({
      ...settings(),
      prompt: filled(TEXT_MAX_CHARACTERS),
      output: z.enum(['object', 'array', 'enum']).default('object'),
      schema: z.record(z.string(), z.unknown()).optional(),
      enum: z.array(z.string().min(1)).min(1).max(LABELS_MAX).optional(),
    })
    .refine(({ output, enum: labels }) => output !== 'enum' || labels !== undefined, {
      path: ['enum'],
      message: 'is required',
    })
    .refine(({ output, schema }) => output !== 'array' || schema !== undefined, {
      path: ['schema'],
      message: 'is required',
    }),
)
export type ObjectRequest = z.infer<typeof ObjectRequest>

/** `POST /api/ai/:project/speech` */
export const SpeechRequest = z.lazy(() =>
  z.object({
    text: filled(SPEECH_MAX_CHARACTERS),
    model,
    voice: z.string().min(1).max(100).optional(),
    response_format: z.enum(['mp3', 'wav', 'opus', 'aac', 'flac', 'pcm']).optional(),
    speed: z.number().min(0.25).max(4).optional(),
  }),
)
export type SpeechRequest = z.infer<typeof SpeechRequest>

/** Checks all numbers in one pass. A zod schema per number would create several objects for each of a million. */
const isBytes = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((byte) => typeof byte === 'number' && Number.isInteger(byte) && byte >= 0 && byte <= 255)

/** A custom check has no JSON Schema, so `meta` supplies one for the OpenAPI document. */
const BYTES = z
  .custom<number[]>(isBytes, 'must be bytes')
  .meta({ type: 'array', items: { type: 'integer', minimum: 0, maximum: 255 } })

/** `POST /api/ai/:project/transcribe`. `audio` is bytes, base64, a data URL, or the URL of a file on any host. */
export const TranscriptionRequest = z.lazy(() =>
  z.object({
    audio: z.union([z.string().min(1), BYTES]),
    model,
    language: z.string().min(2).max(20).optional(),
    /** All of these return text with segments. Subtitle formats are not supported. */
    response_format: z.enum(['json', 'text', 'verbose_json']).optional(),
  }),
)
export type TranscriptionRequest = z.infer<typeof TranscriptionRequest>
