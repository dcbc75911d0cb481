import { isRecord } from '#shared/client/failure.ts'

/** The fields in which providers put what a program is to read. */
const CODE_FIELDS = new Set(['code', 'type', 'status', 'reason', 'blockReason', 'finishReason', 'finish_reason'])
/** A code has no sentence in it. */
const CODE = /^[\w.:-]{1,80}$/
/** Where some quote what they were sent. */
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
    return codesOf(JSON.parse(body), 0).join(' ')
  } catch {
    return ''
  }
}

function codesOf(value: unknown, depth: number): string[] {
  if (depth > DEPTH_MAX) return []
  if (Array.isArray(value)) return value.slice(0, 20).flatMap((item) => codesOf(item, depth + 1))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, field]) => {
    if (typeof field === 'string') return CODE_FIELDS.has(name) && CODE.test(field) ? [field] : []
    return QUOTED.has(name) ? [] : codesOf(field, depth + 1)
  })
}

/** How a provider says in passing why it has made nothing. */
const REFUSED = /SAFETY|PROHIBITED|BLOCKLIST|content[_-]filter|IMAGE_OTHER|RECITATION|SPII/

/** True when what a provider told beside an empty answer says that it will not give one. */
export const tellsRefusal = (told: unknown): boolean => REFUSED.test(codesIn(JSON.stringify(told ?? {})))
