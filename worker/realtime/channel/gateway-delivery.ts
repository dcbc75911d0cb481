import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { Delivery } from '../ports.ts'

const DELIVERED_AT_ONCE = 250
const RETRY_MS = 500
const TRIES = 6

export type GatewayDeliveryDeps = {
  readonly gateway: string
  /** True if any socket there is subscribed to presence. */
  isWatched: boolean
  /** The number of the last message that the gateway acknowledged. */
  sent: number
  readonly clock: Clock
  readonly last: () => number
  readonly read: (after: number, limit: number) => Omit<Delivery, 'channel'>
  /** @returns how many sockets are subscribed there */
  readonly send: (delivery: Omit<Delivery, 'channel'>) => Promise<number>
  readonly keepSent: (sent: number) => void
  /** No socket is subscribed there any more. */
  readonly onEnd: () => void
}

export type GatewayDelivery = ReturnType<typeof createGatewayDelivery>

/**
 * The delivery queue from a channel to one gateway. One batch is in flight at a time, so none overtakes another and a
 * slow gateway gets fewer and longer ones (backpressure). The last acknowledged number is stored, so after an eviction
 * delivery resumes there: nothing is lost, and the gateway drops what it already has.
 */
export function createGatewayDelivery(deps: GatewayDeliveryDeps) {
  const { gateway, clock, last, read, send, keepSent, onEnd } = deps
  let { isWatched, sent } = deps
  let subscribers = 1
  let flushedAt = Number.NEGATIVE_INFINITY
  let failures = 0
  /** Counts the gateway's statements about its subscribers: an answer to an earlier delivery is out of date. */
  let statements = 0
  let isBusy = false
  let hasTimer = false
  let isOver = false

  function later(ms: number): void {
    hasTimer = true
    setTimeout(() => {
      hasTimer = false
      pump()
    }, ms)
  }

  function pump(): void {
    if (isOver || isBusy || hasTimer || sent >= last()) return
    const wait = waitMs(subscribers, flushedAt, clock())
    if (wait > 0) return later(wait)
    isBusy = true
    void flush().then((again) => {
      isBusy = false
      if (again === 0) pump()
      else if (again < Number.POSITIVE_INFINITY) later(again)
    })
  }

  /**
   * Never rejects.
   *
   * @returns milliseconds until the next try (linear backoff): 0 after a success, infinity after too many failures
   */
  async function flush(): Promise<number> {
    const delivery = read(sent, DELIVERED_AT_ONCE)
    const asked = statements
    flushedAt = clock()
    try {
      const answer = await send(delivery)
      failures = 0
      if (isOver) return 0
      sent = delivery.first + delivery.payloads.length - 1
      if (answer === 0 && asked === statements) end()
      else {
        if (asked === statements) subscribers = answer
        keepSent(sent)
      }
      return 0
    } catch (thrown) {
      failures += 1
      if (failures % TRIES > 0) return RETRY_MS * failures
      // Its sockets may be alive: it stays, and is tried again with the next message or the channel's next alarm.
      log.error('gateway not reached', { cause: describeError(thrown) })
      return Number.POSITIVE_INFINITY
    }
  }

  function end(): void {
    if (isOver) return
    isOver = true
    onEnd()
  }

  return {
    gateway,
    pump,
    end,
    isWatched: () => isWatched,
    isOver: () => isOver,
    statements: () => statements,
    isBehind: () => !isOver && sent < last(),
    /** Takes the gateway's statement about its sockets. */
    state(count: number, watched: boolean): void {
      statements += 1
      subscribers = count
      isWatched = watched
    },
  }
}

const SHORTEST_MS = 32
/** A frame costs about 26 µs: with this many sockets per millisecond the sending stays below half of a thread. */
const SOCKETS_PER_MS = 15

/**
 * The shortest time between two batches of a channel to one gateway: a crowd gets fewer and longer ones (throttling).
 */
export const sendIntervalMs = (sockets: number): number => Math.max(SHORTEST_MS, sockets / SOCKETS_PER_MS)

/** How long to wait now. Leading edge: after a pause nothing waits. */
export const waitMs = (sockets: number, flushedAt: number, now: number): number =>
  Math.max(0, flushedAt + sendIntervalMs(sockets) - now)
