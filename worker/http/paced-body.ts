import { AppError } from '#shared/client/errors.ts'
import type { NextBytes } from './byte-source.ts'

/** The slowest that a body may arrive: `minBytes` in each `windowMs` of waiting for its sender, all within `totalMs`. */
export type Pace = { readonly minBytes: number; readonly windowMs: number; readonly totalMs: number }

const SLOWEST = { minBytes: 64 * 1024, windowMs: 10_000 }
/** A photo: 20 MB at 2.8 Mbit/s, though pages make photos smaller before they send them. */
export const PHOTO_PACE: Pace = { ...SLOWEST, totalMs: 60_000 }
/** A document of a known person, or a file of the service: 50 MB at 0.7 Mbit/s. */
export const FILE_PACE: Pace = { ...SLOWEST, totalMs: 600_000 }

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

const TOO_LATE = Symbol('too late')

/**
 * Reads a body piece by piece and ends it when its sender stalls or trickles (slowloris). Only the time spent waiting
 * for the sender counts, not the time that its bytes take to be put away.
 *
 * @returns `next` resolves with the next piece, or null at the end, and throws AppError `BODY_TOO_SLOW`
 */
export function createPacedReader(
  body: ReadableStream<Uint8Array>,
  { minBytes, windowMs, totalMs }: Pace,
  { now, after }: Timer = REAL_TIMER,
): { next: NextBytes; cancel(): void } {
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => undefined)
  let waitedMs = 0
  let window = { waitedMs: 0, bytes: 0 }

  /** Resolves early when something has come. */
  async function within<T>(ms: number, work: Promise<T>): Promise<T | typeof TOO_LATE> {
    let callOff = () => {}
    const late = new Promise<typeof TOO_LATE>((resolve) => {
      callOff = after(ms, () => resolve(TOO_LATE))
    })
    const begun = now()
    try {
      return await Promise.race([work, late])
    } finally {
      callOff()
      const spentMs = now() - begun
      waitedMs += spentMs
      window.waitedMs += spentMs
    }
  }

  async function next(): Promise<Uint8Array | null> {
    const work = reader.read()
    for (;;) {
      const leftMs = Math.max(0, Math.min(windowMs - window.waitedMs, totalMs - waitedMs))
      const read = await within(leftMs, work)
      if (read !== TOO_LATE) {
        window.bytes += read.value?.byteLength ?? 0
        return read.value ?? null
      }
      if (waitedMs >= totalMs || window.bytes < minBytes) {
        work.catch(() => undefined)
        cancel()
        throw new AppError('BODY_TOO_SLOW')
      }
      window = { waitedMs: 0, bytes: 0 }
    }
  }

  return { next, cancel }
}
