/** Returns the next chunk, or null at the end. */
export type NextBytes = () => Promise<Uint8Array | null>

export type ByteSource = {
  /** Returns the next `length` bytes without consuming them, or null if fewer are left. */
  peek(length: number): Promise<Uint8Array | null>
  /** Yields the bytes before the next `pattern`, and consumes the pattern. @returns false if the stream ends first */
  until(pattern: Uint8Array): AsyncGenerator<Uint8Array, boolean>
}

/**
 * Creates a searchable byte stream. Matches may span chunks. Buffers one chunk and the tail that may begin a match.
 *
 * @param first bytes before the first chunk
 */
export function createByteSource(first: Uint8Array, next: NextBytes): ByteSource {
  let held = first

  async function more(): Promise<boolean> {
    const chunk = await next()
    if (chunk === null) return false
    const joined = new Uint8Array(held.length + chunk.length)
    joined.set(held)
    joined.set(chunk, held.length)
    held = joined
    return true
  }

  function take(length: number): Uint8Array {
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }

  return {
    async peek(length) {
      while (held.length < length) if (!(await more())) return null
      return held.subarray(0, length)
    },

    async *until(pattern) {
      for (;;) {
        const at = indexOf(held, pattern)
        if (at !== -1) {
          const before = take(at)
          take(pattern.length)
          if (before.length > 0) yield before
          return true
        }
        // The last `pattern.length - 1` bytes may be the start of a match.
        const unmatched = held.length - pattern.length + 1
        if (unmatched > 0) yield take(unmatched)
        if (!(await more())) return false
      }
    },
  }
}

/** Returns the index of `pattern` in `bytes`, or -1. Linear if the pattern's first byte does not repeat in it. */
function indexOf(bytes: Uint8Array, pattern: Uint8Array): number {
  const first = pattern[0]!
  const last = bytes.length - pattern.length
  for (let at = bytes.indexOf(first); at !== -1 && at <= last;) {
    if (isAt(bytes, at, pattern)) return at
    at++
    // In a run of first bytes, a call of `indexOf` for each would cost more than this comparison.
    if (bytes[at] !== first) at = bytes.indexOf(first, at)
  }
  return -1
}

function isAt(bytes: Uint8Array, at: number, pattern: Uint8Array): boolean {
  for (let i = 1; i < pattern.length; i++) if (bytes[at + i] !== pattern[i]) return false
  return true
}
