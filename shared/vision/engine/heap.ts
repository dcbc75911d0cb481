/** An allocator in the kernels' memory, which grows as needed and never shrinks. Addresses are multiples of 64 bytes. */
export type Heap = {
  /** The memory as floats. Do not store it: growing the memory replaces the array. */
  readonly floats: Float32Array
  /** The memory as integers. */
  readonly integers: Int32Array
  reserve(bytes: number): number
  release(address: number): void
}

const PAGE_BYTES = 65_536
const LINE_BYTES = 64
/** Address 0 means "none". */
const START = 1024
/** Limit of a 32-bit address. */
const END = 2 ** 32

/** A first-fit allocator. A memory can have only one heap at a time. */
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
      const size = Math.ceil(bytes / LINE_BYTES) * LINE_BYTES
      const gap = gaps.find(({ start, end }) => end - start >= size)
      if (gap === undefined) throw new Error(`Out of memory: cannot reserve ${bytes} bytes`)
      const address = gap.start
      gap.start += size
      reserved.set(address, size)
      const missing = gap.start - memory.buffer.byteLength
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
      return address
    },
    release(address) {
      const size = reserved.get(address)
      if (size === undefined) throw new Error(`Nothing is reserved at ${address}`)
      reserved.delete(address)
      gaps.push({ start: address, end: address + size })
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
