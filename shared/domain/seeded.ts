/**
 * Commit-and-reveal scheme. The server publishes the SHA-256 of a secret seed first and the seed last. Anyone with both
 * can repeat every decision and verify that the server did not change the seed in between.
 */

const SEED_BYTES = 32
/** A 256-bit seed, in lowercase hex. */
const SEED = /^[0-9a-f]{64}$/
const WORDS = 2 ** 32

/** True for a 256-bit seed in lowercase hex. */
export const isSeed = (text: string): boolean => SEED.test(text)

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns a random 256-bit seed. */
export const newSeed = (): string => toHex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)))

/** @throws RangeError for an invalid seed */
function parseSeed(seed: string): Uint8Array {
  if (!isSeed(seed)) throw new RangeError('A seed is 64 digits of lowercase hex.')
  return Uint8Array.from({ length: SEED_BYTES }, (_, at) => Number.parseInt(seed.slice(at * 2, at * 2 + 2), 16))
}

const digest = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

/**
 * Returns the SHA-256 of a seed's 32 bytes: its commitment.
 *
 * @example await hashSeed('00'.repeat(32)) // '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
 * @throws RangeError for an invalid seed
 */
export const hashSeed = async (seed: string): Promise<string> => toHex(await digest(Uint8Array.from(parseSeed(seed))))

/** Returns an integer from 0 to `count` - 1. `count` is at most 2^32. */
export type Roll = (count: number) => Promise<number>

/**
 * Creates a deterministic random number generator. Each roll takes the next number of a sequence. Number `i`, counted
 * from 0, is the first four bytes of SHA-256(seed, then `i` as four bytes), big-endian. The result is the number modulo
 * `count`. Numbers at or above the largest multiple of `count` are skipped (rejection sampling), so that every result is
 * equally likely.
 *
 * @example const roll = createRoll(seed); await roll(6) // 0 to 5, deterministic
 * @throws RangeError for an invalid seed
 */
export function createRoll(seed: string): Roll {
  const block = new Uint8Array(SEED_BYTES + 4)
  block.set(parseSeed(seed))
  const view = new DataView(block.buffer)
  let next = 0
  return async (count) => {
    const fair = WORDS - (WORDS % count)
    for (;;) {
      view.setUint32(SEED_BYTES, next++)
      const number = new DataView((await digest(block)).buffer).getUint32(0)
      if (number < fair) return number % count
    }
  }
}

/**
 * Shuffles items (Fisher–Yates). From the last item down to the second, swaps each with a rolled item at or before it.
 *
 * @example await shuffle([1, 2, 3], createRoll(seed)) // deterministic
 */
export async function shuffle<T>(items: readonly T[], roll: Roll): Promise<T[]> {
  const shuffled = [...items]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = await roll(at + 1)
    ;[shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!]
  }
  return shuffled
}

/** A fixed schedule. The first reveal is at `startsAt`, and each following one `stepMs` later. */
export type Timetable = { readonly startsAt: number; readonly stepMs: number }

/**
 * Returns the number of revealed parts at a given time.
 *
 * @param count total number of parts
 * @param now milliseconds since 1970, by the server's clock
 * @example countOpen({ startsAt: 1000, stepMs: 100 }, 12, 1250) // 3
 */
export const countOpen = ({ startsAt, stepMs }: Timetable, count: number, now: number): number =>
  Math.min(count, Math.max(0, Math.floor((now - startsAt) / stepMs) + 1))
