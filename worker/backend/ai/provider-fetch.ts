import { AppError } from '#shared/client/errors.ts'

/** A picture comes as text a third longer than it is, and up to four of them at once. */
const ANSWER_MAX_BYTES = 24 * 1024 * 1024

/**
 * `fetch` for providers: what they answer is read no further than an isolate has room for, and they send nobody
 * elsewhere with our key.
 */
export const createProviderFetch =
  (send: typeof fetch, maxBytes = ANSWER_MAX_BYTES): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, { redirect: 'manual', ...init })
    const tooLong = () =>
      new AppError('AI_FAILED', undefined, { cause: `a provider answered more than ${maxBytes} bytes` })
    if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) {
      await answer.body?.cancel()
      throw tooLong()
    }
    let bytes = 0
    const counted = answer.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength
          if (bytes > maxBytes) controller.error(tooLong())
          else controller.enqueue(chunk)
        },
      }),
    )
    return new Response(counted ?? null, answer)
  }
