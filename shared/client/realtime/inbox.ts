import { toAppError } from '../errors.ts'
import type { Cancel, Host } from '../host.ts'
import type { Position } from './frames.ts'
import type { RealtimeMessage } from './messages.ts'
import { createOrder } from './order.ts'

export type Page = { readonly messages: readonly RealtimeMessage[]; readonly hasMore: boolean }

export type InboxOptions = {
  readonly host: Host
  readonly tell: (message: RealtimeMessage) => void
  /** Messages from an id on, that one included, the oldest first. */
  readonly fetchFrom: (id: string) => Promise<Page>
  /** Messages are lost: the history no longer has them. */
  readonly onMissed: () => void
}

/** Tries to read the history before missing messages count as lost, with a backoff of one and two seconds. */
const TRIES = 3

/**
 * Delivers every message of a channel exactly once and in order. Gaps (a lost connection, a lost message) are filled
 * from the history; messages that arrive meanwhile are buffered behind it.
 */
export function createInbox({ host, tell, fetchFrom, onMissed }: InboxOptions) {
  const order = createOrder()
  let waiting: RealtimeMessage[] = []
  /** One object for each time of catching up; null when there is nothing to wait for. */
  let catching: { stop: Cancel } | null = null
  /** Where to begin when nothing was delivered yet. */
  let since = '0-0'

  function take(message: RealtimeMessage) {
    const place = catching === null ? order.placeOf(message) : 'ahead'
    if (place === 'next') accept(message)
    if (place === 'ahead') waiting.push(message)
    if (place === 'ahead' && catching === null) void catchUp()
  }

  function accept(message: RealtimeMessage) {
    order.tell(message)
    tell(message)
  }

  /** @param position up to where something was said, as far as that is known */
  async function catchUp(position: Position | null = null) {
    const turn = { stop: () => {} }
    catching?.stop()
    catching = turn
    let isMissed = false
    do {
      const known = waiting.length
      const found = await fetchAll(turn)
      if (catching !== turn) return
      isMissed ||= found !== 'whole'
      // Messages that waited before history was requested are behind a gap that history does not fill.
      isMissed = tellWaiting(found === 'nothing' ? waiting.length : known) || isMissed
    } while (waiting.length > 0)
    catching = null
    if (position !== null && order.isBefore(position.seq)) {
      // Not kept any longer, so it can never come.
      order.skipTo(position.seq)
      isMissed = true
    }
    if (isMissed) onMissed()
  }

  /** @returns whether anything is missing between the last message delivered and the end of the history */
  async function fetchAll(turn: { stop: Cancel }): Promise<'whole' | 'holes' | 'nothing'> {
    let found: 'whole' | 'holes' = 'whole'
    for (;;) {
      const { id, seq } = order.last()
      // A number tells what is new, a moment is only as good as the two clocks.
      const from = id ?? (seq === null ? since : '-')
      const page = await fetchPatiently(from, turn)
      if (page === null || catching !== turn) return 'nothing'
      for (const message of page.messages) {
        const place = order.placeOf(message)
        if (place === 'ahead') found = 'holes'
        if (place !== 'old') accept(message)
        if (catching !== turn) return 'nothing'
      }
      if (!page.hasMore || order.last().id === id) return found
    }
  }

  /**
   * Delivers buffered messages up to the first gap.
   * @param known how many are delivered across gaps
   * @returns whether there were any
   */
  function tellWaiting(known: number): boolean {
    const all = waiting
    const turn = catching
    let hasHoles = false
    waiting = []
    for (const [index, message] of all.entries()) {
      const place = order.placeOf(message)
      if (place === 'ahead' && index >= known) {
        waiting = [...all.slice(index), ...waiting]
        return hasHoles
      }
      hasHoles ||= place === 'ahead'
      if (place !== 'old') accept(message)
      if (catching !== turn) return hasHoles
    }
    return hasHoles
  }

  /** @returns null when it cannot be had */
  async function fetchPatiently(from: string, turn: { stop: Cancel }): Promise<Page | null> {
    for (let tried = 1; ; tried++) {
      try {
        return await fetchFrom(from)
      } catch (thrown) {
        if (catching !== turn || tried === TRIES || !toAppError(thrown).retryable) return null
        await new Promise<void>((resolve) => {
          const stopTimer = host.after(2 ** (tried - 1) * 1000, resolve)
          turn.stop = () => {
            stopTimer()
            resolve()
          }
        })
        if (catching !== turn) return null
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
    /** The connection is lost: messages are buffered until the history was read. */
    pause() {
      catching?.stop()
      catching = { stop: () => {} }
      waiting = []
    },
    /** The subscription is back. A server that counts says by its number when nothing was missed; else it is asked. */
    resume(position: Position | null) {
      if (position === null || position.seq !== order.last().seq) return void catchUp(position)
      const came = waiting
      catching = null
      waiting = []
      for (const message of came) take(message)
    },
    /** Forgets everything. */
    end,
  }
}
