import type { JSONSchema7 } from 'ai'
import { AppError } from '#shared/client/errors.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import type { Clock } from '#worker/env.ts'
import { newId } from '#worker/http/signature.ts'
import type { AiContext } from './context.ts'
import type { Call } from './calls.ts'
import { smoothChunks } from './chunk-smoothing.ts'
import { fitsSchema } from './fits-schema.ts'
import { writeObjectEnd, writeObjectStart, writePartial } from './lines.ts'
import type { ObjectRequest } from './schema.ts'
import { loadSdk } from './sdk.ts'
import { requireLanguageModel, requireWhole, toSettings } from './text.ts'
import { toUsage } from './usage.ts'

type Sdk = Awaited<ReturnType<typeof loadSdk>>

/** Generates an object, a list or one of several labels, as one response or as a stream. */
export class ObjectAnswers {
  private readonly clock: Clock

  constructor({ clock }: { clock: Clock }) {
    this.clock = clock
  }

  /** Returns the object in one response. @throws AppError `AI_EMPTY`, or the SDK's error on a schema mismatch */
  async generate(request: ObjectRequest, context: AiContext) {
    const sdk = await loadSdk()
    const result = await sdk.generateObject(toCallOptions(sdk, request, context))
    requireWhole(result.finishReason)
    if (result.object === null || result.object === undefined) throw new AppError('AI_EMPTY', CLIENT_FAILURE.noObject)
    return { object: result.object, finishReason: result.finishReason, usage: toUsage(result.usage) }
  }

  /** Yields the lines of a stream. Rethrows the provider's errors at any point. */
  async *lines(request: ObjectRequest, context: AiContext & { call: Call }): AsyncGenerator<string> {
    const sdk = await loadSdk()
    // Every partial repeats the whole object, so one per token would make the stream quadratic in length.
    const options = toCallOptions(sdk, request, context)
    const model = await smoothChunks(options.model, { clock: this.clock, noteActivity: context.call.noteActivity })
    const result = sdk.streamObject({ ...options, model, onError: () => undefined })
    // A schema mismatch shows only here, at the end. Earlier failures arrive as error parts.
    const whole = result.object.then(
      (object) => ({ object }),
      (thrown: unknown) => ({ thrown }),
    )
    let [sent, end] = ['', '']
    for await (const part of result.fullStream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'finish') {
        requireWhole(part.finishReason)
        end = writeObjectEnd({ finishReason: part.finishReason, usage: toUsage(part.usage) })
      }
      if (part.type !== 'object') continue
      const partial = writePartial(part.object)
      if (partial === sent) continue
      if (sent === '') yield writeObjectStart(newId())
      sent = partial
      yield partial
    }
    // A stream without a finish part was cut off, so there is no final object to wait for.
    if (end === '') requireWhole('interrupted')
    const last = await whole
    if ('thrown' in last) throw last.thrown
    const partial = writePartial(last.object)
    if (sent === '') yield writeObjectStart(newId())
    yield (partial === sent ? '' : partial) + end
  }
}

function toCallOptions({ jsonSchema }: Sdk, request: ObjectRequest, { models, signal }: AiContext) {
  const { output, prompt, system, enum: labels } = request
  const common = {
    model: requireLanguageModel(models),
    prompt,
    ...(system === undefined ? {} : { instructions: system }),
    ...toSettings(request),
    maxRetries: 0,
    abortSignal: signal,
  }
  const wanted = request.schema
  const schema =
    wanted === undefined
      ? undefined
      : jsonSchema<unknown>(wanted as JSONSchema7, { validate: (value) => validate(value, wanted) })
  if (output === 'enum') return { ...common, output: 'enum', enum: labels! } as const
  if (schema === undefined) return { ...common, output: 'no-schema' } as const
  return { ...common, output, schema } as const
}

/** Validates a result, because not every provider obeys the schema. */
function validate(value: unknown, schema: object) {
  try {
    if (fitsSchema(value, schema)) return { success: true, value } as const
    return { success: false, error: new Error('does not match the schema') } as const
  } catch (thrown) {
    return { success: false, error: thrown as Error } as const
  }
}
