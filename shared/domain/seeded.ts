/**
 * Commit and reveal: the SHA-256 of a secret seed is published first, then the seed decides, and is published last. Who
 * has both can repeat everything that it decided, so nobody can have changed it in between.
 */

const SEED_BYTES = 32
/** A 256-bit seed, in lowercase hex. */
const SEED = /^[0-9a-f]{64}$/
const WORDS = 2 ** 32

/** True for the hex of a 256-bit seed. */
export const isSeed = (text: string): boolean => SEED.test(text)

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns a random seed of 256 bits. */
export const newSeed = (): string => toHex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)))

/** @throws RangeError for text that is no seed */
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
 * @throws RangeError for text that is no seed
 */
export const hashSeed = async (seed: string): Promise<string> => toHex(await digest(Uint8Array.from(parseSeed(seed))))

/** Returns a whole number from 0 to below `count`, which is at most 2^32. */
export type Roll = (count: number) => Promise<number>

/**
 * Returns the rolls of a seed. Roll after roll takes the next number of a row: number `i` is the first four bytes,
 * big-endian, of SHA-256(seed, then `i` as four bytes, big-endian), counted from 0. Numbers at or above the largest
 * multiple of `count` are skipped, so that every result is equally likely; the others are divided, and the remainder
 * counts.
 *
 * @example const roll = createRoll(seed); await roll(6) // 0 to 5, the same whenever it is repeated
 * @throws RangeError for text that is no seed
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
 * Shuffles items by Fisher–Yates: from the last place down to the second, each swaps with a rolled place from the first
 * up to its own.
 *
 * @example await shuffle([1, 2, 3], createRoll(seed)) // the same order whenever it is repeated
 */
export async function shuffle<T>(items: readonly T[], roll: Roll): Promise<T[]> {
  const shuffled = [...items]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = await roll(at + 1)
    ;[shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!]
  }
  return shuffled
}

/** Moments fixed beforehand: the first thing opens at `startsAt`, each further one `stepMs` later. */
export type Timetable = { readonly startsAt: number; readonly stepMs: number }

/**
 * Returns how many things are open at a moment.
 *
 * @param count number of all things
 * @param now milliseconds since 1970, by the server's clock
 * @example countOpen({ startsAt: 1000, stepMs: 100 }, 12, 1250) // 3
 */
export const countOpen = ({ startsAt, stepMs }: Timetable, count: number, now: number): number =>
  Math.min(count, Math.max(0, Math.floor((now - startsAt) / stepMs) + 1))
