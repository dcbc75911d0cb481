import { releaseBuffer } from './release-buffer.ts'

const FIRST_BYTES = 64 * 1024

/** A growing byte buffer. It doubles as bytes arrive, so a stated length alone allocates nothing. */
export type GrowingBytes = {
  readonly length: number
  append(bytes: Uint8Array): void
  /** Returns a view of the appended bytes. It is valid until the next `append` or `clear`. */
  view(): Uint8Array
  /** Empties the buffer but keeps its memory. */
  clear(): void
  /** Releases the memory. Existing views become empty. */
  free(): void
}

/** A memory budget, such as a {@link Body} of `read-body.ts`. */
export type Room = {
  /** @throws AppError if the budget is exceeded */
  take(bytes: number): void
  release(bytes: number): void
}

export type GrowingOptions = {
  /** The stated length. The buffer does not grow past it until more bytes arrive. */
  expected?: number | undefined
  /** Accounts for the allocated memory. */
  room?: Room | undefined
}

/**
 * Creates a {@link GrowingBytes} buffer.
 *
 * @param capacity maximum length in bytes
 * @throws AppError `OVERLOADED` or `RATE_LIMITED` from `append`, if `room` is exceeded
 */
export function createGrowingBytes(
  capacity: number,
  { expected = capacity, room: reserved }: GrowingOptions = {},
): GrowingBytes {
  let room = new Uint8Array(0)
  let length = 0

  function grow(needed: number): void {
    const wanted = Math.max(FIRST_BYTES, room.length * 2, needed)
    const larger = Math.min(wanted, needed <= expected ? Math.min(expected, capacity) : capacity)
    reserved?.take(larger - room.length)
    const moved = new Uint8Array(larger)
    moved.set(room.subarray(0, length))
    releaseBuffer(room)
    room = moved
  }

  return {
    get length() {
      return length
    },
    append(bytes) {
      const needed = length + bytes.length
      if (needed > capacity) throw new RangeError(`more than ${capacity} bytes`)
      if (needed > room.length) grow(needed)
      room.set(bytes, length)
      length = needed
    },
    view: () => room.subarray(0, length),
    clear() {
      length = 0
    },
    free() {
      reserved?.release(room.length)
      releaseBuffer(room)
      length = 0
      room = new Uint8Array(0)
    },
  }
}
