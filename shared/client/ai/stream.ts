import { AppError, isErrorCode } from '../errors.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import { LINE_MAX_CHARACTERS, readLine, type StreamEvent } from './lines.ts'

/**
 * Reads a stream to its end and reports its events. Chunks may be split anywhere, even inside a character.
 *
 * @param onEvent called with every event but the last; if it throws, reading stops and the error is rethrown
 * @returns the finish event
 * @throws AppError of kind `ai`: the stream's own error, or `NETWORK_ERROR` when it ended without a finish event
 */
export async function readStream(
  body: ReadableStream<Uint8Array> | null,
  onEvent: (event: Exclude<StreamEvent, { type: 'error' | 'finish' | 'step' }>) => void,
): Promise<Extract<StreamEvent, { type: 'finish' }>> {
  let format: 'codes' | 'events' | null = null
  let failure: AppError | null = null
  let step: Extract<StreamEvent, { type: 'step' }> | null = null
  for await (const text of readLines(body)) {
    const line = readLine(text)
    if (line === null) continue
    const { event } = line
    if (event.type === 'error') {
      failure = toError(event)
      // Servers send a failure in two formats; only this one has the code.
      if (isErrorCode(event.code)) throw failure
    }
    // A server that sends both formats sends everything twice. Only the first format seen is read.
    if (failure !== null || event.type === 'error' || (format !== null && line.format !== format)) continue
    format = line.format
    if (event.type === 'finish') return event
    step = event.type === 'step' ? event : null
    if (event.type !== 'step') onEvent(event)
  }
  if (failure === null && step !== null && !step.isContinued) return { ...step, type: 'finish' }
  throw failure ?? new AppError('NETWORK_ERROR', CLIENT_FAILURE.streamCut, { kind: 'ai' })
}

const toError = ({ message, code }: Extract<StreamEvent, { type: 'error' }>): AppError =>
  new AppError(isErrorCode(code) ? code : 'AI_FAILED', message, { kind: 'ai' })

/** Yields lines without their line breaks. Leaving the loop early cancels the stream. */
async function* readLines(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  if (body === null) return
  const reader = body.getReader()
  // Keeps byte order marks and strips only the first: workerd's decoder would drop one at the start of any chunk.
  const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
  let isStart = true
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const text = decoder.decode(value, { stream: !done })
      const lines = (rest + (isStart ? text.replace(/^\uFEFF/, '') : text)).split('\n')
      isStart &&= text === ''
      rest = lines.pop()!
      if (rest.length > LINE_MAX_CHARACTERS)
        throw new AppError('AI_FAILED', CLIENT_FAILURE.unreadableAnswer, { kind: 'ai' })
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
      if (done) break
    }
    if (rest !== '') yield rest
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
