import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { Delivery } from '../ports.ts'

const DELIVERED_AT_ONCE = 250
const RETRY_MS = 500
const TRIES = 6

export type GatewayDeliveryDeps = {
  readonly gateway: string
  /** True if any socket there is subscribed to presence. */
  readonly isWatched: boolean
  /** The number of the last message that the gateway acknowledged. */
  readonly sent: number
  readonly clock: Clock
  readonly last: () => number
  readonly read: (after: number, limit: number) => Omit<Delivery, 'channel'>
  /** @returns how many sockets are subscribed there */
  readonly send: (delivery: Omit<Delivery, 'channel'>) => Promise<number>
  readonly keepSent: (sent: number) => void
  /** No socket is subscribed there any more. */
  readonly onEnd: () => void
}

/**
 * Fan-out: the delivery queue from a channel to one gateway. One batch is in flight at a time, so none overtakes
 * another and a slow gateway gets fewer and longer ones (backpressure). The last acknowledged number is stored, so
 * after an eviction delivery resumes there: nothing is lost, and the gateway drops what it already has.
 */
export class GatewayDelivery {
  readonly gateway: string
  private readonly deps: Omit<GatewayDeliveryDeps, 'gateway' | 'isWatched' | 'sent'>
  private hasWatchers: boolean
  private sent: number
  private subscribers = 1
  private flushedAt = Number.NEGATIVE_INFINITY
  private failures = 0
  /** Counts the gateway's statements about its subscribers: an answer to an earlier delivery is out of date. */
  private statementCount = 0
  private isBusy = false
  private hasTimer = false
  private hasEnded = false

  constructor({ gateway, isWatched, sent, ...deps }: GatewayDeliveryDeps) {
    this.gateway = gateway
    this.hasWatchers = isWatched
    this.sent = sent
    this.deps = deps
  }

  pump(): void {
    if (this.hasEnded || this.isBusy || this.hasTimer || this.sent >= this.deps.last()) return
    const wait = waitMs(this.subscribers, this.flushedAt, this.deps.clock())
    if (wait > 0) return this.later(wait)
    this.isBusy = true
    void this.flush().then((again) => {
      this.isBusy = false
      if (again === 0) this.pump()
      else if (again < Number.POSITIVE_INFINITY) this.later(again)
    })
  }

  end(): void {
    if (this.hasEnded) return
    this.hasEnded = true
    this.deps.onEnd()
  }

  isWatched() {
    return this.hasWatchers
  }

  isOver() {
    return this.hasEnded
  }

  statements() {
    return this.statementCount
  }

  isBehind() {
    return !this.hasEnded && this.sent < this.deps.last()
  }

  /** Takes the gateway's statement about its sockets. */
  state(count: number, watched: boolean): void {
    this.statementCount += 1
    this.subscribers = count
    this.hasWatchers = watched
  }

  private later(ms: number): void {
    this.hasTimer = true
    setTimeout(() => {
      this.hasTimer = false
      this.pump()
    }, ms)
  }

  /**
   * Never rejects.
   *
   * @returns milliseconds until the next try (linear backoff): 0 after a success, infinity after too many failures
   */
  private async flush(): Promise<number> {
    const delivery = this.deps.read(this.sent, DELIVERED_AT_ONCE)
    const before = this.statementCount
    this.flushedAt = this.deps.clock()
    try {
      const answer = await this.deps.send(delivery)
      this.failures = 0
      if (this.hasEnded) return 0
      this.sent = delivery.first + delivery.payloads.length - 1
      if (answer === 0 && before === this.statementCount) this.end()
      else {
        if (before === this.statementCount) this.subscribers = answer
        this.deps.keepSent(this.sent)
      }
      return 0
    } catch (thrown) {
      this.failures += 1
      if (this.failures % TRIES > 0) return RETRY_MS * this.failures
      // Its sockets may be alive: it stays, and is tried again with the next message or the channel's next alarm.
      log.error('gateway not reached', { cause: describeError(thrown) })
      return Number.POSITIVE_INFINITY
    }
  }
}

const SHORTEST_MS = 32
/** A frame costs about 26 µs: with this many sockets per millisecond the sending stays below half of a thread. */
const SOCKETS_PER_MS = 15

/**
 * The shortest time between two batches of a channel to one gateway: a crowd gets fewer and longer ones (throttling).
 */
export const sendIntervalMs = (sockets: number): number => Math.max(SHORTEST_MS, sockets / SOCKETS_PER_MS)

/** Time to wait now. Leading edge: after a pause nothing waits. */
export const waitMs = (sockets: number, flushedAt: number, now: number): number =>
  Math.max(0, flushedAt + sendIntervalMs(sockets) - now)
