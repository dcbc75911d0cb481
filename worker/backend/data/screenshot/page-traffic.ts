import type { HTTPRequest } from '@cloudflare/puppeteer'
import { AppError } from '#shared/client/errors.ts'
import type { Guard, GuardedResponse } from '#worker/http/outbound/guarded-fetch.ts'
import { isReservedHeader } from '../request/caller-headers.ts'

const REQUESTS_MAX = 200
const ANSWER_MAX_BYTES = 5 * 1024 * 1024
const PAGE_MAX_BYTES = 40 * 1024 * 1024
/** Concurrency limit. Each request holds its response several times while it is encoded for the browser. */
const AT_ONCE = 4

/** URLs that the browser loads without a network request. */
const LOCAL_URL = /^(?:data|blob|about):/
/** Headers that describe the bytes as sent, and are wrong once these are unpacked. */
const PACKING_HEADERS = new Set(['content-encoding', 'content-length', 'transfer-encoding'])

/**
 * Fetches everything that one page requests, because its browser has no network access. Redirects go back to the
 * browser, which then requests the new address.
 *
 * @param signal aborts when the page closes
 */
export class Traffic {
  private readonly guard: Guard
  private readonly signal: AbortSignal
  private readonly waiting: (() => void)[] = []
  private running = 0
  private requests = 0
  private bytes = 0
  private isPageRefused = false

  constructor(guard: Guard, signal: AbortSignal) {
    this.guard = guard
    this.signal = signal
  }

  /** Responds to one request. Ignores failures, because the page may have closed meanwhile. */
  handle(request: HTTPRequest): Promise<void> {
    return this.inTurn(() => this.settle(request)).catch(() => undefined)
  }

  /** True when the page did not load because its address was refused. */
  wasPageRefused(): boolean {
    return this.isPageRefused
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running === AT_ONCE) await new Promise<void>((go) => this.waiting.push(go))
    else this.running++
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next === undefined) this.running--
      else next()
    }
  }

  private async fetchFor(request: HTTPRequest): Promise<GuardedResponse> {
    if (++this.requests > REQUESTS_MAX || this.bytes > PAGE_MAX_BYTES) throw new AppError('ANSWER_TOO_LARGE')
    const response = await this.guard.fetch(request.url(), {
      method: request.method(),
      headers: Object.fromEntries(Object.entries(request.headers()).filter(([name]) => !isReservedHeader(name))),
      body: request.postData() ?? null,
      maxBytes: ANSWER_MAX_BYTES,
      followsRedirects: false,
      signal: this.signal,
    })
    this.bytes += response.bytes.length
    return response
  }

  private async settle(request: HTTPRequest): Promise<void> {
    if (LOCAL_URL.test(request.url())) return request.continue()
    try {
      const response = await this.fetchFor(request)
      await request.respond({ status: response.status, headers: toHeaders(response), body: response.bytes })
    } catch (thrown) {
      const isRefused = thrown instanceof AppError && thrown.code === 'ADDRESS_REFUSED'
      this.isPageRefused ||= isRefused && request.isNavigationRequest() && request.frame()?.parentFrame() === null
      await request.abort(isRefused ? 'blockedbyclient' : 'failed')
    }
  }
}

function toHeaders({ headers }: GuardedResponse): Record<string, string | string[]> {
  const forwarded = [...headers].filter(([name]) => !PACKING_HEADERS.has(name) && name !== 'set-cookie')
  const cookies = headers.getSetCookie()
  return { ...Object.fromEntries(forwarded), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) }
}
