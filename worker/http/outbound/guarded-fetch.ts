import { AppError } from '#shared/client/errors.ts'
import { isLoopbackAddress, isPublicAddress } from './address-rules.ts'
import { raceAbort, readLimited } from './read-limited.ts'
import { getLocation, type Hop, nextHop, toCrossOriginHeaders } from './redirect.ts'
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
  /** Maximum size of the decompressed response. */
  readonly maxBytes?: number
  /** Time limit for everything: DNS, redirects and the whole body. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** False returns redirects to callers that handle them. */
  readonly followsRedirects?: boolean
  /** Inserts secrets after the first URL has been checked. They are not sent to other origins. */
  readonly prepare?: (url: URL, hop: Hop) => { readonly url: URL; readonly hop: Hop }
}

/** A response with its whole body. */
export type GuardedResponse = {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
  /** URL after redirects. */
  readonly url: URL
}

/**
 * Creates the SSRF guard. All requests to URLs from callers and other services go through it. The platform resolves the
 * name again when it connects, so protection against DNS rebinding is up to the platform.
 */
export class Guard {
  private readonly deps: GuardDeps

  constructor(deps: GuardDeps) {
    this.deps = deps
  }

  /** Checks a URL without requesting it. @throws AppError `ADDRESS_REFUSED` */
  require(text: string): Promise<URL> {
    return this.admit(text, AbortSignal.timeout(TIMEOUT_MS))
  }

  /**
   * Requests an untrusted URL. Does not throw on error statuses.
   *
   * @throws AppError `ADDRESS_REFUSED` before anything is sent, `ANSWER_TOO_LARGE`, `UPSTREAM_TIMEOUT`, `UPSTREAM_FAILED`
   */
  async fetch(text: string, request: GuardedRequest = {}): Promise<GuardedResponse> {
    const timeout = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS)
    const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal])
    try {
      return await this.walk(text, request, signal)
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      throw new AppError(timeout.aborted ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_FAILED', undefined, { cause })
    }
  }

  private isAllowed(address: string) {
    return isPublicAddress(address) || (this.deps.allowLoopback && isLoopbackAddress(address))
  }

  /**
   * Checks a URL and, if its host is a name, every address that the name resolves to.
   *
   * @throws AppError `ADDRESS_REFUSED`
   */
  private async admit(text: string, signal: AbortSignal, base?: URL): Promise<URL> {
    const { url, name } = readTarget(text, this.deps, base)
    if (name === null) return url
    const addresses = await raceAbort(this.deps.resolve(name, signal), signal).catch((cause: unknown) => {
      throw signal.aborted
        ? cause
        : new AppError('ADDRESS_REFUSED', undefined, { details: 'its host is unknown', cause })
    })
    if (addresses.length === 0) throw new AppError('ADDRESS_REFUSED', undefined, { details: 'its host is unknown' })
    if (!addresses.every((one) => this.isAllowed(one)))
      throw new AppError('ADDRESS_REFUSED', undefined, { details: 'its host is not public' })
    return url
  }

  private async walk(text: string, request: GuardedRequest, signal: AbortSignal): Promise<GuardedResponse> {
    let url = await this.admit(text, signal)
    let hop = firstHop(request)
    const crossOriginHeaders = toCrossOriginHeaders(hop.headers)
    if (request.prepare !== undefined) ({ url, hop } = request.prepare(url, hop))
    for (let redirects = 0; ; redirects++) {
      const response = await raceAbort(this.deps.send(url.href, { ...hop, redirect: 'manual', signal }), signal)
      const location = getLocation(response)
      if (location === null || request.followsRedirects === false) {
        const bytes = await readLimited(response, request.maxBytes ?? MAX_BYTES, signal)
        return { status: response.status, headers: response.headers, bytes, url }
      }
      void response.body?.cancel().catch(() => undefined)
      if (redirects === MAX_REDIRECTS) throw new AppError('UPSTREAM_FAILED', 'Too many redirects.')
      const next = await this.admit(location, signal, url)
      const nextOne = nextHop(hop, response.status, { from: url, to: next, crossOriginHeaders })
      if (nextOne === null) throw new AppError('UPSTREAM_FAILED', 'The redirect would send the body to another origin.')
      ;[url, hop] = [next, nextOne]
    }
  }
}

function firstHop({ method = 'GET', headers, body = null }: GuardedRequest): Hop {
  const all = new Headers({ ...headers })
  if (!all.has('user-agent')) all.set('user-agent', USER_AGENT)
  return { method, headers: all, body }
}
