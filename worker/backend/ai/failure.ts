import { AppError, type ErrorCode } from '#shared/client/errors.ts'
import { isRecord } from '#shared/client/failure.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import { accountSetting, taskSetting } from '#worker/settings/ai.ts'
import { type Chosen, notConfigured } from './choice.ts'
import { codesIn } from './failure-codes.ts'

/** The parts of a thrown value that are read. Its text may quote the prompt and is never passed on. */
type Thrown = {
  name: string
  status: number | null
  words: string
  retryAfter: number | null
  finish: string | null
  /** The call itself, not the fetching of something it has made. */
  isCall: boolean
}

/** The words by which providers say that their safety check stopped a call. Looked for in codes. */
const MODERATED =
  /moderation|content[_ -]?(?:policy|filter)|policy[_ -]?violation|safety|nsfw|responsible[_ -]?ai|prohibited|sensitive content|blocked[_ -]?(?:reason|by)/i
/** A provider account without credit, whatever status the provider answers with. */
const UNPAID = /insufficient[_ -]?(?:quota|credit|balance|funds)|billing|credit balance|payment required/i
/** Not every provider answers 401 to an unknown key. */
const UNKNOWN_KEY = /api[_ -]?key[_ -]?(?:invalid|expired)/i

/** One has no code for it and begins its sentence so. */
const BROKE = /"message":\s*"Your credit balance is too low/

/**
 * Maps a provider's failure to one for the caller, by code and status. Only ours is to be fixed by us,
 * a refusal will be a refusal again, and the rest may pass.
 */
export function toProviderError(thrown: unknown, chosen: Chosen): AppError {
  if (thrown instanceof AppError) return thrown
  const seen = lookAt(thrown)
  const cause = [chosen.provider, seen.name, seen.status ?? 'no answer'].join(' ')
  const fault = (code: ErrorCode, message?: string) =>
    new AppError(code, message, { cause, ...(seen.retryAfter === null ? {} : { retryAfterSeconds: seen.retryAfter }) })
  const ours = (what: 'KEY' | 'MODEL') => notConfigured(chosen.task, getSetting(chosen, what), cause)
  const broken = () => fault('AI_FAILED', chosen.task === 'image' ? undefined : CLIENT_FAILURE.aiFailed)
  const { status, words } = seen

  if (seen.finish === 'content-filter') return fault('AI_REFUSED', refusalText(chosen))
  if (status !== null && status >= 400 && status < 500 && MODERATED.test(words)) return fault('AI_MODERATED')
  // One provider has no codes: a picture that was not made says in a word or two why.
  if (status === null && seen.name !== 'Error' && words.length <= 200 && MODERATED.test(words))
    return fault('AI_MODERATED')
  if (!seen.isCall) return broken()
  if (status === 401 || status === 402 || status === 403 || UNPAID.test(words) || UNKNOWN_KEY.test(words))
    return ours('KEY')
  if (status === 404) return ours('MODEL')
  if (status === 408 || status === 504) return fault('AI_TIMEOUT')
  if (status === 429 || status === 503 || status === 529) return fault('AI_BUSY')
  if (status === 400 || status === 413 || status === 415 || status === 422)
    return fault('VALIDATION_ERROR', CLIENT_FAILURE.aiNotTaken)
  return broken()
}

/** The sentence about a picture is the product's own. */
export const refusalText = ({ task }: Pick<Chosen, 'task'>): string | undefined =>
  task === 'image' ? undefined : CLIENT_FAILURE.aiRefused

function getSetting({ provider, task }: Chosen, what: 'KEY' | 'MODEL'): string {
  if (what === 'MODEL') return taskSetting(task, 'MODEL')
  return provider === 'workers-ai' ? 'the binding AI' : accountSetting(provider, 'KEY')
}

function lookAt(thrown: unknown): Thrown {
  const error = innermost(thrown)
  const body = typeof error['responseBody'] === 'string' ? error['responseBody'] : ''
  const codes = BROKE.test(body) ? `${codesIn(body)} insufficient_credit` : codesIn(body)
  const headers = isRecord(error['responseHeaders']) ? error['responseHeaders'] : {}
  const retryAfter = Number(headers['retry-after'] ?? Number.NaN)
  return {
    name: typeof error['name'] === 'string' ? error['name'] : 'Error',
    status: typeof error['statusCode'] === 'number' && error['statusCode'] >= 300 ? error['statusCode'] : null,
    words: typeof error['message'] === 'string' && body === '' ? error['message'] : codes,
    retryAfter: Number.isFinite(retryAfter) ? Math.min(Math.max(0, retryAfter), 3600) : null,
    isCall: !isRecord(error['requestBodyValues']) || Object.keys(error['requestBodyValues']).length > 0,
    finish: typeof error['finishReason'] === 'string' ? error['finishReason'] : null,
  }
}

/** Some failures are wrapped in others: the last of several tries, what stopped a stream. */
function innermost(thrown: unknown, depth = 0): Record<string, unknown> {
  if (typeof thrown !== 'object' || thrown === null) return { message: String(thrown) }
  const error = thrown as Record<string, unknown>
  const inner = error['lastError'] ?? (error['statusCode'] === undefined ? error['cause'] : undefined)
  const isTelling = typeof inner === 'object' && inner !== null && 'statusCode' in inner && depth < 5
  return isTelling ? innermost(inner, depth + 1) : error
}
