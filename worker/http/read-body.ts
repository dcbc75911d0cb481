import { AppError } from '#shared/client/errors.ts'
import { getClientAddress } from './address.ts'
import type { NextBytes } from './byte-source.ts'
import { createGrowingBytes } from './growing-bytes.ts'
import { recordLimit } from './request-scope.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** Size limits of request bodies in bytes. Files have their own limits. */
export const BODY_BYTES = { vote: 4 * KIB, small: 64 * KIB, large: 1_000_000 } as const

/** Time limit for the first 64 KB of a body. */
const SMALL_MS = 10_000
/** Idle timeout. After the first 64 KB, the route's time limit applies too. */
const SILENCE_MS = 10_000
export const LARGE_BODY_MS = 60_000
/** 50 MB at 0.7 Mbit/s. */
export const UPLOAD_BODY_MS = 600_000

/** An isolate has 128 MB, and decoding and drawing a photo needs more than half of it. */
const BUDGET_BYTES = 48 * MIB
const RETRY_AFTER_SECONDS = 10
/** Half-life of bytes and time in the average speed of a sender. */
const HALF_LIFE_MS = 2_000

/** A clock and a cancelable timeout. Tests inject their own. */
export type Timer = {
  now(): number
  /** @returns a function that cancels the timeout */
  after(ms: number, then: () => void): () => void
}

const REAL_TIMER: Timer = {
  now: Date.now,
  after(ms, then) {
    const timeout = setTimeout(then, ms)
    return () => clearTimeout(timeout)
  },
}

export type BodyRules = {
  readonly maxBytes: number
  /** Maximum total time spent waiting for the sender. */
  readonly totalMs?: number
  /** The network whose share is used. Default: the request's network. Null for the service's own requests. */
  readonly network?: string | null
  readonly tooLarge?: (bytes: number) => AppError
  /** False ignores the stated length and counts received bytes only. */
  readonly believesLength?: boolean
}

/**
 * Memory budget of an isolate for bodies above 64 KB. One network gets a quarter. When the budget is full, the slowest
 * sender is disconnected, so that stalled uploads cannot keep others out.
 */
export class BodyBudget {
  readonly timer: Timer
  private readonly totalBytes: number
  private readonly bodies = new Set<Body>()

  constructor(totalBytes = BUDGET_BYTES, timer = REAL_TIMER) {
    this.totalBytes = totalBytes
    this.timer = timer
  }

  /** Bytes that are currently reserved. */
  get heldBytes(): number {
    return this.heldBy([...this.bodies])
  }

  private readonly heldBy = (bodies: readonly Body[]): number => bodies.reduce((sum, { held }) => sum + held, 0)

  /** Makes room for `bytes` more by refusing the slowest bodies. This may refuse `body` itself: see `Body.take`. */
  reserve(body: Body, bytes: number): void {
    this.bodies.add(body)
    for (;;) {
      const all = [...this.bodies]
      const neighbors = all.filter(({ network }) => network !== null && network === body.network)
      const isFull = this.heldBy(all) + bytes > this.totalBytes
      // A network's only body may be as large as its route allows.
      const isCrowded = neighbors.length > 1 && this.heldBy(neighbors) + bytes > this.totalBytes / 4
      if (!isFull && !isCrowded) return
      const [slowest = body] = (isFull ? all : neighbors)
        .filter(({ isReceiving, held }) => isReceiving && held > 0)
        .concat(body)
        .toSorted((one, other) => one.speed() - other.speed())
      // A small body is only limited by time.
      if (slowest === body && body.held + bytes <= BODY_BYTES.small) return
      slowest.refuse(new AppError(isFull ? 'OVERLOADED' : 'RATE_LIMITED', undefined, RETRY))
      this.forget(slowest)
      if (slowest === body) return
    }
  }

  forget(body: Body): void {
    this.bodies.delete(body)
  }
}

const RETRY = { retryAfterSeconds: RETRY_AFTER_SECONDS }

/** The isolate's budget. All its requests share memory. */
export const bodyBudget = new BodyBudget()

type CompleteRules = Required<Omit<BodyRules, 'believesLength'>>

/** A request body that is being received. Callers that buffer its bytes reserve memory with {@link take}. */
export class Body {
  held = 0
  isReceiving = true
  private bytes = 0
  private waitedMs = 0
  /** Decaying sums of received bytes and of the time spent waiting for them. */
  private recent = { bytes: 0, ms: 1 }
  private waitingSince: number | null = null
  private refusal: AppError | null = null
  private stop: (() => void) | null = null
  readonly network: string | null
  private readonly reader: ReadableStreamDefaultReader<Uint8Array> | null
  private readonly rules: CompleteRules
  private readonly budget: BodyBudget

  constructor(stream: ReadableStream<Uint8Array> | null, rules: CompleteRules, budget: BodyBudget) {
    this.reader = stream?.getReader() ?? null
    // A disconnect shows up as a failed read, so this rejection is ignored.
    this.reader?.closed.catch(() => undefined)
    this.rules = rules
    this.network = rules.network
    this.budget = budget
  }

  /**
   * Returns the next chunk, or null at the end.
   *
   * @throws AppError `BODY_TOO_SLOW`; `FILE_TOO_LARGE`; `OVERLOADED` and `RATE_LIMITED` if other bodies need the memory
   */
  readonly next: NextBytes = async () => {
    const value = this.reader === null ? null : await this.read(this.reader)
    if (value === null) this.isReceiving = false
    else if (this.bytes > this.rules.maxBytes) this.refuse(this.rules.tooLarge(this.bytes))
    this.requireOpen()
    return value
  }

  take(bytes: number): void {
    this.requireOpen()
    this.budget.reserve(this, bytes)
    this.requireOpen()
    this.held += bytes
  }

  release(bytes: number): void {
    this.held = Math.max(0, this.held - bytes)
    if (this.held === 0) this.budget.forget(this)
  }

  /** Returns the recent speed in bytes per millisecond of waiting. */
  speed(): number {
    const { bytes, ms } = this.recentAfter(this.waitingSince === null ? 0 : this.now() - this.waitingSince)
    return bytes / ms
  }

  /** Refuses the rest. May be called from another request, so the body's own request cancels the stream. */
  refuse(reason: AppError): void {
    this.refusal ??= reason
    this.held = 0
    this.stop?.()
  }

  private readonly now = () => this.budget.timer.now()

  private recentAfter(ms: number) {
    const share = 2 ** (-ms / HALF_LIFE_MS)
    return { bytes: this.recent.bytes * share, ms: this.recent.ms * share + ms }
  }

  private requireOpen(): void {
    if (this.refusal === null) return
    if (this.refusal.code === 'RATE_LIMITED') recordLimit('memory:network')
    void this.reader?.cancel().catch(() => undefined)
    throw this.refusal
  }

  private async read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | null> {
    this.requireOpen()
    const isSmall = this.bytes <= BODY_BYTES.small
    const leftMs = Math.min(SILENCE_MS, (isSmall ? SMALL_MS : this.rules.totalMs) - this.waitedMs)
    const stopped = new Promise<null>((resolve) => {
      this.stop = () => resolve(null)
    })
    const cancelTimeout = this.budget.timer.after(Math.max(0, leftMs), () => this.refuse(new AppError('BODY_TOO_SLOW')))
    const since = this.now()
    this.waitingSince = since
    const work = reader.read()
    // The read may fail after the race is over.
    work.catch(() => undefined)
    try {
      const value = (await Promise.race([work, stopped]))?.value ?? null
      const ms = this.now() - since
      this.waitedMs += ms
      this.bytes += value?.byteLength ?? 0
      this.recent = this.recentAfter(ms)
      this.recent.bytes += value?.byteLength ?? 0
      return value
    } finally {
      cancelTimeout()
      this.waitingSince = null
      this.stop = null
    }
  }
}

const tooLong = () => new AppError('FILE_TOO_LARGE', 'The request is too long.')

/**
 * Opens the body of an incoming request. Nothing else reads `request.body`. Rejects a stated length above the limit.
 *
 * @throws AppError `FILE_TOO_LARGE`
 */
export function openBody(request: Request, rules: BodyRules, budget = bodyBudget): Body {
  const { maxBytes, totalMs = LARGE_BODY_MS, tooLarge = tooLong, network = getNetwork(request) } = rules
  const stated = Number(request.headers.get('content-length') ?? 0)
  if (stated > maxBytes && rules.believesLength !== false) throw tooLarge(stated)
  return new Body(request.body, { maxBytes, totalMs, tooLarge, network }, budget)
}

/** Internal requests have no network: their bytes were counted when they entered the Worker. */
const getNetwork = ({ headers }: Request): string | null =>
  headers.has('cf-connecting-ip') ? getClientAddress(headers) : null

/** A whole body. `free` releases its memory. */
export type HeldBody = { readonly bytes: Uint8Array; free(): void }

/** Reads a whole body into memory. @throws AppError like {@link openBody} and {@link Body.next} */
export async function readBytes(request: Request, rules: BodyRules, budget = bodyBudget): Promise<HeldBody> {
  const body = openBody(request, rules, budget)
  const expected = Number(request.headers.get('content-length')) || undefined
  const held = createGrowingBytes(rules.maxBytes, { expected, room: body })
  try {
    for (let chunk = await body.next(); chunk !== null; chunk = await body.next()) held.append(chunk)
    return { bytes: held.view(), free: held.free }
  } catch (thrown) {
    held.free()
    throw thrown
  }
}

/**
 * Returns true if a request has a body. The runtime creates an empty body for `Content-Length: 0`, which browsers send
 * with DELETE.
 */
export const hasBody = ({ body, headers }: Request): boolean => body !== null && headers.get('content-length') !== '0'
