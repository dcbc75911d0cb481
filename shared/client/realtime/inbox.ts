import { toAppError } from '../errors.ts'
import type { Cancel, Host } from '../host.ts'
import type { Position } from './frames.ts'
import type { RealtimeMessage } from './messages.ts'
import { createOrder } from './order.ts'

export type HistoryPage = { readonly messages: readonly RealtimeMessage[]; readonly hasMore: boolean }

export type InboxOptions = {
  readonly host: Host
  readonly tell: (message: RealtimeMessage) => void
  /** Fetches messages from an id (inclusive), oldest first. */
  readonly fetchFrom: (id: string) => Promise<HistoryPage>
  /** Called when missed messages are no longer in the history. */
  readonly onMissed: () => void
}

/** Attempts to read the history, with a backoff of one and two seconds, before missing messages count as lost. */
const MAX_ATTEMPTS = 3

/**
 * Delivers a channel's messages exactly once and in order. Fills gaps (a lost connection, a lost message) from the
 * history, and buffers messages that arrive meanwhile.
 */
export function createInbox({ host, tell, fetchFrom, onMissed }: InboxOptions) {
  const order = createOrder()
  let waiting: RealtimeMessage[] = []
  /** The current catch-up run; null when live. */
  let catching: { stop: Cancel } | null = null
  /** Start of the history before anything was delivered. */
  let since = '0-0'

  function take(message: RealtimeMessage) {
    const place = catching === null ? order.getOrder(message) : 'ahead'
    if (place === 'next') accept(message)
    if (place === 'ahead') waiting.push(message)
    if (place === 'ahead' && catching === null) void catchUp()
  }

  function accept(message: RealtimeMessage) {
    order.tell(message)
    tell(message)
  }

  /** @param position the channel's position, if known */
  async function catchUp(position: Position | null = null) {
    const run = { stop: () => {} }
    catching?.stop()
    catching = run
    let isMissed = false
    do {
      const buffered = waiting.length
      const result = await fetchAll(run)
      if (catching !== run) return
      isMissed ||= result !== 'complete'
      // Messages buffered before the history was requested are behind a gap that it does not fill.
      isMissed = deliverWaiting(result === 'failed' ? waiting.length : buffered) || isMissed
    } while (waiting.length > 0)
    catching = null
    if (position !== null && order.isBefore(position.seq)) {
      // The history no longer has it, so it can never arrive.
      order.skipTo(position.seq)
      isMissed = true
    }
    if (isMissed) onMissed()
  }

  /** Delivers the history since the last message, and reports whether it had gaps. */
  async function fetchAll(run: { stop: Cancel }): Promise<'complete' | 'gaps' | 'failed'> {
    let result: 'complete' | 'gaps' = 'complete'
    for (;;) {
      const { id, seq } = order.last()
      // A sequence number is exact. A time depends on both clocks.
      const from = id ?? (seq === null ? since : '-')
      const page = await fetchWithRetry(from, run)
      if (page === null || catching !== run) return 'failed'
      for (const message of page.messages) {
        const place = order.getOrder(message)
        if (place === 'ahead') result = 'gaps'
        if (place !== 'old') accept(message)
        if (catching !== run) return 'failed'
      }
      if (!page.hasMore || order.last().id === id) return result
    }
  }

  /**
   * Delivers buffered messages up to the first gap.
   *
   * @param acrossGaps how many messages are delivered even across gaps
   * @returns whether a gap was crossed
   */
  function deliverWaiting(acrossGaps: number): boolean {
    const all = waiting
    const run = catching
    let hasGaps = false
    waiting = []
    for (const [index, message] of all.entries()) {
      const place = order.getOrder(message)
      if (place === 'ahead' && index >= acrossGaps) {
        waiting = [...all.slice(index), ...waiting]
        return hasGaps
      }
      hasGaps ||= place === 'ahead'
      if (place !== 'old') accept(message)
      if (catching !== run) return hasGaps
    }
    return hasGaps
  }

  /** @returns null when the history is unavailable */
  async function fetchWithRetry(from: string, run: { stop: Cancel }): Promise<HistoryPage | null> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await fetchFrom(from)
      } catch (thrown) {
        if (catching !== run || attempt === MAX_ATTEMPTS || !toAppError(thrown).retryable) return null
        await new Promise<void>((resolve) => {
          const stopTimer = host.after(2 ** (attempt - 1) * 1000, resolve)
          run.stop = () => {
            stopTimer()
            resolve()
          }
        })
        if (catching !== run) return null
      }
    }
  }

  function end() {
    catching?.stop()
    catching = null
    waiting = []
    order.reset()
  }

  return {
    take,
    begin(position: Position | null) {
      since = `${host.now()}-0`
      if (position !== null) order.begin(position.seq)
    },
    /** Called when the connection is lost. Buffers messages until the history has been read. */
    pause() {
      catching?.stop()
      catching = { stop: () => {} }
      waiting = []
    },
    /** Called when the subscription is back. Skips the history if the sequence number shows that nothing was missed. */
    resume(position: Position | null) {
      if (position === null || position.seq !== order.last().seq) return void catchUp(position)
      const buffered = waiting
      catching = null
      waiting = []
      for (const message of buffered) take(message)
    },
    end,
  }
}
