import { isRecord } from '#shared/client/failure.ts'

/** Fields that hold machine-readable codes in providers' responses. */
const CODE_FIELDS = new Set(['code', 'type', 'status', 'reason', 'blockReason', 'finishReason', 'finish_reason'])
/** A code has no spaces, which tells it from a sentence. */
const CODE = /^[\w.:-]{1,80}$/
/** Fields in which some providers echo the request. */
const QUOTED = new Set(['input', 'ctx', 'prompt', 'request'])
const DEPTH_MAX = 5
const BODY_MAX_CHARACTERS = 64 * 1024

/**
 * Returns the codes in a provider's error response, separated by spaces. Sentences are ignored: they may quote the
 * prompt, which says nothing about the failure.
 *
 * @param body the response body, JSON or not
 */
export function getFailureCodes(body: string): string {
  if (body.length > BODY_MAX_CHARACTERS) return ''
  try {
    return findCodes(JSON.parse(body), 0).join(' ')
  } catch {
    return ''
  }
}

function findCodes(value: unknown, depth: number): string[] {
  if (depth > DEPTH_MAX) return []
  if (Array.isArray(value)) return value.slice(0, 20).flatMap((item) => findCodes(item, depth + 1))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, field]) => {
    if (typeof field === 'string') return CODE_FIELDS.has(name) && CODE.test(field) ? [field] : []
    return QUOTED.has(name) ? [] : findCodes(field, depth + 1)
  })
}

/** Codes that report a refusal next to an empty result. */
const REFUSED = /SAFETY|PROHIBITED|BLOCKLIST|content[_-]filter|IMAGE_OTHER|RECITATION|SPII/

/** True if the metadata of an empty result reports a refusal. */
export const isRefusal = (metadata: unknown): boolean => REFUSED.test(getFailureCodes(JSON.stringify(metadata ?? {})))
