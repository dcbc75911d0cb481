import { isRecord } from '../failure.ts'

/** The meaning of one line of a stream. */
export type Said =
  | { readonly type: 'start'; readonly messageId: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'status'; readonly status: string }
  | { readonly type: 'partial'; readonly object: unknown }
  | {
      readonly type: 'source'
      readonly source: { readonly url: string; readonly id?: string; readonly title?: string }
    }
  | { readonly type: 'finish'; readonly finishReason: string | undefined; readonly usage: unknown }
  /** The end of a step. It is the end of everything when no other one follows. */
  | {
      readonly type: 'step'
      readonly finishReason: string | undefined
      readonly usage: unknown
      readonly isContinued: boolean
    }
  | { readonly type: 'error'; readonly message: string; readonly code: unknown }

/** Which of the two ways of saying things a line belongs to: a stream may say everything in both. */
export type Line = { readonly way: 'codes' | 'events'; readonly said: Said }

/** A line longer than this is not one of a stream of words. */
export const LINE_MAX_CHARACTERS = 8 * 1024 * 1024

/**
 * Returns the meaning of a line, or null for a code that this client does not know: it skips the line, as every reader
 * does with newer codes.
 */
export function readLine(line: string): Line | null {
  const colon = line.indexOf(':')
  if (colon < 1 || colon > 4) return null
  const code = line.slice(0, colon)
  const value = parsed(line.slice(colon + 1))
  if (value === undefined) return null
  const said = code === 'data' ? ofEvent(value) : (BY_CODE.get(code)?.(value) ?? null)
  return said === null ? null : { way: code === 'data' ? 'events' : 'codes', said }
}

const BY_CODE: ReadonlyMap<string, (value: unknown) => Said | null> = new Map([
  ['f', ofStart],
  ['0', (value) => (typeof value === 'string' ? { type: 'text', text: value } : null)],
  ['2', (value) => (Array.isArray(value) && value.length > 0 ? ofData(value[0]) : null)],
  ['h', ofSource],
  ['d', ofFinish],
  ['e', ofStepEnd],
  ['3', (value) => (typeof value === 'string' ? { type: 'error', message: value, code: undefined } : null)],
])

function ofStart(value: unknown): Said | null {
  return isRecord(value) && typeof value['messageId'] === 'string'
    ? { type: 'start', messageId: value['messageId'] }
    : null
}

/** A text is a status, anything else the partial object. */
const ofData = (item: unknown): Said =>
  typeof item === 'string' ? { type: 'status', status: item } : { type: 'partial', object: item }

function ofSource(value: unknown): Said | null {
  if (!isRecord(value) || typeof value['url'] !== 'string') return null
  const { url, id, title } = value as { url: string; id?: unknown; title?: unknown }
  return {
    type: 'source',
    source: { url, ...(typeof id === 'string' ? { id } : {}), ...(typeof title === 'string' ? { title } : {}) },
  }
}

function ofFinish(value: unknown): Said | null {
  if (!isRecord(value)) return null
  const reason = value['finishReason']
  return { type: 'finish', finishReason: typeof reason === 'string' ? reason : undefined, usage: value['usage'] }
}

/** The result of a step, or its error: some servers send that in its place. */
function ofStepEnd(value: unknown): Said | null {
  if (!isRecord(value)) return typeof value === 'string' ? { type: 'error', message: value, code: undefined } : null
  const error = value['error']
  if (typeof error === 'string') return { type: 'error', message: error, code: value['code'] }
  if (isRecord(error)) return { type: 'error', message: String(error['message'] ?? ''), code: error['code'] }
  const end = ofFinish(value)
  return end?.type === 'finish' ? { ...end, type: 'step', isContinued: value['isContinued'] === true } : null
}

function ofEvent(value: unknown): Said | null {
  if (!isRecord(value)) return null
  const text = value['delta'] ?? value['textDelta']
  switch (value['type']) {
    case 'text-delta':
      return typeof text === 'string' ? { type: 'text', text } : null
    case 'data-object':
      return { type: 'partial', object: value['data'] }
    case 'source-url':
      return ofSource(value)
    case 'finish':
      return ofFinish(value)
    case 'error':
      return typeof value['errorText'] === 'string'
        ? { type: 'error', message: value['errorText'], code: value['code'] }
        : null
    default:
      return null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
