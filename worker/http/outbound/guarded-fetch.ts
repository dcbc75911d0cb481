import { AppError } from '#shared/client/errors.ts'
import { isLoopbackAddress, isPublicAddress } from './address-rules.ts'
import { orAborted, readLimited } from './read-limited.ts'
import { type Hop, locationOf, nextHop, tellable } from './redirect.ts'
import type { ResolveHost } from './resolve-host.ts'
import { readTarget, type TargetRules } from './target.ts'

const MAX_BYTES = 10 * 1024 * 1024
const TIMEOUT_MS = 15_000
const MAX_REDIRECTS = 5
const USER_AGENT = 'fantasy-football-cards'

export type GuardDeps = TargetRules & {
  readonly send: typeof fetch
  readonly resolve: ResolveHost
}

export type GuardedRequest = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | null
  /** The largest unpacked answer. */
  readonly maxBytes?: number
  /** For everything: names, redirects and the last byte. */
  readonly timeoutMs?: number
  /** Ends it before its time. */
  readonly signal?: AbortSignal
  /** False for callers that handle redirects themselves: then a redirect is an answer. */
  readonly followsRedirects?: boolean
  /** Puts secrets in, once it is known where the first request goes. Other origins get none of it. */
  readonly prepare?: (url: URL, hop: Hop) => { readonly url: URL; readonly hop: Hop }
}

/** An answer that has been read to its end. */
export type GuardedAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Where the answer was in the end. */
  readonly url: URL
}

export type Guard = ReturnType<typeof createGuard>

/**
 * SSRF guard: the only way to request addresses that a caller or another service names. The platform resolves a name
 * again when it connects, so a name that changes within that moment is the platform's to refuse.
 */
export function createGuard({ send, resolve, ...rules }: GuardDeps) {
  const isAllowed = (address: string) => isPublicAddress(address) || (rules.allowLoopback && isLoopbackAddress(address))

  /**
   * Judges an address and, if it has a name, everything that the name stands for.
   * @throws AppError `ADDRESS_REFUSED`
   */
  async function admit(text: string, signal: AbortSignal, base?: URL): Promise<URL> {
    const { url, name } = readTarget(text, rules, base)
    if (name === null) return url
    const addresses = await orAborted(resolve(name, signal), signal).catch((cause: unknown) => {
      throw signal.aborted
        ? cause
        : new AppError('ADDRESS_REFUSED', undefined, { details: 'its host is not known', cause })
    })
    if (addresses.length === 0) throw new AppError('ADDRESS_REFUSED', undefined, { details: 'its host is not known' })
    if (!addresses.every(isAllowed))
      throw new AppError('ADDRESS_REFUSED', undefined, { details: 'its host is not public' })
    return url
  }

  async function walk(text: string, request: GuardedRequest, signal: AbortSignal): Promise<GuardedAnswer> {
    let url = await admit(text, signal)
    let hop = firstHop(request)
    const toOthers = tellable(hop.headers)
    if (request.prepare !== undefined) ({ url, hop } = request.prepare(url, hop))
    for (let redirects = 0; ; redirects++) {
      const response = await orAborted(send(url.href, { ...hop, redirect: 'manual', signal }), signal)
      const location = locationOf(response)
      if (location === null || request.followsRedirects === false) {
        const bytes = await readLimited(response, request.maxBytes ?? MAX_BYTES, signal)
        return { status: response.status, headers: response.headers, bytes, url }
      }
      void response.body?.cancel().catch(() => undefined)
      if (redirects === MAX_REDIRECTS) throw new AppError('UPSTREAM_FAILED', 'The address leads on and on.')
      const next = await admit(location, signal, url)
      const nextOne = nextHop(hop, response.status, { from: url, to: next, toOthers })
      if (nextOne === null) throw new AppError('UPSTREAM_FAILED', 'The address hands the request on to another one.')
      ;[url, hop] = [next, nextOne]
    }
  }

  return {
    /** The check alone, for callers that send the request by other means. @throws AppError `ADDRESS_REFUSED` */
    require: (text: string): Promise<URL> => admit(text, AbortSignal.timeout(TIMEOUT_MS)),

    /**
     * Requests an untrusted address. Any status is an answer.
     *
     * @throws AppError `ADDRESS_REFUSED` before anything is sent there, `ANSWER_TOO_LARGE`, `UPSTREAM_TIMEOUT`,
     *   `UPSTREAM_FAILED`
     */
    async fetch(text: string, request: GuardedRequest = {}): Promise<GuardedAnswer> {
      const time = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS)
      const signal = request.signal === undefined ? time : AbortSignal.any([time, request.signal])
      try {
        return await walk(text, request, signal)
      } catch (cause) {
        if (cause instanceof AppError) throw cause
        throw new AppError(time.aborted ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_FAILED', undefined, { cause })
      }
    },
  }
}

function firstHop({ method = 'GET', headers, body = null }: GuardedRequest): Hop {
  const all = new Headers({ ...headers })
  if (!all.has('user-agent')) all.set('user-agent', USER_AGENT)
  return { method, headers: all, body }
}
