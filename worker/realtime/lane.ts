import { describeError, log } from '#worker/http/log.ts'
import type { Clock } from '#worker/env.ts'
import type { Delivery } from './ports.ts'
import { waitMs } from './window.ts'

const DELIVERED_AT_ONCE = 250
const RETRY_MS = 500
const TRIES = 6

export type LaneDeps = {
  readonly gateway: string
  /** Whether somebody there wants to hear of presence. */
  isWatched: boolean
  /** The number of the last message that has arrived there. */
  sent: number
  readonly clock: Clock
  readonly last: () => number
  readonly read: (after: number, limit: number) => Omit<Delivery, 'channel'>
  /** @returns how many sockets are subscribed there */
  readonly send: (delivery: Omit<Delivery, 'channel'>) => Promise<number>
  readonly keepSent: (sent: number) => void
  /** Nobody is subscribed there any more. */
  readonly onEnd: () => void
}

export type Lane = ReturnType<typeof createLane>

/**
 * The way of a channel's messages to one gateway. One frame is under way at a time, so none overtakes another and a
 * slow gateway gets fewer and longer ones; what has arrived is kept, so that after a death nothing is sent twice or
 * never.
 */
export function createLane(deps: LaneDeps) {
  const { gateway, clock, last, read, send, keepSent, onEnd } = deps
  let { isWatched, sent } = deps
  let subscribers = 1
  let flushedAt = Number.NEGATIVE_INFINITY
  let failures = 0
  /** Counts what the gateway has said of its subscribers: an answer from before that is out of date. */
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

  /** Never rejects. @returns how long to wait before the next try: 0 when this one succeeded, for ever after too many */
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
      // Its sockets may live: it stays, and is tried again when something is said or the channel's alarm rings.
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
    /** What the gateway says of its sockets. */
    state(count: number, watched: boolean): void {
      statements += 1
      subscribers = count
      isWatched = watched
    },
  }
}
