/** The next piece, or null at the end. */
export type NextBytes = () => Promise<Uint8Array | null>

export type ByteSource = {
  /** The next `length` bytes without taking them, or null when there are fewer left. */
  peek(length: number): Promise<Uint8Array | null>
  /** The bytes before the next `pattern`, which is taken too. @returns false when the end came first */
  until(pattern: Uint8Array): AsyncGenerator<Uint8Array, boolean>
}

/**
 * Bytes that arrive in pieces, searched across their seams. Holds one piece and the few bytes that might begin a match.
 *
 * @param first what comes before the first piece
 */
export function createByteSource(first: Uint8Array, next: NextBytes): ByteSource {
  let held = first

  async function more(): Promise<boolean> {
    const piece = await next()
    if (piece === null) return false
    const both = new Uint8Array(held.length + piece.length)
    both.set(held)
    both.set(piece, held.length)
    held = both
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
        const sure = held.length - pattern.length + 1
        if (sure > 0) yield take(sure)
        if (!(await more())) return false
      }
    },
  }
}

/** Where `pattern` begins in `bytes`, or -1. Linear for patterns whose first byte does not come again in them. */
function indexOf(bytes: Uint8Array, pattern: Uint8Array): number {
  const first = pattern[0]!
  const last = bytes.length - pattern.length
  for (let at = bytes.indexOf(first); at !== -1 && at <= last;) {
    if (isAt(bytes, at, pattern)) return at
    at++
    // A call for each of many first bytes in a row would cost more than looking.
    if (bytes[at] !== first) at = bytes.indexOf(first, at)
  }
  return -1
}

function isAt(bytes: Uint8Array, at: number, pattern: Uint8Array): boolean {
  for (let i = 1; i < pattern.length; i++) if (bytes[at + i] !== pattern[i]) return false
  return true
}
