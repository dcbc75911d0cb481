/** A timer of so long is set to see how late it comes. */
const TIMER_MS = 2
/** No more timers than one in so long. */
const EVERY_MS = 20
/** Later than this is late. */
const LATE_MS = 25
/** Late for so long, without being in time once, is no burst. */
const INTERVAL_MS = 400
/** Requests in that time: a machine that is slow for other reasons is no load of ours. */
const REQUESTS = 100
/**
 * So late within a second after it was saturated, it is so again at once, while so many requests come: as CoDel drops
 * sooner when it dropped a moment ago. Without this, overload came in waves: each let in half a second of requests, that
 * then waited up to 3 s.
 */
const AGAIN = { lateMs: 100, withinMs: 1000, requests: 16, perSecond: 100 }
/** In time: nothing else waited. */
const IDLE_MS = 2
/** What was seen last counts for so long. */
const KNOWN_MS = 1000

export type Lag = {
  /** Counts a request, and sets a timer if none is set. @param keep takes work that outlasts the answer (`waitUntil`) */
  readonly notice: (keep: (work: Promise<void>) => void) => void
  readonly isSaturated: () => boolean
}

export type LagClock = { readonly now?: () => number; readonly wait?: (ms: number) => Promise<void> }

/**
 * Whether the event loop of this isolate is saturated, by how late timers come. As in CoDel (RFC 8289) the least delay
 * of an interval decides, not the largest: it tells a queue that stands from a burst. The queue itself cannot be counted:
 * workerd reads at most sixteen sockets at a time, and leaves the others in the kernel until those are answered. It is
 * saturated until a timer comes in time.
 */
export function watchLag({ now = Date.now, wait = sleep }: LagClock = {}): Lag {
  let timerSet = 0
  let isTimerSet = false
  let lateSince: number | null = null
  let requests = 0
  let saturated = false
  let endedAt = Number.NEGATIVE_INFINITY
  let requestsSince = 0
  let noticedAt = Number.NEGATIVE_INFINITY

  function see(lag: number): void {
    if (lag <= (saturated ? IDLE_MS : LATE_MS)) {
      if (saturated) [endedAt, requestsSince] = [now(), 0]
      saturated = false
      lateSince = null
      return
    }
    if (lateSince === null) {
      lateSince = now()
      requests = 0
    }
    if (now() - lateSince >= INTERVAL_MS && requests >= REQUESTS) saturated = true
    if (lag >= AGAIN.lateMs && isLoadOfBefore(now() - endedAt)) saturated = true
  }

  const isLoadOfBefore = (ms: number) =>
    ms < AGAIN.withinMs && requestsSince >= Math.max(AGAIN.requests, (AGAIN.perSecond * ms) / 1000)

  async function time(begun: number): Promise<void> {
    await wait(TIMER_MS)
    isTimerSet = false
    see(now() - begun - TIMER_MS)
  }

  return {
    notice(keep) {
      requests++
      requestsSince++
      const begun = now()
      // Silence has ended whatever was seen before it.
      if (begun - noticedAt >= KNOWN_MS) saturated = false
      noticedAt = begun
      // One that was set by a request which was canceled never comes.
      if (begun - timerSet < (isTimerSet ? KNOWN_MS : EVERY_MS)) return
      timerSet = begun
      isTimerSet = true
      keep(time(begun))
    },
    isSaturated: () => saturated && now() - timerSet < KNOWN_MS,
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
