import { AppError, isErrorCode } from '../errors.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import { LINE_MAX_CHARACTERS, readLine, type Said } from './lines.ts'

/**
 * Reads a stream to its end and tells what its lines say. It may be cut anywhere, in the middle of a character too.
 *
 * @param hear called with everything but the end; what it throws ends the reading and is thrown on
 * @returns what was said last
 * @throws AppError of kind `ai`: what the stream says has gone wrong, or `NETWORK_ERROR` when it ended without its last word
 */
export async function readStream(
  body: ReadableStream<Uint8Array> | null,
  hear: (said: Exclude<Said, { type: 'error' | 'finish' | 'step' }>) => void,
): Promise<Extract<Said, { type: 'finish' }>> {
  let way: 'codes' | 'events' | null = null
  let failure: AppError | null = null
  let step: Extract<Said, { type: 'step' }> | null = null
  for await (const text of linesOf(body)) {
    const line = readLine(text)
    if (line === null) continue
    const { said } = line
    if (said.type === 'error') {
      failure = failureOf(said)
      // Servers send a failure in two formats; only this one has the code.
      if (isErrorCode(said.code)) throw failure
    }
    // A server that sends both formats sends everything twice: the first one seen is read.
    if (failure !== null || said.type === 'error' || (way !== null && line.way !== way)) continue
    way = line.way
    if (said.type === 'finish') return said
    step = said.type === 'step' ? said : null
    if (said.type !== 'step') hear(said)
  }
  if (failure === null && step !== null && !step.isContinued) return { ...step, type: 'finish' }
  throw failure ?? new AppError('NETWORK_ERROR', CLIENT_FAILURE.streamCut, { kind: 'ai' })
}

const failureOf = ({ message, code }: Extract<Said, { type: 'error' }>): AppError =>
  new AppError(isErrorCode(code) ? code : 'AI_FAILED', message, { kind: 'ai' })

/** Lines without their ends. Leaving early lets go of the stream. */
async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  if (body === null) return
  const reader = body.getReader()
  // Kept here and dropped at the start alone: workerd's decoder drops a byte order mark that begins any later piece.
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
