import { AppError } from '#shared/client/errors.ts'
import { noteLimit } from './request-scope.ts'

const MIB = 1024 * 1024

/** An isolate has 128 MB, and what decodes and draws a photo takes the other half. */
const TOTAL_BYTES = 48 * MIB
/** One network's stalled uploads do not block all others. */
const NETWORK_BYTES = 24 * MIB
/** By then a stalled sender has been hung up on, or one that sends has gone on. */
const RETRY_AFTER_SECONDS = 10

export type BodyMemoryLimits = { readonly totalBytes: number; readonly networkBytes: number }

/** Where a buffer for a request's body asks for its room. */
export type Lease = {
  /**
   * @throws AppError when there is no room for so many bytes now: `OVERLOADED` (503) in the isolate, `RATE_LIMITED` in
   * the share of the network, both with `Retry-After`
   */
  take(bytes: number): void
  giveBack(bytes: number): void
}

/**
 * Admission control for memory: how many bytes of request bodies may be held at once, in all and for one network.
 * Buffers take what they allocate and give it back when they are freed, so senders that stall cannot fill the isolate.
 */
export function createBodyMemory({ totalBytes, networkBytes }: BodyMemoryLimits) {
  let heldInAll = 0
  const heldBy = new Map<string, number>()

  return {
    /** How many bytes are held now. */
    get heldBytes() {
      return heldInAll
    },

    /** @param network that the memory is counted against; null: the service's own, which only the total limits */
    leaseOf: (network: string | null): Lease => ({
      take(bytes) {
        const own = network === null ? 0 : (heldBy.get(network) ?? 0)
        const retry = { retryAfterSeconds: RETRY_AFTER_SECONDS }
        if (network !== null && own + bytes > networkBytes) {
          noteLimit('memory:network')
          throw new AppError('RATE_LIMITED', undefined, retry)
        }
        if (heldInAll + bytes > totalBytes) throw new AppError('OVERLOADED', undefined, retry)
        heldInAll += bytes
        if (network !== null) heldBy.set(network, own + bytes)
      },
      giveBack(bytes) {
        heldInAll -= bytes
        if (network === null) return
        const own = (heldBy.get(network) ?? 0) - bytes
        if (own > 0) heldBy.set(network, own)
        else heldBy.delete(network)
      },
    }),
  }
}

/** This isolate's: memory is shared by all requests in it. */
export const bodyMemory = createBodyMemory({ totalBytes: TOTAL_BYTES, networkBytes: NETWORK_BYTES })
