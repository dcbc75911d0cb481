import { AppError } from '#shared/client/errors.ts'
import { addressOf } from './address.ts'
import type { NextBytes } from './byte-source.ts'
import { createGrowingBytes } from './growing-bytes.ts'
import { noteLimit } from './request-scope.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** Size limits of request bodies by route, in bytes. Files have limits of their own. */
export const BODY_BYTES = { vote: 4 * KIB, small: 64 * KIB, large: 1_000_000 } as const

/** A body of up to 64 KB has this long to arrive, and a larger one as long for its first 64 KB. */
const SMALL_MS = 10_000
/** A larger body ends when nothing of it has come for this long, or after the time its route gives it. */
const SILENCE_MS = 10_000
export const LARGE_BODY_MS = 60_000
/** 50 MB at 0.7 Mbit/s. */
export const UPLOAD_BODY_MS = 600_000

/** An isolate has 128 MB. What decodes and draws a photo takes the other half. */
const BUDGET_BYTES = 48 * MIB
const RETRY_AFTER_SECONDS = 10
/** Bytes and time count half as much for a sender's speed after this long. */
const HALF_LIFE_MS = 2_000

/** The time, and a wait that can be called off. Tests bring their own. */
export type Timer = {
  now(): number
  /** @returns what calls it off */
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
  /** The longest time to wait for the sender in all. */
  readonly totalMs?: number
  /** The network whose share is used, that of the request unless given; null for the service's own. */
  readonly network?: string | null
  readonly tooLarge?: (bytes: number) => AppError
  /** False where only bytes that really come are counted. */
  readonly believesLength?: boolean
}

/**
 * The memory that bodies of more than 64 KB may take in an isolate, and a quarter of it for one network. When it is full,
 * the slowest sender is hung up on: senders that stall cannot keep out others.
 */
export class BodyBudget {
  readonly timer: Timer
  private readonly totalBytes: number
  private readonly bodies = new Set<Body>()

  constructor(totalBytes = BUDGET_BYTES, timer = REAL_TIMER) {
    this.totalBytes = totalBytes
    this.timer = timer
  }

  /** The number of bytes that are reserved now. */
  get heldBytes(): number {
    return this.heldBy([...this.bodies])
  }

  private readonly heldBy = (bodies: readonly Body[]): number => bodies.reduce((sum, { held }) => sum + held, 0)

  /** Makes room for more of a body. @throws AppError `OVERLOADED` or `RATE_LIMITED` when this is the slowest one */
  reserve(body: Body, bytes: number): void {
    this.bodies.add(body)
    for (;;) {
      const all = [...this.bodies]
      const neighbors = all.filter(({ network }) => network !== null && network === body.network)
      const isFull = this.heldBy(all) + bytes > this.totalBytes
      // The only body of a network may be as large as its route allows.
      const isCrowded = neighbors.length > 1 && this.heldBy(neighbors) + bytes > this.totalBytes / 4
      if (!isFull && !isCrowded) return
      const [slowest = body] = (isFull ? all : neighbors)
        .filter(({ isReceiving, held }) => isReceiving && held > 0)
        .concat(body)
        .toSorted((one, other) => one.speed() - other.speed())
      // A small body needs only its deadline.
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

/** This isolate's: memory is shared by all requests in it. */
export const bodyBudget = new BodyBudget()

type CompleteRules = Required<Omit<BodyRules, 'believesLength'>>

/** A body on its way. Whoever keeps its bytes reserves room for them with {@link take}, and gives it back. */
export class Body {
  held = 0
  isReceiving = true
  private bytes = 0
  private waitedMs = 0
  /** Recent bytes and the time waited for them; the older, the less they count. */
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
    // A client that has gone is found out by reading.
    this.reader?.closed.catch(() => undefined)
    this.rules = rules
    this.network = rules.network
    this.budget = budget
  }

  /**
   * The next piece, or null at the end.
   * @throws AppError `BODY_TOO_SLOW`; `FILE_TOO_LARGE`; `OVERLOADED` and `RATE_LIMITED` when the room is needed for others
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

  giveBack(bytes: number): void {
    this.held = Math.max(0, this.held - bytes)
    if (this.held === 0) this.budget.forget(this)
  }

  /** Bytes per millisecond of waiting for the sender, lately. */
  speed(): number {
    const { bytes, ms } = this.recentAfter(this.waitingSince === null ? 0 : this.now() - this.waitingSince)
    return bytes / ms
  }

  /** Ends it, perhaps from another request: what is left of the stream is cancelled by its own. */
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
    if (this.refusal.code === 'RATE_LIMITED') noteLimit('memory:network')
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
    const callOff = this.budget.timer.after(Math.max(0, leftMs), () => this.refuse(new AppError('BODY_TOO_SLOW')))
    const since = this.now()
    this.waitingSince = since
    const work = reader.read()
    // It may fail after nobody waits for it any more.
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
      callOff()
      this.waitingSince = null
      this.stop = null
    }
  }
}

const tooLong = () => new AppError('FILE_TOO_LARGE', 'The request is too long.')

/**
 * Opens the body of an incoming request: the only place that reads one. A stated length is believed when it is too much.
 *
 * @throws AppError `FILE_TOO_LARGE`
 */
export function openBody(request: Request, rules: BodyRules, budget = bodyBudget): Body {
  const { maxBytes, totalMs = LARGE_BODY_MS, tooLarge = tooLong, network = networkOf(request) } = rules
  const stated = Number(request.headers.get('content-length') ?? 0)
  if (stated > maxBytes && rules.believesLength !== false) throw tooLarge(stated)
  return new Body(request.body, { maxBytes, totalMs, tooLarge, network }, budget)
}

/** Requests from inside this isolate come from no network: what they carry has been counted at the door. */
const networkOf = ({ headers }: Request): string | null => (headers.has('cf-connecting-ip') ? addressOf(headers) : null)

/** A whole body, and what gives its room back. */
export type HeldBody = { readonly bytes: Uint8Array; free(): void }

/** @throws AppError as {@link openBody} and {@link Body.next} do */
export async function readBytes(request: Request, rules: BodyRules, budget = bodyBudget): Promise<HeldBody> {
  const body = openBody(request, rules, budget)
  const expected = Number(request.headers.get('content-length')) || undefined
  const held = createGrowingBytes(rules.maxBytes, { expected, room: body })
  try {
    for (let piece = await body.next(); piece !== null; piece = await body.next()) held.append(piece)
    return { bytes: held.view(), free: held.free }
  } catch (thrown) {
    held.free()
    throw thrown
  }
}

/** True for a request with a body. The runtime makes an empty one of `Content-Length: 0`, which browsers send with a DELETE. */
export const hasBody = ({ body, headers }: Request): boolean => body !== null && headers.get('content-length') !== '0'
