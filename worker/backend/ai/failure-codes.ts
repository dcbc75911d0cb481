import { isRecord } from '#shared/client/failure.ts'

/** The fields in which providers put what a program is to read. */
const CODE_FIELDS = new Set(['code', 'type', 'status', 'reason', 'blockReason', 'finishReason', 'finish_reason'])
/** A code has no sentence in it. */
const CODE = /^[\w.:-]{1,80}$/
/** Fields in which some providers quote their input. */
const QUOTED = new Set(['input', 'ctx', 'prompt', 'request'])
const DEPTH_MAX = 5
const BODY_MAX_CHARACTERS = 64 * 1024

/**
 * The codes of a provider's failure, with blanks between them. Its sentences are not read: they may quote a prompt,
 * whose text says nothing about why the call failed.
 *
 * @param body what the provider answered, JSON or not
 */
export function codesIn(body: string): string {
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

/** Codes by which a provider reports a refusal beside an empty answer. */
const REFUSED = /SAFETY|PROHIBITED|BLOCKLIST|content[_-]filter|IMAGE_OTHER|RECITATION|SPII/

/** True when what a provider told beside an empty answer says that it will not give one. */
export const tellsRefusal = (metadata: unknown): boolean => REFUSED.test(codesIn(JSON.stringify(metadata ?? {})))
