import { describeError, log } from '#worker/http/log.ts'
import type { Call } from './calls.ts'
import { failing } from './lines.ts'

/**
 * Lines as the body of an answer. The first is waited for, so what fails before it is an ordinary failure; what fails
 * later is said within the stream. Whoever stops reading ends the call of the provider.
 */
export async function streamed(lines: AsyncGenerator<string>, call: Call): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const next = async () => {
    const { done, value } = await call.within(lines.next())
    return done ? null : encoder.encode(value)
  }

  let first: Uint8Array | null
  try {
    first = await next()
  } catch (thrown) {
    call.end()
    throw call.faultOf(thrown)
  }

  let isLeft = false
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const chunk = first ?? (await next())
        first = null
        if (chunk !== null) return controller.enqueue(chunk)
      } catch (thrown) {
        if (isLeft) return
        const fault = call.faultOf(thrown)
        log.info('stream broke off', { code: fault.code, cause: describeError(fault) })
        controller.enqueue(encoder.encode(failing(fault)))
      }
      if (isLeft) return
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
