import { letGo } from './let-go.ts'

const FIRST_BYTES = 64 * 1024

/**
 * Up to here room is doubled, from here on it is made for all that is expected, or else for all there may be: while
 * bytes move, the old room is there beside the new one, and this is the most that the old one is.
 */
const SMALL_BYTES = 256 * 1024

/** Bytes in a row. Few take little room, many take no more than their capacity and {@link SMALL_BYTES}, ever. */
export type GrowingBytes = {
  readonly length: number
  append(bytes: Uint8Array): void
  /** What was appended, as a view that is good until the next call of `append` or `clear`. */
  view(): Uint8Array
  /** Forgets the bytes and keeps the room. */
  clear(): void
  /** Forgets both: views are empty from then on. */
  free(): void
}

/**
 * @param capacity how many bytes there will be at most: room is never made for more
 * @param expected how many somebody says there will be: believed as long as it is true
 */
export function createGrowingBytes(capacity: number, expected = capacity): GrowingBytes {
  let room = new Uint8Array(0)
  let length = 0
  return {
    get length() {
      return length
    },
    append(bytes) {
      const needed = length + bytes.length
      if (needed > capacity) throw new RangeError(`more than ${capacity} bytes`)
      if (needed > room.length) {
        const doubled = Math.max(FIRST_BYTES, room.length * 2)
        const all = needed <= expected ? expected : capacity
        const larger = new Uint8Array(Math.min(capacity, needed > SMALL_BYTES ? all : Math.max(doubled, needed)))
        larger.set(room.subarray(0, length))
        letGo(room)
        room = larger
      }
      room.set(bytes, length)
      length = needed
    },
    view: () => room.subarray(0, length),
    clear() {
      length = 0
    },
    free() {
      letGo(room)
      length = 0
      room = new Uint8Array(0)
    },
  }
}
