import * as z from 'zod'

/** What can be asked of an AI. `text` answers objects too. */
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

/** Null: `embedded` for pictures, else nobody. */
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

const blankAsMissing = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(kind: T) => z.preprocess(blankAsMissing, kind.optional())
const count = (byDefault: number) =>
  z.preprocess(blankAsMissing, z.coerce.number().int().nonnegative().default(byDefault))
const provider = <T extends string = never>(...more: T[]) => optional(z.enum([...EVERYWHERE, ...more]))
/** The first is used unless a caller names another; blanks and commas between them. */
const models = z.lazy(() =>
  z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((name) => name !== '')),
)
const key = z.lazy(() => optional(z.string()))
const baseUrl = z.lazy(() => optional(z.url({ protocol: /^https?$/ })))

/** Paid calls of anybody, per UTC day: beyond it nothing is bought until tomorrow. */
const CEILING = 2000
const CALLS_PER_VISITOR = 50

/** The `AI_*` settings, for the one object that all settings are parsed by. */
export const AiVars = z.lazy(() =>
  z.object({
    AI_TEXT_PROVIDER: provider('anthropic'),
    AI_TEXT_MODEL: models,
    AI_IMAGE_PROVIDER: z.preprocess(
      blankAsMissing,
      z.enum(['embedded', ...EVERYWHERE, 'fal', 'replicate']).default('embedded'),
    ),
    AI_IMAGE_MODEL: models,
    AI_SPEECH_PROVIDER: provider(),
    AI_SPEECH_MODEL: models,
    AI_TRANSCRIPTION_PROVIDER: provider(),
    AI_TRANSCRIPTION_MODEL: models,
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
    AI_COMPATIBLE_KEY: key,
    AI_COMPATIBLE_BASE_URL: baseUrl,
    AI_TIMEOUT_SECONDS: z.preprocess(blankAsMissing, z.coerce.number().positive().max(85).default(80)),
    AI_CALLS_PER_VISITOR_PER_DAY: count(CALLS_PER_VISITOR),
    AI_DAILY_CALL_CEILING: count(CEILING),
    DAILY_GENERATION_CEILING: count(CEILING),
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
    baseUrl: vars[accountSetting(account, 'BASE_URL')]?.replace(/\/+$/, '') ?? HOMES[account],
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

const accounts = () => Object.keys(AI_ACCOUNTS) as AiAccount[]
