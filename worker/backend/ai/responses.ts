import * as z from 'zod/mini'
import { DrawnFinish } from '#shared/domain/finish.ts'
import { NoticeLine } from '#shared/domain/notices.ts'
import { Json } from '#worker/http/openapi/schemas.ts'

const Usage = z.object({ promptTokens: z.int(), completionTokens: z.int(), totalTokens: z.int() })
/** Extra fields that a provider adds. */
const More = z.record(z.string(), Json)
const Source = z.catchall(z.object({ id: z.string(), url: z.string(), title: z.optional(z.string()) }), Json)

export const TextAnswer = z.object({
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
export const ObjectAnswer = z.object({ object: Json, finishReason: z.string(), usage: Usage })
/** Generated images. Only the embedded artist adds `finish` and `notices`. */
export const Images = z.object({
  data: z.array(
    z.object({ url: z.string(), finish: z.optional(DrawnFinish), notices: z.optional(z.array(NoticeLine)) }),
  ),
})
export const Speech = z.object({ url: z.string(), voice: z.string(), format: z.string(), mimeType: z.string() })
const Spoken = z.object({
  text: z.string(),
  segments: z.array(z.object({ text: z.string(), startSecond: z.number(), endSecond: z.number() })),
  language: z.nullable(z.string()),
  /** Seconds. */
  duration: z.nullable(z.number()),
})

/** An empty transcript is wrapped in `result`, because clients treat an empty `text` as a missing one. */
export const Transcript = z.union([Spoken, z.object({ result: Spoken })])
