import { AppError, type ErrorCode } from '#shared/client/errors.ts'
import { isRecord } from '#shared/client/failure.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import { accountSetting, taskSetting } from '#worker/settings/ai.ts'
import { type Chosen, notConfiguredError } from './choice.ts'
import { getFailureCodes } from './failure-codes.ts'

/** The relevant parts of a thrown value. `text` may quote the prompt and is never passed on. */
type ProviderFailure = {
  name: string
  status: number | null
  text: string
  retryAfter: number | null
  finish: string | null
  /** True if the call itself failed, not a later download of its result. */
  isCall: boolean
}

/** Words in providers' codes for a call that the safety check blocked. */
const MODERATED =
  /moderation|content[_ -]?(?:policy|filter)|policy[_ -]?violation|safety|nsfw|responsible[_ -]?ai|prohibited|sensitive content|blocked[_ -]?(?:reason|by)/i
/** Words for a provider account without credit. The status varies between providers. */
const UNPAID = /insufficient[_ -]?(?:quota|credit|balance|funds)|billing|credit balance|payment required/i
/** Codes for an unknown key, because not every provider returns 401. */
const UNKNOWN_KEY = /api[_ -]?key[_ -]?(?:invalid|expired)/i

/** One provider has no code for missing credit; its message starts with this sentence. */
const NO_CREDIT = /"message":\s*"Your credit balance is too low/

/**
 * Maps a provider's failure to an AppError, by code and status. Configuration errors name our setting. A refusal is
 * permanent, and every other failure may be temporary.
 */
export function toProviderError(thrown: unknown, chosen: Chosen): AppError {
  if (thrown instanceof AppError) return thrown
  const failure = readFailure(thrown)
  const { status, text, retryAfter } = failure
  const cause = [chosen.provider, failure.name, status ?? 'no response'].join(' ')
  const fault = (code: ErrorCode, message?: string) =>
    new AppError(code, message, { cause, ...(retryAfter === null ? {} : { retryAfterSeconds: retryAfter }) })
  const misconfigured = (what: 'KEY' | 'MODEL') => notConfiguredError(chosen.task, getSetting(chosen, what), cause)
  const failed = () => fault('AI_FAILED', chosen.task === 'image' ? undefined : CLIENT_FAILURE.aiFailed)

  if (failure.finish === 'content-filter') return fault('AI_REFUSED', getRefusalMessage(chosen))
  if (status !== null && status >= 400 && status < 500 && MODERATED.test(text)) return fault('AI_MODERATED')
  // One provider has no codes. When it makes no picture, a short message gives the reason.
  if (status === null && failure.name !== 'Error' && text.length <= 200 && MODERATED.test(text))
    return fault('AI_MODERATED')
  if (!failure.isCall) return failed()
  if (status === 401 || status === 402 || status === 403 || UNPAID.test(text) || UNKNOWN_KEY.test(text))
    return misconfigured('KEY')
  if (status === 404) return misconfigured('MODEL')
  if (status === 408 || status === 504) return fault('AI_TIMEOUT')
  if (status === 429 || status === 503 || status === 529) return fault('AI_BUSY')
  if (status === 400 || status === 413 || status === 415 || status === 422)
    return fault('VALIDATION_ERROR', CLIENT_FAILURE.aiNotTaken)
  return failed()
}

/** Returns the message for a refusal. A refused picture uses the product's default message. */
export const getRefusalMessage = ({ task }: Pick<Chosen, 'task'>): string | undefined =>
  task === 'image' ? undefined : CLIENT_FAILURE.aiRefused

function getSetting({ provider, task }: Chosen, what: 'KEY' | 'MODEL'): string {
  if (what === 'MODEL') return taskSetting(task, 'MODEL')
  return provider === 'workers-ai' ? 'the binding AI' : accountSetting(provider, 'KEY')
}

function readFailure(thrown: unknown): ProviderFailure {
  const error = unwrap(thrown)
  const body = typeof error['responseBody'] === 'string' ? error['responseBody'] : ''
  const codes = NO_CREDIT.test(body) ? `${getFailureCodes(body)} insufficient_credit` : getFailureCodes(body)
  const headers = isRecord(error['responseHeaders']) ? error['responseHeaders'] : {}
  const retryAfter = Number(headers['retry-after'] ?? Number.NaN)
  return {
    name: typeof error['name'] === 'string' ? error['name'] : 'Error',
    status: typeof error['statusCode'] === 'number' && error['statusCode'] >= 300 ? error['statusCode'] : null,
    text: typeof error['message'] === 'string' && body === '' ? error['message'] : codes,
    retryAfter: Number.isFinite(retryAfter) ? Math.min(Math.max(0, retryAfter), 3600) : null,
    isCall: !isRecord(error['requestBodyValues']) || Object.keys(error['requestBodyValues']).length > 0,
    finish: typeof error['finishReason'] === 'string' ? error['finishReason'] : null,
  }
}

/** Unwraps an error to the inner one with a status, such as a retry's last error or a stream's cause. */
function unwrap(thrown: unknown, depth = 0): Record<string, unknown> {
  if (typeof thrown !== 'object' || thrown === null) return { message: String(thrown) }
  const error = thrown as Record<string, unknown>
  const inner = error['lastError'] ?? (error['statusCode'] === undefined ? error['cause'] : undefined)
  const hasStatus = typeof inner === 'object' && inner !== null && 'statusCode' in inner && depth < 5
  return hasStatus ? unwrap(inner, depth + 1) : error
}
