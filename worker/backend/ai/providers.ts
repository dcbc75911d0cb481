import type { ImageModel, LanguageModel, SpeechModel, ToolSet, TranscriptionModel } from 'ai'
import type { AiProvider } from '#worker/settings/ai.ts'
import type { Chosen } from './choice.ts'
import type { RunModel } from './workers-ai/run.ts'

/** A provider's adapters for one model. A missing member means that the provider does not support the task. */
export type Models = {
  text?(): Exclude<LanguageModel, string>
  image?(): Exclude<ImageModel, string>
  speech?(): Exclude<SpeechModel, string>
  transcription?(): Exclude<TranscriptionModel, string>
  /** The provider's own web search. */
  search?(): ToolSet
  /** True if the models can call our tools. */
  takesTools?: boolean
}

export type ProviderDeps = {
  readonly fetch: typeof fetch
  /** The Workers AI binding. Null if it is not configured. */
  readonly run: RunModel | null
}

type Load = (chosen: Chosen, deps: ProviderDeps) => Promise<Models>

const toAccount = ({ key, baseUrl }: Chosen, { fetch }: ProviderDeps) => ({
  apiKey: key ?? '',
  fetch,
  ...(baseUrl === null ? {} : { baseURL: baseUrl }),
})

/** Each package is loaded lazily with the first call, so a Worker evaluates only the configured provider's package. */
const LOAD: Readonly<Record<AiProvider, Load>> = {
  openai: async (chosen, deps) => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const openai = createOpenAI(toAccount(chosen, deps))
    return {
      text: () => openai(chosen.model),
      image: () => openai.image(chosen.model),
      speech: () => openai.speech(chosen.model),
      transcription: () => openai.transcription(chosen.model),
      search: () => ({ web_search: openai.tools.webSearch() }) as ToolSet,
    }
  },
  google: async (chosen, deps) => {
    const { createGoogle } = await import('@ai-sdk/google')
    const google = createGoogle(toAccount(chosen, deps))
    return {
      text: () => google(chosen.model),
      image: () => google.image(chosen.model),
      speech: () => google.speech(chosen.model),
      transcription: () => google.transcription(chosen.model),
      search: () => ({ google_search: google.tools.googleSearch({}) }) as ToolSet,
    }
  },
  anthropic: async (chosen, deps) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const anthropic = createAnthropic(toAccount(chosen, deps))
    return {
      text: () => anthropic(chosen.model),
      search: () => ({ web_search: anthropic.tools.webSearch_20250305({ maxUses: 5 }) }) as ToolSet,
    }
  },
  fal: async (chosen, deps) => {
    const { createFal } = await import('@ai-sdk/fal')
    return { image: () => createFal(toAccount(chosen, deps)).image(chosen.model) }
  },
  replicate: async (chosen, deps) => {
    const { createReplicate } = await import('@ai-sdk/replicate')
    const { apiKey, ...account } = toAccount(chosen, deps)
    return { image: () => createReplicate({ apiToken: apiKey, ...account }).image(chosen.model) }
  },
  'openai-compatible': async (chosen, deps) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const { createOpenAI } = await import('@ai-sdk/openai')
    const { key } = chosen
    const name = 'compatible'
    const compatible = createOpenAICompatible({
      name,
      baseURL: chosen.baseUrl!,
      fetch: deps.fetch,
      includeUsage: true,
      supportsStructuredOutputs: true,
      ...(key === null ? {} : { apiKey: key }),
    })
    // Compatible servers use OpenAI's audio API, which only OpenAI's own package implements.
    const sound = createOpenAI(toAccount(chosen, deps))
    return {
      text: () => compatible(chosen.model),
      takesTools: true,
      image: () => compatible.imageModel(chosen.model),
      speech: () => sound.speech(chosen.model),
      transcription: () => sound.transcription(chosen.model),
    }
  },
  'workers-ai': async (chosen, deps) => {
    const { createModels } = await import('./workers-ai/models.ts')
    return createModels(chosen, deps.run)
  },
}

/** Loads the adapters of the chosen provider. @throws AppError `AI_NOT_CONFIGURED` without the Workers AI binding */
export const loadModels: Load = (chosen, deps) => LOAD[chosen.provider](chosen, deps)
