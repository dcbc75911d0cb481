import { AppError } from '#shared/client/errors.ts'
import {
  accountSetting,
  type AiAccount,
  type AiProvider,
  type AiSettings,
  type AiTask,
  taskSetting,
} from '#worker/settings/ai.ts'

/** A model and the address and key of its provider. */
export type Chosen = {
  readonly task: AiTask
  readonly provider: AiProvider
  readonly model: string
  readonly key: string | null
  readonly baseUrl: string | null
}

export type ModelRequest = {
  readonly task: AiTask
  /** The model the caller requests. */
  readonly model?: string | undefined
  /** The owner may request any model. Other callers may request those in the settings. */
  readonly isService: boolean
}

/**
 * Returns the model for a call. A task without a configured provider is disabled.
 *
 * @throws AppError `AI_NOT_CONFIGURED` naming the missing setting; `VALIDATION_ERROR` for a model that callers may not
 *   choose
 */
export function chooseModel(settings: AiSettings, { task, model: wanted, isService }: ModelRequest): Chosen {
  const { provider, models } = settings.tasks[task]
  if (provider === null) throw notConfiguredError(task, taskSetting(task, 'PROVIDER'))
  const model = wanted ?? models[0]
  if (model === undefined) throw notConfiguredError(task, taskSetting(task, 'MODEL'))
  if (wanted !== undefined && !isService && !models.includes(wanted)) throw unknownModel(models)
  if (provider === 'workers-ai') return { task, provider, model, key: null, baseUrl: null }

  const missing = findMissing(provider, settings)
  if (missing !== null) throw notConfiguredError(task, missing)
  return { task, provider, model, ...settings.accounts[provider] }
}

/** A compatible server needs a base URL but not a key. All other providers need a key but have a default URL. */
function findMissing(account: AiAccount, { accounts }: AiSettings): string | null {
  const what = account === 'openai-compatible' ? 'BASE_URL' : 'KEY'
  const value = what === 'KEY' ? accounts[account].key : accounts[account].baseUrl
  return value === null ? accountSetting(account, what) : null
}

export const notConfiguredError = (task: AiTask, setting: string, cause?: unknown): AppError =>
  new AppError('AI_NOT_CONFIGURED', `AI ${task} is not configured: ${setting} is missing or invalid.`, {
    details: [{ path: setting, message: 'is missing or invalid' }],
    ...(cause === undefined ? {} : { cause }),
  })

const unknownModel = (models: readonly string[]) =>
  new AppError('VALIDATION_ERROR', undefined, {
    details: [
      { path: 'model', message: models.length === 0 ? 'cannot be chosen' : `must be one of ${models.join(', ')}` },
    ],
  })
