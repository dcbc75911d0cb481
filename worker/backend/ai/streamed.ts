import { describeError, log } from '#worker/http/log.ts'
import type { Call } from './calls.ts'
import { writeFailure } from './lines.ts'

/** Heartbeat. Readers skip an empty line, and writing one detects a disconnected client. */
const HEARTBEAT = '\n'
const HEARTBEAT_EVERY_MS = 2_000

/**
 * Streams lines as a response body. It waits for the first line, so an earlier failure becomes an ordinary error
 * response. A later failure becomes an error line in the stream. When the client disconnects, the provider call is
 * canceled.
 */
export async function streamResponse(
  lines: AsyncGenerator<string>,
  call: Call,
  everyMs = HEARTBEAT_EVERY_MS,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const next = () => call.within(lines.next())
  const first = await next().catch((thrown: unknown) => {
    const fault = call.toAppError(thrown)
    call.end()
    throw fault
  })

  let pending: Promise<IteratorResult<string>> | null = Promise.resolve(first)
  let isAborted = false
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      pending ??= next()
      const result = await within(everyMs, pending).catch((thrown: unknown) => {
        if (isAborted) return DONE
        const fault = call.toAppError(thrown)
        log.info('stream broke off', { code: fault.code, cause: describeError(fault) })
        controller.enqueue(encoder.encode(writeFailure(fault)))
        return DONE
      })
      if (isAborted) return
      if (result === null) return controller.enqueue(encoder.encode(HEARTBEAT))
      pending = null
      if (!result.done) return controller.enqueue(encoder.encode(result.value))
      call.end()
      controller.close()
    },
    cancel() {
      isAborted = true
      call.stop()
      call.end()
    },
  })
}

const DONE: IteratorResult<string> = { done: true, value: undefined }

/** Returns the result of `work`, or null after `milliseconds`. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
