import type { LanguageModel } from 'ai'
import { isRecord } from '#shared/client/failure.ts'
import { loadSdk } from '../sdk.ts'
import { PROVIDER, type RunModel, toBase64 } from './run.ts'

type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>
type Options = Parameters<Model['doGenerate']>[0]
type Part = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never
type Usage = Awaited<ReturnType<Model['doGenerate']>>['usage']
type FinishReason = Awaited<ReturnType<Model['doGenerate']>>['finishReason']

const TEXT_ID = '0'

/** A Workers AI chat model. Structured output is requested with a JSON Schema. */
export const languageModel = (modelId: string, run: RunModel): Model => ({
  specificationVersion: 'v4',
  provider: PROVIDER,
  modelId,
  supportedUrls: {},

  async doGenerate(options) {
    const response = await run(modelId, toInput(options), options.abortSignal)
    const text = getText(response, 'message') ?? ''
    return {
      content: [{ type: 'text', text }],
      finishReason: getFinishReason(response) ?? STOP,
      usage: toUsage(response),
      warnings: [],
    }
  },

  async doStream(options) {
    const { jsonSchema, parseJsonEventStream } = await loadSdk()
    const response = await run(modelId, { ...toInput(options), stream: true }, options.abortSignal)
    if (!(response instanceof ReadableStream)) throw new TypeError('the Workers AI model returned no stream')
    const { watched, isWhole } = watchEnding(response as ReadableStream<Uint8Array>, options.abortSignal)
    const events = parseJsonEventStream({ stream: watched, schema: jsonSchema<unknown>({}) })
    return { stream: events.pipeThrough(createPartStream(isWhole)) }
  },
})

/** Converts Workers AI events to SDK stream parts. */
function createPartStream(isWhole: () => boolean) {
  let usage = toUsage(null)
  let finishReason: FinishReason | null = null
  return new TransformStream<{ success: boolean; value?: unknown; error?: unknown }, Part>({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] })
      controller.enqueue({ type: 'text-start', id: TEXT_ID })
    },
    transform({ success, value, error }, controller) {
      if (!success) return controller.enqueue({ type: 'error', error })
      const delta = getText(value, 'delta') ?? ''
      if (delta !== '') controller.enqueue({ type: 'text-delta', id: TEXT_ID, delta })
      if (isRecord(value) && isRecord(value['usage'])) usage = toUsage(value)
      finishReason = getFinishReason(value) ?? finishReason
    },
    flush(controller) {
      controller.enqueue({ type: 'text-end', id: TEXT_ID })
      controller.enqueue({ type: 'finish', finishReason: isWhole() ? (finishReason ?? STOP) : CUT, usage })
    },
  })
}

const STOP: FinishReason = { unified: 'stop', raw: undefined }
const CUT: FinishReason = { unified: 'interrupted', raw: undefined }

function toInput({ prompt, maxOutputTokens, temperature, responseFormat }: Options): object {
  return {
    messages: prompt.map(({ role, content }) => ({
      role,
      content: typeof content === 'string' ? content : toMessageContent(content),
    })),
    ...(maxOutputTokens === undefined ? {} : { max_tokens: maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(responseFormat?.type === 'json'
      ? { response_format: { type: 'json_schema', json_schema: responseFormat.schema ?? { type: 'object' } } }
      : {}),
  }
}

/** Joins text parts to a string. Content with pictures stays a list in the format of these models. */
function toMessageContent(parts: readonly { type: string }[]): unknown {
  const content = parts.map((part) => ('text' in part ? { type: 'text', text: String(part.text) } : toPicture(part)))
  return content.every(({ type }) => type === 'text')
    ? content.map((part) => ('text' in part ? part.text : '')).join('')
    : content
}

function toPicture(part: object) {
  const { data, mediaType } = part as { data: { type: string; data?: Uint8Array | string }; mediaType: string }
  const type = mediaType.includes('/') ? mediaType : 'image/jpeg'
  return { type: 'image_url', image_url: { url: `data:${type};base64,${toBase64(data.data ?? '')}` } }
}

/** Returns the text of a response. Older models use `response`, newer ones `choices`. Structured output is parsed. */
function getText(response: unknown, part: 'message' | 'delta'): string | null {
  if (!isRecord(response)) return null
  const choice: unknown = Array.isArray(response['choices']) ? response['choices'][0] : null
  const content = isRecord(choice) && isRecord(choice[part]) ? choice[part]['content'] : response['response']
  if (typeof content === 'string') return content
  return content === null || content === undefined ? null : JSON.stringify(content)
}

function getFinishReason(response: unknown): FinishReason | null {
  const choice: unknown = isRecord(response) && Array.isArray(response['choices']) ? response['choices'][0] : null
  const raw = isRecord(choice) ? choice['finish_reason'] : null
  if (typeof raw !== 'string') return null
  return {
    unified: raw === 'length' || raw === 'stop' ? raw : raw === 'content_filter' ? 'content-filter' : 'other',
    raw,
  }
}

function toUsage(response: unknown): Usage {
  const usage = isRecord(response) && isRecord(response['usage']) ? response['usage'] : {}
  const count = (name: string) => (typeof usage[name] === 'number' ? usage[name] : undefined)
  const input = count('prompt_tokens')
  const output = count('completion_tokens')
  return {
    inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: output, reasoning: undefined },
  }
}

const END_MARKER = /\ndata: ?\[DONE\]\s*$/
/** Longer than the end marker with surrounding whitespace. */
const TAIL_CHARACTERS = 64

/**
 * Wraps an event stream to detect truncation. A complete stream ends with `data: [DONE]`. Text within JSON cannot look
 * like this marker, because JSON escapes line breaks as `\n`.
 *
 * @param signal aborts reading
 */
function watchEnding(events: ReadableStream<Uint8Array>, signal: AbortSignal | undefined) {
  const decoder = new TextDecoder()
  let tail = '\n'
  const watched = events.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        tail = (tail + decoder.decode(chunk, { stream: true })).slice(-TAIL_CHARACTERS)
        controller.enqueue(chunk)
      },
    }),
    signal === undefined ? {} : { signal },
  )
  return { watched, isWhole: () => END_MARKER.test(tail.replaceAll('\r', '')) }
}
