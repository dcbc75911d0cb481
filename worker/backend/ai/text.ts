import type { FinishReason, LanguageModel } from 'ai'
import { AppError } from '#shared/client/errors.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import { newId } from '#worker/http/signature.ts'
import { taskSetting } from '#worker/settings/ai.ts'
import type { Call } from './calls.ts'
import type { AiContext } from './context.ts'
import { notConfigured } from './choice.ts'
import { createConversation, fetchNothing } from './conversation.ts'
import { refusalText } from './failure.ts'
import { ending, opening, writeSource, writeText } from './lines.ts'
import type { Made, Media } from './media.ts'
import type { Models } from './providers.ts'
import type { TextRequest } from './schema.ts'
import { loadSdk } from './sdk.ts'
import { toUsage } from './usage.ts'
import { createSearchTool, type SearchTool, type WebSearch } from './web-search.ts'

/** A model that looks things up needs a step to read what it found. */
const STEPS_WITH_SEARCH = 5

/** Maximum number of model calls for one answer: another one only after a search. */
export const getMaxSteps = ({
  search,
  maxSteps = STEPS_WITH_SEARCH,
}: Pick<TextRequest, 'search' | 'maxSteps'>): number => (search ? maxSteps : 1)

export type TextDeps = { media: Media; web: WebSearch | null }

/** Text in one piece, and as lines. */
export class TextAnswers {
  private readonly media: Media
  private readonly web: WebSearch | null

  constructor({ media, web }: TextDeps) {
    this.media = media
    this.web = web
  }

  /** @throws AppError `AI_REFUSED` when the model's answer is that it gives none, `AI_EMPTY` */
  async answer(request: TextRequest, context: AiContext) {
    const { generateText } = await loadSdk()
    const { chosen, found, ...order } = await this.toCallOptions(request, context)
    const made = await generateText({ ...order, abortSignal: context.signal })
    requireWhole(made.finishReason)
    if (made.text === '' && made.toolCalls.length === 0 && made.files.length === 0)
      throw emptyText(made.finishReason, chosen)
    const files: Made[] = made.files.map(({ uint8Array, mediaType }) => ({ bytes: uint8Array, type: mediaType }))
    return {
      text: made.text,
      finishReason: made.finishReason,
      usage: toUsage(made.totalUsage),
      sources: [...made.sources.flatMap((source) => (source.sourceType === 'url' ? [source] : [])), ...found()],
      toolCalls: made.toolCalls,
      toolResults: made.toolResults,
      files: await this.media.keep(files, 'image', { origin: context.origin, madeFor: context.person }),
      warnings: made.warnings ?? [],
      response: { id: made.response.id, modelId: made.response.modelId, timestamp: made.response.timestamp },
    }
  }

  /** Lines as wire readers know them. Throws what its provider throws, whenever that is. */
  async *lines(request: TextRequest, context: AiContext & { call: Call }): AsyncGenerator<string> {
    const { streamText } = await loadSdk()
    const { chosen, found, ...order } = await this.toCallOptions(request, context)
    const { stream } = streamText({ ...order, abortSignal: context.signal, onError: () => undefined })
    let isOpen = false
    for await (const part of stream) {
      context.call.heard()
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw new AppError('AI_ABORTED')
      const delta = part.type === 'text-delta' ? writeText(part.text) : ''
      const cited = part.type === 'source' && part.sourceType === 'url' ? [part] : []
      const sources = [...cited, ...found()].map(writeSource).join('')
      if (part.type === 'finish') {
        requireWhole(part.finishReason)
        if (!isOpen) throw emptyText(part.finishReason, chosen)
        return yield ending({ finishReason: part.finishReason, usage: toUsage(part.totalUsage) })
      }
      if (delta !== '' || sources !== '') {
        // The first word decides whether there is a stream at all or an ordinary failure.
        if (!isOpen) yield opening(newId())
        isOpen = true
        yield sources + delta
      }
    }
    requireWhole('interrupted')
  }

  private async toCallOptions(request: TextRequest, { models, chosen, payer, ...reader }: AiContext) {
    const { isStepCount } = await loadSdk()
    const search = request.search ? await chooseSearch(models, this.web, payer) : null
    return {
      model: requireLanguageModel(models),
      ...(await createConversation(request, this.media, reader)),
      ...toSettings(request),
      ...(search === null ? {} : { tools: search.tools }),
      stopWhen: isStepCount(getMaxSteps(request)),
      maxRetries: 0,
      experimental_download: fetchNothing,
      chosen,
      found: search?.found ?? (() => []),
    }
  }
}

/** @throws AppError `AI_FAILED` for an answer without a finish reason */
export function requireWhole(finishReason: FinishReason): void {
  if (finishReason === 'interrupted' || finishReason === 'error')
    throw new AppError('AI_FAILED', CLIENT_FAILURE.streamCut, { cause: `the answer ended by ${finishReason}` })
}

const emptyText = (finishReason: FinishReason, chosen: AiContext['chosen']): AppError =>
  finishReason === 'content-filter'
    ? new AppError('AI_REFUSED', refusalText(chosen))
    : new AppError('AI_EMPTY', CLIENT_FAILURE.noText)

export function requireLanguageModel({ text }: Models): Exclude<LanguageModel, string> {
  if (text === undefined) throw notConfigured('text', taskSetting('text', 'PROVIDER'))
  return text()
}

export const toSettings = ({ temperature, maxTokens }: Pick<TextRequest, 'temperature' | 'maxTokens'>) => ({
  ...(temperature === undefined ? {} : { temperature }),
  maxOutputTokens: maxTokens,
})

/**
 * The provider's own search, else ours for a model that takes tools.
 *
 * @throws AppError `VALIDATION_ERROR`, `NOT_CONFIGURED`
 */
async function chooseSearch(
  { search, takesTools }: Models,
  web: WebSearch | null,
  payer: AiContext['payer'],
): Promise<SearchTool> {
  if (search !== undefined) return { tools: search(), found: () => [] }
  if (takesTools === true && web !== null) {
    web.require()
    return createSearchTool(web, payer)
  }
  throw new AppError('VALIDATION_ERROR', undefined, {
    details: [{ path: 'search', message: 'is not supported by the configured provider' }],
  })
}
