import * as z from 'zod/mini'
import { DrawnFinish } from '#shared/domain/finish.ts'
import { NoticeLine } from '#shared/domain/notices.ts'
import { Json } from '#worker/http/openapi/json.ts'
import { type Alternative, ok, type Operation } from '#worker/http/openapi/operation.ts'
import { ImageRequest, ObjectRequest, SpeechRequest, TextRequest, TranscriptionRequest } from './schema.ts'

const Usage = z.object({ promptTokens: z.int(), completionTokens: z.int(), totalTokens: z.int() })
/** What a provider says beside what is promised. */
const More = z.record(z.string(), Json)
const Source = z.catchall(z.object({ id: z.string(), url: z.string(), title: z.optional(z.string()) }), Json)

const TextAnswer = z.object({
  text: z.string(),
  finishReason: z.string(),
  usage: Usage,
  sources: z.array(Source),
  toolCalls: z.array(More),
  toolResults: z.array(More),
  files: z.array(z.object({ url: z.string(), type: z.string() })),
  warnings: z.array(More),
  response: z.object({ id: z.string(), modelId: z.string(), timestamp: z.string() }),
})
const ObjectAnswer = z.object({ object: Json, finishReason: z.string(), usage: Usage })
/** `finish` and `notices` of the embedded artist alone. */
const Images = z.object({
  data: z.array(
    z.object({ url: z.string(), finish: z.optional(DrawnFinish), notices: z.optional(z.array(NoticeLine)) }),
  ),
})
const Speech = z.object({ url: z.string(), voice: z.string(), format: z.string(), mimeType: z.string() })
const Transcript = z.object({
  text: z.string(),
  segments: z.array(z.object({ text: z.string(), startSecond: z.number(), endSecond: z.number() })),
  language: z.nullable(z.string()),
  /** In seconds. */
  duration: z.nullable(z.number()),
})

const LINES: Alternative = {
  status: 200,
  about:
    'with `stream`, lines `<code>:<JSON>`: `f` begins, `0` a piece of text, `2` the object so far, `d` ends, `3` fails',
  type: 'text/plain',
}
const FAILURES = [400, 401, 403, 404, 408, 410, 413, 422, 429, 502, 503, 504]

/** `/api/ai`: what models and the embedded artist make. */
export const AI_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/ai/{project}/text',
    summary: 'Writes a text',
    sends: { name: 'TextRequest', schema: TextRequest },
    answers: ok('TextAnswer', TextAnswer),
    others: [LINES],
    errors: FAILURES,
    key: ['user', 'service'],
  },
  {
    method: 'post',
    path: '/api/ai/{project}/object',
    summary: 'Makes an object as a JSON Schema describes it, a list of them, or one of several labels',
    sends: { name: 'ObjectRequest', schema: ObjectRequest },
    answers: ok('ObjectAnswer', ObjectAnswer),
    others: [LINES],
    errors: FAILURES,
    key: ['user', 'service'],
  },
  {
    method: 'post',
    path: '/api/ai/{project}/image',
    summary: 'Makes pictures of words, or of photos that were uploaded here',
    sends: { name: 'ImageRequest', schema: ImageRequest },
    answers: ok('Images', Images),
    errors: FAILURES,
    key: ['anyone', 'public', 'user', 'service'],
  },
  {
    method: 'post',
    path: '/api/ai/{project}/speech',
    summary: 'Reads a text aloud',
    sends: { name: 'SpeechRequest', schema: SpeechRequest },
    answers: ok('Speech', Speech),
    errors: FAILURES,
    key: ['user', 'service'],
  },
  {
    method: 'post',
    path: '/api/ai/{project}/transcribe',
    summary: 'Writes down what a recording says; silence is an empty text below `result`',
    sends: { name: 'TranscriptionRequest', schema: TranscriptionRequest },
    answers: ok('Transcript', z.union([Transcript, z.object({ result: Transcript })])),
    errors: FAILURES,
    key: ['user', 'service'],
  },
]
