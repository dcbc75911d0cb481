import type { JSONSchema7 } from 'ai'
import { AppError } from '#shared/client/errors.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import type { Clock } from '#worker/env.ts'
import { newId } from '#worker/http/signature.ts'
import type { AiContext } from './context.ts'
import type { Call } from './calls.ts'
import { inPieces } from './chunk-smoothing.ts'
import { fitsSchema } from './fits-schema.ts'
import { endingOfObject, openingOfObject, writePartial } from './lines.ts'
import type { ObjectRequest } from './schema.ts'
import { loadSdk } from './sdk.ts'
import { requireLanguageModel, requireWhole, toSettings } from './text.ts'
import { toUsage } from './usage.ts'

type Sdk = Awaited<ReturnType<typeof loadSdk>>

/** An object, a list or one of several labels, in one piece and as lines. */
export class ObjectAnswers {
  private readonly clock: Clock

  constructor({ clock }: { clock: Clock }) {
    this.clock = clock
  }

  /** @throws AppError `AI_EMPTY`; whatever does not fit its schema is a failure of the provider */
  async answer(request: ObjectRequest, context: AiContext) {
    const sdk = await loadSdk()
    const made = await sdk.generateObject(toCallOptions(sdk, request, context))
    requireWhole(made.finishReason)
    if (made.object === null || made.object === undefined) throw new AppError('AI_EMPTY', CLIENT_FAILURE.noObject)
    return { object: made.object, finishReason: made.finishReason, usage: toUsage(made.usage) }
  }

  /** Lines as wire readers know them. Throws what its provider throws, whenever that is. */
  async *lines(request: ObjectRequest, context: AiContext & { call: Call }): AsyncGenerator<string> {
    const sdk = await loadSdk()
    // Every partial is whole and so as long as all before it: one for each word would only be long.
    const order = toCallOptions(sdk, request, context)
    const model = await inPieces(order.model, { clock: this.clock, heard: context.call.heard })
    const made = sdk.streamObject({ ...order, model, onError: () => undefined })
    // Known to be broken only when it is over: what stopped it before is thrown by the parts.
    const whole = made.object.then(
      (object) => ({ object }),
      (thrown: unknown) => ({ thrown }),
    )
    let [sent, end] = ['', '']
    for await (const part of made.fullStream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'finish') {
        requireWhole(part.finishReason)
        end = endingOfObject({ finishReason: part.finishReason, usage: toUsage(part.usage) })
      }
      if (part.type !== 'object') continue
      const partial = writePartial(part.object)
      if (partial === sent) continue
      if (sent === '') yield openingOfObject(newId())
      sent = partial
      yield partial
    }
    // Without its last word there is no end to wait for.
    if (end === '') requireWhole('interrupted')
    const last = await whole
    if ('thrown' in last) throw last.thrown
    const partial = writePartial(last.object)
    if (sent === '') yield openingOfObject(newId())
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
      : jsonSchema<unknown>(wanted as JSONSchema7, { validate: (value) => judged(value, wanted) })
  if (output === 'enum') return { ...common, output: 'enum', enum: labels! } as const
  if (schema === undefined) return { ...common, output: 'no-schema' } as const
  return { ...common, output, schema } as const
}

/** Not every provider keeps to a schema that it was given. */
function judged(value: unknown, schema: object) {
  try {
    if (fitsSchema(value, schema)) return { success: true, value } as const
    return { success: false, error: new Error('not as its schema says') } as const
  } catch (thrown) {
    return { success: false, error: thrown as Error } as const
  }
}
