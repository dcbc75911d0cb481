import type { FinishReason, LanguageModel } from 'ai'
import { AppError } from '#shared/client/errors.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import { newId } from '#worker/http/signature.ts'
import { taskSetting } from '#worker/settings/ai.ts'
import type { Call } from './calls.ts'
import type { AiContext } from './context.ts'
import { notConfiguredError } from './choice.ts'
import { createConversation, refuseDownloads } from './conversation.ts'
import { getRefusalMessage } from './failure.ts'
import { writeEnd, writeStart, writeSource, writeText } from './lines.ts'
import type { GeneratedFile, Media } from './media.ts'
import type { Models } from './providers.ts'
import type { TextRequest } from './schema.ts'
import { loadSdk } from './sdk.ts'
import { toUsage } from './usage.ts'
import { createSearchTool, type SearchTool, type WebSearch } from './web-search.ts'

/** A model that searches the web needs another step to read the results. */
const STEPS_WITH_SEARCH = 5

/** Returns the maximum number of model calls for one request. Only searches need more than one. */
export const getMaxSteps = ({
  search,
  maxSteps = STEPS_WITH_SEARCH,
}: Pick<TextRequest, 'search' | 'maxSteps'>): number => (search ? maxSteps : 1)

export type TextDeps = { media: Media; web: WebSearch | null }

/** Generates text as one response or as a stream. */
export class TextAnswers {
  private readonly media: Media
  private readonly web: WebSearch | null

  constructor({ media, web }: TextDeps) {
    this.media = media
    this.web = web
  }

  /** Returns the text in one response. @throws AppError `AI_REFUSED` when the model refuses, `AI_EMPTY` */
  async generate(request: TextRequest, context: AiContext) {
    const { generateText } = await loadSdk()
    const { chosen, found, ...options } = await this.toCallOptions(request, context)
    const result = await generateText({ ...options, abortSignal: context.signal })
    requireWhole(result.finishReason)
    if (result.text === '' && result.toolCalls.length === 0 && result.files.length === 0)
      throw emptyText(result.finishReason, chosen)
    const files: GeneratedFile[] = result.files.map(({ uint8Array, mediaType }) => ({
      bytes: uint8Array,
      type: mediaType,
    }))
    return {
      text: result.text,
      finishReason: result.finishReason,
      usage: toUsage(result.totalUsage),
      sources: [...result.sources.flatMap((source) => (source.sourceType === 'url' ? [source] : [])), ...found()],
      toolCalls: result.toolCalls,
      toolResults: result.toolResults,
      files: await this.media.store(files, 'image', { origin: context.origin, madeFor: context.person }),
      warnings: result.warnings ?? [],
      response: { id: result.response.id, modelId: result.response.modelId, timestamp: result.response.timestamp },
    }
  }

  /** Yields the lines of a stream. Rethrows the provider's errors at any point. */
  async *lines(request: TextRequest, context: AiContext & { call: Call }): AsyncGenerator<string> {
    const { streamText } = await loadSdk()
    const { chosen, found, ...options } = await this.toCallOptions(request, context)
    const { stream } = streamText({ ...options, abortSignal: context.signal, onError: () => undefined })
    let isOpen = false
    for await (const part of stream) {
      context.call.noteActivity()
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw new AppError('AI_ABORTED')
      const delta = part.type === 'text-delta' ? writeText(part.text) : ''
      const cited = part.type === 'source' && part.sourceType === 'url' ? [part] : []
      const sources = [...cited, ...found()].map(writeSource).join('')
      if (part.type === 'finish') {
        requireWhole(part.finishReason)
        if (!isOpen) throw emptyText(part.finishReason, chosen)
        return yield writeEnd({ finishReason: part.finishReason, usage: toUsage(part.totalUsage) })
      }
      if (delta !== '' || sources !== '') {
        // The stream starts only with the first content. A failure before that is an ordinary error response.
        if (!isOpen) yield writeStart(newId())
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
      experimental_download: refuseDownloads,
      chosen,
      found: search?.found ?? (() => []),
    }
  }
}

/** Requires a complete result. @throws AppError `AI_FAILED` when it was interrupted or ended with an error */
export function requireWhole(finishReason: FinishReason): void {
  if (finishReason === 'interrupted' || finishReason === 'error')
    throw new AppError('AI_FAILED', CLIENT_FAILURE.streamCut, {
      cause: `the model stopped with finish reason ${finishReason}`,
    })
}

const emptyText = (finishReason: FinishReason, chosen: AiContext['chosen']): AppError =>
  finishReason === 'content-filter'
    ? new AppError('AI_REFUSED', getRefusalMessage(chosen))
    : new AppError('AI_EMPTY', CLIENT_FAILURE.noText)

export function requireLanguageModel({ text }: Models): Exclude<LanguageModel, string> {
  if (text === undefined) throw notConfiguredError('text', taskSetting('text', 'PROVIDER'))
  return text()
}

export const toSettings = ({ temperature, maxTokens }: Pick<TextRequest, 'temperature' | 'maxTokens'>) => ({
  ...(temperature === undefined ? {} : { temperature }),
  maxOutputTokens: maxTokens,
})

/**
 * Returns the provider's own search, else ours for a model that supports tools.
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
