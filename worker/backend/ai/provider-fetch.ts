import { AppError, type ErrorCode } from '#shared/client/errors.ts'
import { Guard, type GuardDeps } from '#worker/http/outbound/guarded-fetch.ts'

/** All answers of one call together: a picture comes as text a third longer than it is, and up to four at once. */
const ANSWERS_MAX_BYTES = 24 * 1024 * 1024
/** Limits for a picture on another host, and their number per call. */
const ELSEWHERE_MS = 60_000
const ELSEWHERE_MAX = 16

export type ProviderFetchDeps = GuardDeps & { readonly maxBytes?: number }

/** Fetch of one call to its provider. @param baseUrl the provider's address; null: none */
export type ReachProvider = (baseUrl: string | null) => typeof fetch

/**
 * `fetch` for one call of a provider: what it answers is read no further than an isolate has room for, and it sends
 * never another host with our key. An address that it names elsewhere is untrusted, and is read by the SSRF guard
 * alone, and only where the internet may be.
 */
export function createProviderFetch({ maxBytes = ANSWERS_MAX_BYTES, ...deps }: ProviderFetchDeps): ReachProvider {
  return (baseUrl) => {
    const send = createCountedFetch(deps.send, maxBytes)
    const guard = new Guard({ ...deps, send })
    let elsewhere = 0

    return async (input, init) => {
      const address = input instanceof Request ? input.url : String(input)
      if (isWithin(address, baseUrl)) return send(input, { redirect: 'manual', ...init })
      if ((init?.method ?? 'GET') !== 'GET') throw fault('AI_FAILED', 'a provider sends us on with what it was asked')
      if (++elsewhere > ELSEWHERE_MAX) throw fault('AI_FAILED', 'a provider names more and more addresses')
      const until = init?.signal ? { signal: init.signal } : {}
      const { status, headers, bytes } = await guard
        .fetch(address, { maxBytes, timeoutMs: ELSEWHERE_MS, ...until })
        .catch((thrown: unknown) => {
          throw toUpstreamError(thrown)
        })
      const type = headers.get('content-type')
      return new Response(bytes.byteLength === 0 ? null : bytes, {
        status,
        headers: type === null ? {} : { 'content-type': type },
      })
    }
  }
}

/** True for where the provider itself is, and for an address that is what it stands for. */
function isWithin(address: string, baseUrl: string | null): boolean {
  const url = URL.parse(address)
  return url !== null && (url.protocol === 'data:' || url.origin === URL.parse(baseUrl ?? '')?.origin)
}

/** Counts what comes by all of its answers together. */
function createCountedFetch(send: typeof fetch, maxBytes: number): typeof fetch {
  let left = maxBytes
  const tooLong = () => fault('AI_FAILED', `a provider answered more than ${maxBytes} bytes`)

  return async (input, init) => {
    const answer = await send(input, init)
    if (Number(answer.headers.get('content-length') ?? 0) > left) {
      void answer.body?.cancel().catch(() => undefined)
      throw tooLong()
    }
    const counted = answer.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          left -= chunk.byteLength
          if (left < 0) controller.error(tooLong())
          else controller.enqueue(chunk)
        },
      }),
    )
    return new Response(counted ?? null, answer)
  }
}

const fault = (code: ErrorCode, cause: string) => new AppError(code, undefined, { cause })

/** The caller named no address, so a bad one is the provider's failure. */
function toUpstreamError(thrown: unknown): unknown {
  if (!(thrown instanceof AppError) || thrown.code.startsWith('AI_')) return thrown
  return fault(thrown.code === 'UPSTREAM_TIMEOUT' ? 'AI_TIMEOUT' : 'AI_FAILED', `a picture elsewhere: ${thrown.code}`)
}
