import { isRecord } from '../failure.ts'

/** The meaning of one line of a stream. */
export type StreamEvent =
  | { readonly type: 'start'; readonly messageId: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'status'; readonly status: string }
  | { readonly type: 'partial'; readonly object: unknown }
  | {
      readonly type: 'source'
      readonly source: { readonly url: string; readonly id?: string; readonly title?: string }
    }
  | { readonly type: 'finish'; readonly finishReason: string | undefined; readonly usage: unknown }
  /** The end of a step, and of the stream when no other step follows. */
  | {
      readonly type: 'step'
      readonly finishReason: string | undefined
      readonly usage: unknown
      readonly isContinued: boolean
    }
  | { readonly type: 'error'; readonly message: string; readonly code: unknown }

/** A parsed line and its format. A stream may send everything in both formats. */
export type Line = { readonly format: 'codes' | 'events'; readonly event: StreamEvent }

/** A longer line fails the stream. */
export const LINE_MAX_CHARACTERS = 8 * 1024 * 1024

/**
 * Parses a line. Returns null for an unknown code, so that readers skip codes newer than they are.
 */
export function readLine(line: string): Line | null {
  const colon = line.indexOf(':')
  if (colon < 1 || colon > 4) return null
  const code = line.slice(0, colon)
  const value = parseJson(line.slice(colon + 1))
  if (value === undefined) return null
  const event = code === 'data' ? parseEvent(value) : (BY_CODE.get(code)?.(value) ?? null)
  return event === null ? null : { format: code === 'data' ? 'events' : 'codes', event }
}

const BY_CODE: ReadonlyMap<string, (value: unknown) => StreamEvent | null> = new Map([
  ['f', parseStart],
  ['0', (value) => (typeof value === 'string' ? { type: 'text', text: value } : null)],
  ['2', (value) => (Array.isArray(value) && value.length > 0 ? parseData(value[0]) : null)],
  ['h', parseSource],
  ['d', parseFinish],
  ['e', parseStepEnd],
  ['3', (value) => (typeof value === 'string' ? { type: 'error', message: value, code: undefined } : null)],
])

function parseStart(value: unknown): StreamEvent | null {
  return isRecord(value) && typeof value['messageId'] === 'string'
    ? { type: 'start', messageId: value['messageId'] }
    : null
}

/** A text is a status, anything else the partial object. */
const parseData = (item: unknown): StreamEvent =>
  typeof item === 'string' ? { type: 'status', status: item } : { type: 'partial', object: item }

function parseSource(value: unknown): StreamEvent | null {
  if (!isRecord(value) || typeof value['url'] !== 'string') return null
  const { url, id, title } = value as { url: string; id?: unknown; title?: unknown }
  return {
    type: 'source',
    source: { url, ...(typeof id === 'string' ? { id } : {}), ...(typeof title === 'string' ? { title } : {}) },
  }
}

function parseFinish(value: unknown): StreamEvent | null {
  if (!isRecord(value)) return null
  const reason = value['finishReason']
  return { type: 'finish', finishReason: typeof reason === 'string' ? reason : undefined, usage: value['usage'] }
}

/** Parses a step's result, or the error that some servers send instead. */
function parseStepEnd(value: unknown): StreamEvent | null {
  if (!isRecord(value)) return typeof value === 'string' ? { type: 'error', message: value, code: undefined } : null
  const error = value['error']
  if (typeof error === 'string') return { type: 'error', message: error, code: value['code'] }
  if (isRecord(error)) return { type: 'error', message: String(error['message'] ?? ''), code: error['code'] }
  const end = parseFinish(value)
  return end?.type === 'finish' ? { ...end, type: 'step', isContinued: value['isContinued'] === true } : null
}

function parseEvent(value: unknown): StreamEvent | null {
  if (!isRecord(value)) return null
  const text = value['delta'] ?? value['textDelta']
  switch (value['type']) {
    case 'text-delta':
      return typeof text === 'string' ? { type: 'text', text } : null
    case 'data-object':
      return { type: 'partial', object: value['data'] }
    case 'source-url':
      return parseSource(value)
    case 'finish':
      return parseFinish(value)
    case 'error':
      return typeof value['errorText'] === 'string'
        ? { type: 'error', message: value['errorText'], code: value['code'] }
        : null
    default:
      return null
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
