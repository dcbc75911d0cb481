/** Room in the kernels' memory, which grows as needed and never shrinks. Addresses are bytes, multiples of 64. */
export type Heap = {
  /** The memory as floats. Not to be kept: it is another array once the memory has grown. */
  readonly floats: Float32Array
  /** The same as integers. */
  readonly integers: Int32Array
  reserve(bytes: number): number
  release(address: number): void
}

const PAGE_BYTES = 65_536
const LINE_BYTES = 64
/** Address 0 would look like none. */
const START = 1024
/** The bytes that a 32-bit address reaches. */
const END = 2 ** 32

/** Takes the first gap that is large enough. Whatever another heap has reserved in this memory is overwritten. */
export function createHeap(memory: WebAssembly.Memory): Heap {
  let gaps = [{ start: START, end: END }]
  const reserved = new Map<number, number>()
  let floats = new Float32Array(memory.buffer)
  let integers = new Int32Array(memory.buffer)
  return {
    get floats() {
      if (floats.buffer !== memory.buffer) floats = new Float32Array(memory.buffer)
      return floats
    },
    get integers() {
      if (integers.buffer !== memory.buffer) integers = new Int32Array(memory.buffer)
      return integers
    },
    reserve(bytes) {
      const room = Math.ceil(bytes / LINE_BYTES) * LINE_BYTES
      const gap = gaps.find(({ start, end }) => end - start >= room)
      if (gap === undefined) throw new Error(`The memory has no room for ${bytes} bytes`)
      const address = gap.start
      gap.start += room
      reserved.set(address, room)
      const missing = gap.start - memory.buffer.byteLength
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
      return address
    },
    release(address) {
      const room = reserved.get(address)
      if (room === undefined) throw new Error(`Nothing is reserved at ${address}`)
      reserved.delete(address)
      gaps.push({ start: address, end: address + room })
      gaps.sort((one, other) => one.start - other.start)
      gaps = gaps.reduce<typeof gaps>((joined, gap) => {
        const last = joined.at(-1)
        if (last?.end === gap.start) last.end = gap.end
        else joined.push(gap)
        return joined
      }, [])
    },
  }
}
