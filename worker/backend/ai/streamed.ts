import { describeError, log } from '#worker/http/log.ts'
import type { Call } from './calls.ts'
import { failing } from './lines.ts'

/** A keep-alive: readers skip an empty line, and writing one detects that the client is gone. */
const SIGN_OF_LIFE = '\n'
const SIGN_OF_LIFE_EVERY_MS = 2_000

/**
 * Lines as the body of an answer. The first is waited for, so what fails before it is an ordinary failure; what fails
 * later is an error line within the stream. A client that disconnects cancels the call to the provider.
 */
export async function streamed(
  lines: AsyncGenerator<string>,
  call: Call,
  everyMs = SIGN_OF_LIFE_EVERY_MS,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const next = () => call.within(lines.next())
  const first = await next().catch((thrown: unknown) => {
    const fault = call.toAppError(thrown)
    call.end()
    throw fault
  })

  let coming: Promise<IteratorResult<string>> | null = Promise.resolve(first)
  let isLeft = false
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      coming ??= next()
      const result = await within(everyMs, coming).catch((thrown: unknown) => {
        if (isLeft) return OVER
        const fault = call.toAppError(thrown)
        log.info('stream broke off', { code: fault.code, cause: describeError(fault) })
        controller.enqueue(encoder.encode(failing(fault)))
        return OVER
      })
      if (isLeft) return
      if (result === null) return controller.enqueue(encoder.encode(SIGN_OF_LIFE))
      coming = null
      if (!result.done) return controller.enqueue(encoder.encode(result.value))
      call.end()
      controller.close()
    },
    cancel() {
      isLeft = true
      call.stop()
      call.end()
    },
  })
}

const OVER: IteratorResult<string> = { done: true, value: undefined }

/** Returns the result of `work` within so many milliseconds, or null. */
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
