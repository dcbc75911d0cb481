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

/** A chat model of the platform. Objects are asked for by their schema. */
export const languageModel = (modelId: string, run: RunModel): Model => ({
  specificationVersion: 'v4',
  provider: PROVIDER,
  modelId,
  supportedUrls: {},

  async doGenerate(options) {
    const answer = await run(modelId, toInput(options), options.abortSignal)
    const text = getText(answer, 'message') ?? ''
    return {
      content: [{ type: 'text', text }],
      finishReason: getFinishReason(answer) ?? STOP,
      usage: toUsage(answer),
      warnings: [],
    }
  },

  async doStream(options) {
    const { jsonSchema, parseJsonEventStream } = await loadSdk()
    const answer = await run(modelId, { ...toInput(options), stream: true }, options.abortSignal)
    if (!(answer instanceof ReadableStream)) throw new TypeError("the platform's model gave no stream")
    const { watched, isWhole } = watchEnding(answer as ReadableStream<Uint8Array>, options.abortSignal)
    const events = parseJsonEventStream({ stream: watched, schema: jsonSchema<unknown>({}) })
    return { stream: events.pipeThrough(createPartStream(isWhole)) }
  },
})

/** The parts of a stream in which a model answers. */
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
      content: typeof content === 'string' ? content : spoken(content),
    })),
    ...(maxOutputTokens === undefined ? {} : { max_tokens: maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(responseFormat?.type === 'json'
      ? { response_format: { type: 'json_schema', json_schema: responseFormat.schema ?? { type: 'object' } } }
      : {}),
  }
}

/** One text as it is; pictures beside it as these models take them. */
function spoken(parts: readonly { type: string }[]): unknown {
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

/** Older models say `response`, newer ones `choices`; an object that was asked for comes parsed. */
function getText(answer: unknown, part: 'message' | 'delta'): string | null {
  if (!isRecord(answer)) return null
  const choice: unknown = Array.isArray(answer['choices']) ? answer['choices'][0] : null
  const content = isRecord(choice) && isRecord(choice[part]) ? choice[part]['content'] : answer['response']
  if (typeof content === 'string') return content
  return content === null || content === undefined ? null : JSON.stringify(content)
}

function getFinishReason(answer: unknown): FinishReason | null {
  const choice: unknown = isRecord(answer) && Array.isArray(answer['choices']) ? answer['choices'][0] : null
  const raw = isRecord(choice) ? choice['finish_reason'] : null
  if (typeof raw !== 'string') return null
  return {
    unified: raw === 'length' || raw === 'stop' ? raw : raw === 'content_filter' ? 'content-filter' : 'other',
    raw,
  }
}

function toUsage(answer: unknown): Usage {
  const usage = isRecord(answer) && isRecord(answer['usage']) ? answer['usage'] : {}
  const count = (name: string) => (typeof usage[name] === 'number' ? usage[name] : undefined)
  const input = count('prompt_tokens')
  const output = count('completion_tokens')
  return {
    inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output, text: output, reasoning: undefined },
  }
}

const LAST_WORD = /\ndata: ?\[DONE\]\s*$/
/** Longer than the last word with what may stand around it. */
const TAIL_CHARACTERS = 64

/**
 * A stream of events that notices whether it came to its end: a model's last word is `data: [DONE]`, and whatever ends
 * without it was cut. Text within JSON cannot look like it, because a line break is written as `\n` there.
 *
 * @param signal stops the reading
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
  return { watched, isWhole: () => LAST_WORD.test(tail.replaceAll('\r', '')) }
}
