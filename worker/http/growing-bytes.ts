import { letGo } from './let-go.ts'

const FIRST_BYTES = 64 * 1024

/** A growing byte buffer. It doubles as bytes arrive, so an announced length alone allocates nothing. */
export type GrowingBytes = {
  readonly length: number
  append(bytes: Uint8Array): void
  /** Returns the appended bytes, as a view that is good until the next call of `append` or `clear`. */
  view(): Uint8Array
  /** Forgets the bytes and keeps the room. */
  clear(): void
  /** Forgets both: views are empty from then on. */
  free(): void
}

/** The budget in which a buffer reserves its memory, such as a {@link Body} of `read-body.ts`. */
export type Room = {
  /** @throws AppError when there is none */
  take(bytes: number): void
  giveBack(bytes: number): void
}

export type GrowingOptions = {
  /** How many bytes the sender says there will be: believed as long as it is true. */
  expected?: number | undefined
  /** Asked for all room there is, and told when it is given back. */
  room?: Room | undefined
}

/**
 * @param capacity how many bytes there will be at most: room is never made for more
 * @throws AppError `OVERLOADED` or `RATE_LIMITED` by `append`, when there is no room
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
    letGo(room)
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
      reserved?.giveBack(room.length)
      letGo(room)
      length = 0
      room = new Uint8Array(0)
    },
  }
}
