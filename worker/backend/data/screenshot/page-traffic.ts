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

export type Traffic = ReturnType<typeof createTraffic>

/**
 * Everything that one page asks for, answered from here: its browser has no way out of its own. Redirects go back to
 * the browser, which asks again.
 *
 * @param signal ends with the page
 */
export function createTraffic(guard: Guard, signal: AbortSignal) {
  const waiting: (() => void)[] = []
  let [under, asked, bytes] = [0, 0, 0]
  let wasPageRefused = false

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (under === AT_ONCE) await new Promise<void>((go) => waiting.push(go))
    else under++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) under--
      else next()
    }
  }

  async function fetchFor(request: HTTPRequest): Promise<GuardedAnswer> {
    if (++asked > REQUESTS_MAX || bytes > PAGE_MAX_BYTES) throw new AppError('ANSWER_TOO_LARGE')
    const answer = await guard.fetch(request.url(), {
      method: request.method(),
      headers: Object.fromEntries(Object.entries(request.headers()).filter(([name]) => !isOurs(name))),
      body: request.postData() ?? null,
      maxBytes: ANSWER_MAX_BYTES,
      followsRedirects: false,
      signal,
    })
    bytes += answer.bytes.length
    return answer
  }

  async function settle(request: HTTPRequest): Promise<void> {
    if (OWN.test(request.url())) return request.continue()
    try {
      const answer = await fetchFor(request)
      await request.respond({ status: answer.status, headers: headersOf(answer), body: answer.bytes })
    } catch (thrown) {
      const isRefused = thrown instanceof AppError && thrown.code === 'ADDRESS_REFUSED'
      wasPageRefused ||= isRefused && request.isNavigationRequest() && request.frame()?.parentFrame() === null
      await request.abort(isRefused ? 'blockedbyclient' : 'failed')
    }
  }

  return {
    /** Answers one request. A page that has gone meanwhile waits for nothing. */
    answer: (request: HTTPRequest): Promise<void> => inTurn(() => settle(request)).catch(() => undefined),
    /** True when there is no page because of where it leads. */
    wasPageRefused: (): boolean => wasPageRefused,
  }
}

function headersOf({ headers }: GuardedAnswer): Record<string, string | string[]> {
  const told = [...headers].filter(([name]) => !OF_PACKED.has(name) && name !== 'set-cookie')
  const cookies = headers.getSetCookie()
  return { ...Object.fromEntries(told), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) }
}
