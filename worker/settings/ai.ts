import * as z from 'zod'
import { withoutEnd } from '#shared/client/without-end.ts'
import { count, listOf, optional, withDefault } from './kinds.ts'

/** The kinds of AI calls. `text` answers objects too. */
export const AI_TASKS = ['text', 'image', 'speech', 'transcription'] as const
export type AiTask = (typeof AI_TASKS)[number]

/** Services that are reached by a key of ours, with the name their settings carry. */
export const AI_ACCOUNTS = {
  openai: 'OPENAI',
  google: 'GOOGLE',
  anthropic: 'ANTHROPIC',
  fal: 'FAL',
  replicate: 'REPLICATE',
  'openai-compatible': 'COMPATIBLE',
} as const
export type AiAccount = keyof typeof AI_ACCOUNTS

/** Where each service is unless a setting says otherwise. A compatible server is nowhere by itself. */
const HOMES: Readonly<Record<AiAccount, string | null>> = {
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  anthropic: 'https://api.anthropic.com/v1',
  fal: 'https://fal.run',
  replicate: 'https://api.replicate.com/v1',
  'openai-compatible': null,
}
export type AiProvider = AiAccount | 'workers-ai'

const EVERYWHERE = ['openai', 'google', 'workers-ai', 'openai-compatible'] as const

const baseUrlOf = (text: string | undefined) => text && withoutEnd(text, '/')

/** Null: `embedded` for pictures, else none. */
export type AiTaskSettings = { readonly provider: AiProvider | null; readonly models: readonly string[] }
export type AiAccountSettings = { readonly key: string | null; readonly baseUrl: string | null }

export type AiSettings = {
  readonly tasks: Readonly<Record<AiTask, AiTaskSettings>>
  readonly accounts: Readonly<Record<AiAccount, AiAccountSettings>>
  /** How long a provider may be silent. */
  readonly timeoutMs: number
  /** Per UTC day. Pictures and calls of other kinds are counted apart. */
  readonly perDay: { readonly visitorCalls: number; readonly pictures: number; readonly calls: number }
}

const provider = <T extends string = never>(...more: T[]) => optional(z.enum([...EVERYWHERE, ...more]))
/** The first is used unless a caller names another. */
const models = (task: AiTask) =>
  listOf(z.string()).describe(
    `the model for ${task}, and after it others that callers may name; the service key may name any`,
  )
const key = z.lazy(() => optional(z.string()).describe('secret: the key of this provider'))
const baseUrl = z.lazy(() =>
  optional(z.url({ protocol: /^https?$/ })).describe('another address of its API; plain HTTP only _local_'),
)

/** Paid calls of all callers together, per UTC day: beyond it nothing is bought until tomorrow. */
const CEILING = 2000
const CALLS_PER_VISITOR = 50

/** The `AI_*` settings, for the one object that all settings are parsed by. */
export const AiVars = z.lazy(() =>
  z.object({
    AI_TEXT_PROVIDER: provider('anthropic').describe('texts and objects'),
    AI_TEXT_MODEL: models('text'),
    AI_IMAGE_PROVIDER: withDefault(
      z.enum(['embedded', ...EVERYWHERE, 'fal', 'replicate']).default('embedded'),
    ).describe('pictures. When an outside model fails, the embedded artist is offered, never substituted silently'),
    AI_IMAGE_MODEL: models('image'),
    AI_SPEECH_PROVIDER: provider().describe('texts to speech'),
    AI_SPEECH_MODEL: models('speech'),
    AI_TRANSCRIPTION_PROVIDER: provider().describe('recordings to text'),
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
      'where a compatible server is: it has no address of its own; plain HTTP only _local_',
    ),
    AI_TIMEOUT_SECONDS: withDefault(z.coerce.number().positive().max(85).default(80)).describe(
      'how long a provider may send nothing; 85 at most',
    ),
    AI_CALLS_PER_VISITOR_PER_DAY: count(CALLS_PER_VISITOR).describe(
      'paid calls of one visitor, one at a time, each step of a model with tools counted; one network gets three tenths of the ceiling',
    ),
    AI_DAILY_CALL_CEILING: count(CEILING).describe('paid calls of all callers per UTC day, pictures apart; 0: none'),
    DAILY_GENERATION_CEILING: count(CEILING).describe('paid pictures of all callers per UTC day; 0: none'),
  }),
)
export type AiVars = z.infer<typeof AiVars>

/** The name of the setting that holds an account's key or address. */
export const accountSetting = <W extends 'KEY' | 'BASE_URL'>(account: AiAccount, what: W) =>
  `AI_${AI_ACCOUNTS[account]}_${what}` as const

export const taskSetting = <W extends 'PROVIDER' | 'MODEL'>(task: AiTask, what: W) =>
  `AI_${task.toUpperCase() as Uppercase<AiTask>}_${what}` as const

/** Addresses that would carry a key in the clear; only stand-ins on this machine may. */
export const plainAiAddresses = (vars: AiVars): string[] =>
  accounts()
    .map((account) => accountSetting(account, 'BASE_URL'))
    .filter((name) => vars[name]?.startsWith('http:'))

/** @param factor what limits are multiplied by */
export function aiSettingsOf(vars: AiVars, factor: number): AiSettings {
  const taskOf = (task: AiTask): AiTaskSettings => {
    const chosen = vars[taskSetting(task, 'PROVIDER')]
    return {
      provider: chosen === undefined || chosen === 'embedded' ? null : chosen,
      models: vars[taskSetting(task, 'MODEL')],
    }
  }
  const accountOf = (account: AiAccount): AiAccountSettings => ({
    key: vars[accountSetting(account, 'KEY')] ?? null,
    baseUrl: baseUrlOf(vars[accountSetting(account, 'BASE_URL')]) ?? HOMES[account],
  })
  return {
    tasks: Object.fromEntries(AI_TASKS.map((task) => [task, taskOf(task)])) as AiSettings['tasks'],
    accounts: Object.fromEntries(accounts().map((name) => [name, accountOf(name)])) as AiSettings['accounts'],
    timeoutMs: vars.AI_TIMEOUT_SECONDS * 1000,
    perDay: {
      visitorCalls: vars.AI_CALLS_PER_VISITOR_PER_DAY * factor,
      pictures: vars.DAILY_GENERATION_CEILING * factor,
      calls: vars.AI_DAILY_CALL_CEILING * factor,
    },
  }
}

/** As people know them. */
const NAMES: Readonly<Record<Exclude<AiProvider, 'openai-compatible'>, string>> = {
  openai: 'OpenAI',
  google: 'Google',
  anthropic: 'Anthropic',
  fal: 'fal',
  replicate: 'Replicate',
  'workers-ai': 'Cloudflare',
}

/**
 * The name of the service that is sent the photos: a server that is not a service's own is named by its host. Null:
 * none.
 */
export function imageServiceOf(vars: AiVars): string | null {
  const { provider } = aiSettingsOf(vars, 1).tasks.image
  if (provider === null) return null
  const baseUrl = provider === 'workers-ai' ? undefined : vars[accountSetting(provider, 'BASE_URL')]
  if (baseUrl !== undefined) return new URL(baseUrl).host
  return provider === 'openai-compatible' ? 'an AI service' : NAMES[provider]
}

const accounts = () => Object.keys(AI_ACCOUNTS) as AiAccount[]
