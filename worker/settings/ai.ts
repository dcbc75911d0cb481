import * as z from 'zod'
import { trimTrailing } from '#shared/client/without-end.ts'
import { count, optional, separatedList, withDefault } from './kinds.ts'

/** Kinds of AI calls. `text` covers structured objects too. */
export const AI_TASKS = ['text', 'image', 'speech', 'transcription'] as const
export type AiTask = (typeof AI_TASKS)[number]

/** Services that need an API key, with the name in their settings. */
export const AI_ACCOUNTS = {
  openai: 'OPENAI',
  google: 'GOOGLE',
  anthropic: 'ANTHROPIC',
  fal: 'FAL',
  replicate: 'REPLICATE',
  'openai-compatible': 'COMPATIBLE',
} as const
export type AiAccount = keyof typeof AI_ACCOUNTS

/** Default base URL of each service. A compatible server has none. */
const BASE_URLS: Readonly<Record<AiAccount, string | null>> = {
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  anthropic: 'https://api.anthropic.com/v1',
  fal: 'https://fal.run',
  replicate: 'https://api.replicate.com/v1',
  'openai-compatible': null,
}
export type AiProvider = AiAccount | 'workers-ai'

const EVERYWHERE = ['openai', 'google', 'workers-ai', 'openai-compatible'] as const

const toBaseUrl = (text: string | undefined) => text && trimTrailing(text, '/')

/** A null provider means the embedded artist for pictures, and no provider for other tasks. */
export type AiTaskSettings = { readonly provider: AiProvider | null; readonly models: readonly string[] }
export type AiAccountSettings = { readonly key: string | null; readonly baseUrl: string | null }

export type AiSettings = {
  readonly tasks: Readonly<Record<AiTask, AiTaskSettings>>
  readonly accounts: Readonly<Record<AiAccount, AiAccountSettings>>
  /** Time limit for a silent provider. */
  readonly timeoutMs: number
  /** Limits per UTC day. Pictures and other calls are counted separately. */
  readonly perDay: { readonly visitorCalls: number; readonly pictures: number; readonly calls: number }
}

const provider = <T extends string = never>(...more: T[]) => optional(z.enum([...EVERYWHERE, ...more]))
/** The first model is the default. Callers may name one of the others. */
const models = (task: AiTask) =>
  separatedList(z.string()).describe(`the default model for ${task}, then others that callers may name`)
const key = z.lazy(() => optional(z.string()).describe('secret: API key'))
const baseUrl = z.lazy(() => optional(z.url({ protocol: /^https?$/ })).describe('API URL; plain HTTP only _local_'))

/** Site-wide paid calls per UTC day. */
const CEILING = 2000
const CALLS_PER_VISITOR = 50

/** The `AI_*` settings, a part of the schema of all settings. */
export const AiVars = z.lazy(() =>
  z.object({
    AI_TEXT_PROVIDER: provider('anthropic').describe('text and structured objects'),
    AI_TEXT_MODEL: models('text'),
    AI_IMAGE_PROVIDER: withDefault(
      z.enum(['embedded', ...EVERYWHERE, 'fal', 'replicate']).default('embedded'),
    ).describe('pictures. If an outside model fails, the visitor is offered the embedded artist instead'),
    AI_IMAGE_MODEL: models('image'),
    AI_SPEECH_PROVIDER: provider().describe('text to speech'),
    AI_SPEECH_MODEL: models('speech'),
    AI_TRANSCRIPTION_PROVIDER: provider().describe('speech to text'),
    AI_TRANSCRIPTION_MODEL: models('transcription'),
    AI_OPENAI_KEY: key,
    AI_OPENAI_BASE_URL: baseUrl,
    AI_GOOGLE_KEY: key,
    AI_GOOGLE_BASE_URL: baseUrl,
    AI_ANTHROPIC_KEY: key,
    AI_ANTHROPIC_BASE_URL: baseUrl,
    AI_FAL_KEY: key,
    AI_FAL_BASE_URL: baseUrl,
    AI_REPLICATE_KEY: key,
    AI_REPLICATE_BASE_URL: baseUrl,
    AI_COMPATIBLE_KEY: optional(z.string()).describe('secret; a compatible server may need none'),
    AI_COMPATIBLE_BASE_URL: optional(z.url({ protocol: /^https?$/ })).describe(
      'URL of the compatible server; plain HTTP only _local_',
    ),
    AI_TIMEOUT_SECONDS: withDefault(z.coerce.number().positive().max(85).default(80)).describe(
      'timeout while a provider sends nothing; 85 at most',
    ),
    AI_CALLS_PER_VISITOR_PER_DAY: count(CALLS_PER_VISITOR).describe(
      'paid calls of one visitor, counting each step of a model with tools; one network gets 30 % of the ceiling',
    ),
    AI_DAILY_CALL_CEILING: count(CEILING).describe('site-wide paid calls per UTC day, without pictures; 0: none'),
    DAILY_GENERATION_CEILING: count(CEILING).describe('site-wide paid pictures per UTC day; 0: none'),
  }),
)
export type AiVars = z.infer<typeof AiVars>

/** Returns the name of the setting of an account's key or base URL. */
export const accountSetting = <W extends 'KEY' | 'BASE_URL'>(account: AiAccount, what: W) =>
  `AI_${AI_ACCOUNTS[account]}_${what}` as const

export const taskSetting = <W extends 'PROVIDER' | 'MODEL'>(task: AiTask, what: W) =>
  `AI_${task.toUpperCase() as Uppercase<AiTask>}_${what}` as const

/** Returns the base URLs that would send a key in the clear. They are allowed for local stand-ins only. */
export const findInsecureAiUrls = (vars: AiVars): string[] =>
  accounts()
    .map((account) => accountSetting(account, 'BASE_URL'))
    .filter((name) => vars[name]?.startsWith('http:'))

/** @param factor multiplies the limits */
export function toAiSettings(vars: AiVars, factor: number): AiSettings {
  const toTask = (task: AiTask): AiTaskSettings => {
    const chosen = vars[taskSetting(task, 'PROVIDER')]
    return {
      provider: chosen === undefined || chosen === 'embedded' ? null : chosen,
      models: vars[taskSetting(task, 'MODEL')],
    }
  }
  const toAccount = (account: AiAccount): AiAccountSettings => ({
    key: vars[accountSetting(account, 'KEY')] ?? null,
    baseUrl: toBaseUrl(vars[accountSetting(account, 'BASE_URL')]) ?? BASE_URLS[account],
  })
  return {
    tasks: Object.fromEntries(AI_TASKS.map((task) => [task, toTask(task)])) as AiSettings['tasks'],
    accounts: Object.fromEntries(accounts().map((name) => [name, toAccount(name)])) as AiSettings['accounts'],
    timeoutMs: vars.AI_TIMEOUT_SECONDS * 1000,
    perDay: {
      visitorCalls: vars.AI_CALLS_PER_VISITOR_PER_DAY * factor,
      pictures: vars.DAILY_GENERATION_CEILING * factor,
      calls: vars.AI_DAILY_CALL_CEILING * factor,
    },
  }
}

/** Display names. */
const NAMES: Readonly<Record<Exclude<AiProvider, 'openai-compatible'>, string>> = {
  openai: 'OpenAI',
  google: 'Google',
  anthropic: 'Anthropic',
  fal: 'fal',
  replicate: 'Replicate',
  'workers-ai': 'Cloudflare',
}

/** Returns the name of the service that receives the photos, or null. A custom base URL is named by its host. */
export function getImageService(vars: AiVars): string | null {
  const { provider } = toAiSettings(vars, 1).tasks.image
  if (provider === null) return null
  const baseUrl = provider === 'workers-ai' ? undefined : vars[accountSetting(provider, 'BASE_URL')]
  if (baseUrl !== undefined) return new URL(baseUrl).host
  return provider === 'openai-compatible' ? 'an AI service' : NAMES[provider]
}

const accounts = () => Object.keys(AI_ACCOUNTS) as AiAccount[]
