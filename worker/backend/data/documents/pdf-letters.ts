const [TILDE, Z, GREATER, FIRST] = [0x7e, 0x7a, 0x3e, 0x21]
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d])
const BASE = 85
const GROUP = 5
/** Maximum nesting. Real files nest encodings, but deeper nesting only serves to waste time. */
const LEVELS = 2

/**
 * Returns a stream and its decoded forms if it may be ASCII85 or hexadecimal (ISO 32000-1, 7.4.2 and 7.4.3), nested or
 * not. Only the dictionary knows which one applies. Returning all of them makes sure that none is overlooked.
 */
export function decodeTextFilters(stream: Uint8Array, levels = LEVELS): Uint8Array[] {
  if (levels === 0 || !isPrintable(stream)) return [stream]
  return [stream, ...[ascii85(stream), hexadecimal(stream)].flatMap((bytes) => decodeTextFilters(bytes, levels - 1))]
}

const HEAD_BYTES = 64

const isPrintable = (stream: Uint8Array): boolean =>
  stream.length > 1 &&
  stream.subarray(0, HEAD_BYTES).every((byte) => (byte >= 0x20 && byte <= 0x7e) || BLANKS.has(byte))

/** Decodes as leniently as readers do: characters outside the alphabet count as well. */
function ascii85(stream: Uint8Array): Uint8Array {
  let zeros = 0
  for (const byte of stream) if (byte === Z) zeros++
  const bytes = new Uint8Array(4 * zeros + stream.length + GROUP)
  let [length, sum, seen] = [0, 0, 0]
  const put = (count: number) => {
    for (let i = 0; i < count; i++) bytes[length++] = Math.floor(sum / 2 ** (24 - 8 * i)) & 255
    ;[sum, seen] = [0, 0]
  }
  for (const byte of stream) {
    if (byte === TILDE) break
    if (BLANKS.has(byte)) continue
    if (byte === Z && seen === 0) {
      put(4)
      continue
    }
    sum = sum * BASE + (byte - FIRST)
    if (++seen === GROUP) put(4)
  }
  if (seen > 1) {
    const rest = seen
    while (seen++ < GROUP) sum = sum * BASE + (BASE - 1)
    put(rest - 1)
  }
  return bytes.subarray(0, length)
}

function hexadecimal(stream: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(stream.length / 2))
  let [length, high] = [0, -1]
  for (const byte of stream) {
    if (byte === GREATER) break
    const digit = Number.parseInt(String.fromCharCode(byte), 16)
    if (Number.isNaN(digit)) continue
    if (high === -1) high = digit
    else {
      bytes[length++] = high * 16 + digit
      high = -1
    }
  }
  if (high !== -1) bytes[length++] = high * 16
  return bytes.subarray(0, length)
}
