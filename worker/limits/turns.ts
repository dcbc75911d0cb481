import { AppError } from '#shared/client/errors.ts'
import { recordLimit } from '#worker/http/request-scope.ts'

/** Lease of a turn. It ends turns whose client has disconnected. */
const TURN_MS = 120_000
const WAIT_MS = 15_000
const WAITING_MAX = 50
/** Waiting requests poll, because a canceled request never resolves a promise that another request awaits. */
const POLL_MS = 20

export type TurnTimer = { now(): number; sleep(ms: number): Promise<void> }

const REAL_TIMER: TurnTimer = {
  now: Date.now,
  sleep: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
}

type Turn = { readonly until: number }

/** A mutex per key, such as a person or a network. It serializes expensive work within this isolate. */
export class Turns {
  private readonly name: string
  private readonly timer: TurnTimer
  private readonly taken = new Map<string, Turn>()
  private readonly waiting = new Map<string, number>()

  /** @param name the name of this limit in the log */
  constructor(name: string, timer = REAL_TIMER) {
    this.name = name
    this.timer = timer
  }

  /** @throws AppError `RATE_LIMITED` after 15 seconds of waiting or if 50 already wait; any error of `work` */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = this.take(key) ?? (await this.wait(key))
    try {
      return await work()
    } finally {
      if (this.taken.get(key) === turn) this.taken.delete(key)
    }
  }

  private take(key: string): Turn | null {
    const now = this.timer.now()
    if ((this.taken.get(key)?.until ?? 0) > now) return null
    const turn = { until: now + TURN_MS }
    this.taken.set(key, turn)
    return turn
  }

  private async wait(key: string): Promise<Turn> {
    const others = this.waiting.get(key) ?? 0
    if (others >= WAITING_MAX) throw this.refused()
    this.waiting.set(key, others + 1)
    try {
      const last = this.timer.now() + WAIT_MS
      while (this.timer.now() < last) {
        await this.timer.sleep(POLL_MS)
        const turn = this.take(key)
        if (turn !== null) return turn
      }
      throw this.refused()
    } finally {
      const left = (this.waiting.get(key) ?? 1) - 1
      if (left > 0) this.waiting.set(key, left)
      else this.waiting.delete(key)
    }
  }

  private refused(): AppError {
    recordLimit(`turns:${this.name}`)
    return new AppError('RATE_LIMITED', undefined, { retryAfterSeconds: 1 })
  }
}
