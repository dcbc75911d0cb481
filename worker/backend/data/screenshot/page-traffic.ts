import type { HTTPRequest } from '@cloudflare/puppeteer'
import { AppError } from '#shared/client/errors.ts'
import type { Guard, GuardedAnswer } from '#worker/http/outbound/guarded-fetch.ts'
import { isOurs } from '../request/caller-headers.ts'

const REQUESTS_MAX = 200
const ANSWER_MAX_BYTES = 5 * 1024 * 1024
const PAGE_MAX_BYTES = 40 * 1024 * 1024
/** Each holds its answer several times over, while it is spelled for the browser. */
const AT_ONCE = 4

/** Has no network in it: asked for by the browser itself. */
const OWN = /^(?:data|blob|about):/
/** True of the bytes as they were sent, and no more once they have been unpacked. */
const OF_PACKED = new Set(['content-encoding', 'content-length', 'transfer-encoding'])

/**
 * Everything that one page asks for, answered from here: its browser has no way out of its own. Redirects go back to
 * the browser, which asks again.
 *
 * @param signal ends with the page
 */
export class Traffic {
  private readonly guard: Guard
  private readonly signal: AbortSignal
  private readonly waiting: (() => void)[] = []
  private under = 0
  private requests = 0
  private bytes = 0
  private isPageRefused = false

  constructor(guard: Guard, signal: AbortSignal) {
    this.guard = guard
    this.signal = signal
  }

  /** Answers one request. A page that has gone meanwhile waits for nothing. */
  answer(request: HTTPRequest): Promise<void> {
    return this.inTurn(() => this.settle(request)).catch(() => undefined)
  }

  /** True when there is no page because of where it leads. */
  wasPageRefused(): boolean {
    return this.isPageRefused
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.under === AT_ONCE) await new Promise<void>((go) => this.waiting.push(go))
    else this.under++
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next === undefined) this.under--
      else next()
    }
  }

  private async fetchFor(request: HTTPRequest): Promise<GuardedAnswer> {
    if (++this.requests > REQUESTS_MAX || this.bytes > PAGE_MAX_BYTES) throw new AppError('ANSWER_TOO_LARGE')
    const answer = await this.guard.fetch(request.url(), {
      method: request.method(),
      headers: Object.fromEntries(Object.entries(request.headers()).filter(([name]) => !isOurs(name))),
      body: request.postData() ?? null,
      maxBytes: ANSWER_MAX_BYTES,
      followsRedirects: false,
      signal: this.signal,
    })
    this.bytes += answer.bytes.length
    return answer
  }

  private async settle(request: HTTPRequest): Promise<void> {
    if (OWN.test(request.url())) return request.continue()
    try {
      const answer = await this.fetchFor(request)
      await request.respond({ status: answer.status, headers: toHeaders(answer), body: answer.bytes })
    } catch (thrown) {
      const isRefused = thrown instanceof AppError && thrown.code === 'ADDRESS_REFUSED'
      this.isPageRefused ||= isRefused && request.isNavigationRequest() && request.frame()?.parentFrame() === null
      await request.abort(isRefused ? 'blockedbyclient' : 'failed')
    }
  }
}

function toHeaders({ headers }: GuardedAnswer): Record<string, string | string[]> {
  const forwarded = [...headers].filter(([name]) => !OF_PACKED.has(name) && name !== 'set-cookie')
  const cookies = headers.getSetCookie()
  return { ...Object.fromEntries(forwarded), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) }
}
