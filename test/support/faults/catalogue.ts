import { cutShort, loopingTo, neverAnswered, withoutBody } from './answers.ts'

/**
 * Every fault that the platform's parts are made to have, with the words that the platform has for it: D1
 * (https://developers.cloudflare.com/d1/observability/debug-d1/), Durable Objects
 * (https://developers.cloudflare.com/durable-objects/best-practices/error-handling/), KV's refusal of a second write within a second
 * (https://developers.cloudflare.com/kv/api/write-key-value-pairs/), R2's internal error
 * (https://developers.cloudflare.com/r2/api/error-codes/), a host without an address
 * (https://developers.cloudflare.com/workers/platform/known-issues/) and the codes of `send_email`
 * (https://developers.cloudflare.com/email-service/api/send-emails/workers-api/).
 */

export type Part = 'd1' | 'kv' | 'r2' | 'cache' | 'object' | 'alarm' | 'fetch' | 'mail' | 'clock'

/** Before the part has it, or after the part has done it: then only the answer is lost. */
export type Moment = 'before' | 'after'

/** What a fault may do beside failing. */
export type Tools = {
  /** Lets time pass. */
  readonly pass: (ms: number) => void
  /** Sets the clock of the app forward or back, until the act is over. */
  readonly jump: (ms: number) => void
  /** The address that is asked, of `fetch`. */
  readonly address: string | null
  readonly signal: AbortSignal | null
  /** What a read of KV would have answered so long ago. */
  readonly asOf: (ageMs: number) => unknown
}

export type Fault = {
  readonly name: string
  readonly part: Part
  readonly moment: Moment
  /** The calls it is for, by `BINDING.method`; all when missing. */
  readonly only?: RegExp
  /** Makes the call, or not. */
  readonly run: (act: () => Promise<unknown>, tools: Tools) => Promise<unknown>
}

const MINUTE_MS = 60_000
const SLOW_MS = 5_000

const failing =
  (make: () => Error): Fault['run'] =>
  () =>
    Promise.reject(make())
const losing =
  (make: () => Error): Fault['run'] =>
  async (act) => {
    await act()
    throw make()
  }
const slow: Fault['run'] = async (act, { pass }) => {
  const answer = await act()
  pass(SLOW_MS)
  return answer
}
const withFields = (message: string, fields: object) => Object.assign(new Error(message), fields)

const d1 = (words: string) => () => new Error(`D1_ERROR: ${words}`)
const kv = (words: string) => () => new Error(`KV ${words}`)
const R2_FAILED = () => new Error('We encountered an internal error. Please try again. (10001)')
const LOST = 'Network connection lost.'
/** As the runtime marks what its own infrastructure throws at a caller of an object. */
const infrastructure = (words: string, fields: object) => () => withFields(words, { remote: false, ...fields })

export const FAULTS: readonly Fault[] = [
  { name: 'd1 busy', part: 'd1', moment: 'before', run: failing(d1('database is locked: SQLITE_BUSY')) },
  {
    name: 'd1 overloaded',
    part: 'd1',
    moment: 'before',
    run: failing(d1('D1 DB is overloaded. Requests queued for too long.')),
  },
  { name: 'd1 lost before', part: 'd1', moment: 'before', run: failing(d1(LOST)) },
  { name: 'd1 lost after', part: 'd1', moment: 'after', run: losing(d1(LOST)) },
  { name: 'd1 slow', part: 'd1', moment: 'after', run: slow },

  {
    name: 'kv cannot be read',
    part: 'kv',
    moment: 'before',
    only: /\.get$/,
    run: failing(kv('GET failed: 503 Service Unavailable')),
  },
  {
    name: 'kv cannot be written',
    part: 'kv',
    moment: 'before',
    only: /\.put$/,
    run: failing(kv('PUT failed: 500 Internal Server Error')),
  },
  {
    name: 'kv refuses a second write within a second',
    part: 'kv',
    moment: 'before',
    only: /\.put$/,
    run: failing(kv('PUT failed: 429 Too Many Requests')),
  },
  {
    name: 'kv is a minute old',
    part: 'kv',
    moment: 'before',
    only: /\.get$/,
    run: async (_, { asOf }) => asOf(MINUTE_MS),
  },
  {
    name: 'kv has cached that there is nothing',
    part: 'kv',
    moment: 'before',
    only: /\.get$/,
    run: async (_, { asOf }) => asOf(Number.POSITIVE_INFINITY),
  },
  {
    name: 'kv lost after',
    part: 'kv',
    moment: 'after',
    only: /\.put$/,
    run: losing(kv('PUT failed: 500 Internal Server Error')),
  },

  { name: 'r2 throws', part: 'r2', moment: 'before', run: failing(R2_FAILED) },
  { name: 'r2 lost after', part: 'r2', moment: 'after', run: losing(R2_FAILED) },
  {
    name: 'r2 sends a short body',
    part: 'r2',
    moment: 'after',
    only: /\.get\b/,
    run: async (act) => cutShort(await act()),
  },
  // Stored and sent again inside, where the condition then does not hold of what it has stored itself.
  {
    name: 'r2 refuses by a condition what it has stored',
    part: 'r2',
    moment: 'after',
    only: /\.put if$/,
    run: async (act) => {
      await act()
      return null
    },
  },
  // What the condition is about has changed just now.
  {
    name: 'r2 sends the head alone on a condition',
    part: 'r2',
    moment: 'after',
    only: /\.get if$/,
    run: async (act) => withoutBody(await act()),
  },

  {
    name: 'cache throws',
    part: 'cache',
    moment: 'before',
    run: failing(() => new Error('internal error; reference = 0123456789abcdef')),
  },
  {
    name: 'cache answers another body',
    part: 'cache',
    moment: 'before',
    only: /\.match$/,
    run: async () => new Response('<html>Another page</html>', { headers: { 'content-type': 'image/jpeg' } }),
  },
  { name: 'cache lost after', part: 'cache', moment: 'after', run: losing(() => new Error(LOST)) },

  {
    name: 'object reset',
    part: 'object',
    moment: 'before',
    run: failing(infrastructure('Durable Object reset because its code was updated.', { retryable: true })),
  },
  {
    name: 'object overloaded',
    part: 'object',
    moment: 'before',
    run: failing(
      infrastructure('Durable Object is overloaded. Requests queued for too long.', {
        overloaded: true,
        retryable: false,
      }),
    ),
  },
  {
    name: 'object constructor throws',
    part: 'object',
    moment: 'before',
    run: failing(() => withFields('Cannot read properties of undefined', { remote: true, durableObjectReset: true })),
  },
  {
    name: 'object lost after',
    part: 'object',
    moment: 'after',
    run: losing(infrastructure(LOST, { retryable: true })),
  },

  { name: 'alarm fails', part: 'alarm', moment: 'before', run: failing(infrastructure(LOST, { retryable: true })) },
  {
    name: 'alarm rings twice',
    part: 'alarm',
    moment: 'after',
    run: async (act) => {
      await act()
      return act()
    },
  },

  {
    name: 'fetch finds no such host',
    part: 'fetch',
    moment: 'before',
    run: async () => new Response('error code: 1016', { status: 530 }),
  },
  { name: 'fetch hangs', part: 'fetch', moment: 'before', run: (_, { signal }) => neverAnswered(signal) },
  {
    name: 'fetch is led in a circle',
    part: 'fetch',
    moment: 'before',
    run: async (_, { address }) => loopingTo(address!),
  },
  { name: 'fetch gets half a body', part: 'fetch', moment: 'after', run: async (act) => cutShort(await act()) },
  { name: 'fetch lost after', part: 'fetch', moment: 'after', run: losing(() => new Error(LOST)) },

  {
    name: 'mail throws',
    part: 'mail',
    moment: 'before',
    run: failing(() => withFields('Internal server error', { code: 'E_INTERNAL_SERVER_ERROR' })),
  },
  { name: 'mail lost after', part: 'mail', moment: 'after', run: losing(() => new Error(LOST)) },

  {
    name: 'clock jumps ahead',
    part: 'clock',
    moment: 'before',
    run: async (act, { jump }) => {
      jump(MINUTE_MS)
      return act()
    },
  },
  {
    name: 'clock jumps back',
    part: 'clock',
    moment: 'before',
    run: async (act, { jump }) => {
      jump(-MINUTE_MS)
      return act()
    },
  },
]
