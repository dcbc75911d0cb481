import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { Delivery } from '../ports.ts'

const DELIVERED_AT_ONCE = 250
const RETRY_MS = 500
const TRIES = 6

export type GatewayDeliveryDeps = {
  readonly gateway: string
  /** True if any of its sockets is subscribed to presence. */
  readonly isWatched: boolean
  /** The number of the last message that the gateway acknowledged. */
  readonly sent: number
  readonly clock: Clock
  readonly last: () => number
  readonly read: (after: number, limit: number) => Omit<Delivery, 'channel'>
  /** @returns the number of sockets that the gateway has for this channel */
  readonly send: (delivery: Omit<Delivery, 'channel'>) => Promise<number>
  readonly recordSent: (sent: number) => void
  /** Called when the gateway has no more subscribers. */
  readonly onEnd: () => void
}

/**
 * The delivery queue from a channel to one gateway (fan-out). Only one batch is in flight at a time. This keeps the
 * order and gives a slow gateway fewer, longer batches (backpressure). The last acknowledged number is stored, so
 * delivery resumes there after an eviction. The gateway drops duplicates.
 */
export class GatewayDelivery {
  readonly gateway: string
  private readonly deps: Omit<GatewayDeliveryDeps, 'gateway' | 'isWatched' | 'sent'>
  private hasWatchers: boolean
  private sent: number
  private subscribers = 1
  private flushedAt = Number.NEGATIVE_INFINITY
  private failures = 0
  /** Number of subscriber updates from the gateway. A delivery reply from before the latest one is stale. */
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

  /** Applies the gateway's update about its sockets. */
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
   * @returns milliseconds until the next attempt (linear backoff): 0 after a success, infinity after too many failures
   */
  private async flush(): Promise<number> {
    const delivery = this.deps.read(this.sent, DELIVERED_AT_ONCE)
    const before = this.statementCount
    this.flushedAt = this.deps.clock()
    try {
      const subscribers = await this.deps.send(delivery)
      this.failures = 0
      if (this.hasEnded) return 0
      this.sent = delivery.first + delivery.payloads.length - 1
      if (subscribers === 0 && before === this.statementCount) this.end()
      else {
        if (before === this.statementCount) this.subscribers = subscribers
        this.deps.recordSent(this.sent)
      }
      return 0
    } catch (thrown) {
      this.failures += 1
      if (this.failures % TRIES > 0) return RETRY_MS * this.failures
      // Its sockets may be alive, so the next message or the channel's next alarm retries.
      log.error('gateway not reached', { cause: describeError(thrown) })
      return Number.POSITIVE_INFINITY
    }
  }
}

const SHORTEST_MS = 32
/** A frame costs about 26 µs, so sending at this rate uses less than half of a thread. */
const SOCKETS_PER_MS = 15

/**
 * Returns the minimum time between two batches to one gateway. It throttles delivery to large crowds.
 */
export const sendIntervalMs = (sockets: number): number => Math.max(SHORTEST_MS, sockets / SOCKETS_PER_MS)

/** Returns the time to wait before the next batch: none after a pause (leading edge). */
export const waitMs = (sockets: number, flushedAt: number, now: number): number =>
  Math.max(0, flushedAt + sendIntervalMs(sockets) - now)
