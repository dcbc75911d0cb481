import { AppError, type ErrorCode } from '#shared/client/errors.ts'
import { Guard, type GuardDeps } from '#worker/http/outbound/guarded-fetch.ts'

/** Maximum total size of one call's responses. Base64 makes a picture a third larger, and up to four come at once. */
const RESPONSES_MAX_BYTES = 24 * 1024 * 1024
/** Time limit for a download from another host, and the number of such downloads per call. */
const OTHER_HOST_MS = 60_000
const OTHER_HOSTS_MAX = 16

export type ProviderFetchDeps = GuardDeps & { readonly maxBytes?: number }

/** Returns the `fetch` for one call. @param baseUrl the provider's base URL, or null */
export type ReachProvider = (baseUrl: string | null) => typeof fetch

/**
 * Creates the `fetch` for provider calls. It limits the total response size to what fits in an isolate's memory, and
 * never sends our key to another host. URLs on other hosts are untrusted, so they go through the SSRF guard.
 */
export function createProviderFetch({ maxBytes = RESPONSES_MAX_BYTES, ...deps }: ProviderFetchDeps): ReachProvider {
  return (baseUrl) => {
    const send = createCountedFetch(deps.send, maxBytes)
    const guard = new Guard({ ...deps, send })
    let otherHosts = 0

    return async (input, init) => {
      const address = input instanceof Request ? input.url : String(input)
      if (isWithin(address, baseUrl)) return send(input, { redirect: 'manual', ...init })
      if ((init?.method ?? 'GET') !== 'GET')
        throw fault('AI_FAILED', 'the provider redirects the request to another host')
      if (++otherHosts > OTHER_HOSTS_MAX) throw fault('AI_FAILED', 'the provider names too many URLs')
      const until = init?.signal ? { signal: init.signal } : {}
      const { status, headers, bytes } = await guard
        .fetch(address, { maxBytes, timeoutMs: OTHER_HOST_MS, ...until })
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

/** True for URLs on the provider's own origin and for data URLs. */
function isWithin(address: string, baseUrl: string | null): boolean {
  const url = URL.parse(address)
  return url !== null && (url.protocol === 'data:' || url.origin === URL.parse(baseUrl ?? '')?.origin)
}

/** Wraps `send` to limit the total size of all responses. */
function createCountedFetch(send: typeof fetch, maxBytes: number): typeof fetch {
  let left = maxBytes
  const tooLong = () => fault('AI_FAILED', `the provider sent more than ${maxBytes} bytes`)

  return async (input, init) => {
    const response = await send(input, init)
    if (Number(response.headers.get('content-length') ?? 0) > left) {
      void response.body?.cancel().catch(() => undefined)
      throw tooLong()
    }
    const counted = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          left -= chunk.byteLength
          if (left < 0) controller.error(tooLong())
          else controller.enqueue(chunk)
        },
      }),
    )
    return new Response(counted ?? null, response)
  }
}

const fault = (code: ErrorCode, cause: string) => new AppError(code, undefined, { cause })

/** The URL came from the provider, not the caller, so a bad one is the provider's failure. */
function toUpstreamError(thrown: unknown): unknown {
  if (!(thrown instanceof AppError) || thrown.code.startsWith('AI_')) return thrown
  return fault(
    thrown.code === 'UPSTREAM_TIMEOUT' ? 'AI_TIMEOUT' : 'AI_FAILED',
    `a picture on another host: ${thrown.code}`,
  )
}
