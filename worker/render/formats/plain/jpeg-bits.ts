/** What every JPEG is written with: its segments, and the bits of its scan. ITU T.81, annex B and F.1.2.3. */

export const word = (value: number) => [value >> 8, value & 255] as const
export const segment = (marker: number, body: readonly number[]) => [0xff, marker, ...word(body.length + 2), ...body]

export type Bits = ReturnType<typeof createBits>

export function createBits(expectedBytes: number) {
  let bytes = new Uint8Array(expectedBytes + 64)
  let [length, held, count] = [0, 0, 0]
  const push = (byte: number) => {
    if (length + 2 > bytes.length) bytes = grown(bytes)
    bytes[length++] = byte
    if (byte === 0xff) bytes[length++] = 0
  }
  return {
    /** @param width of the value, at most 16 bits */
    write(value: number, width: number): void {
      held = (held << width) | value
      count += width
      while (count >= 8) {
        count -= 8
        push((held >> count) & 255)
      }
      held &= (1 << count) - 1
    },
    /** What is left is filled up with ones. */
    end(): Uint8Array {
      if (count > 0) push(((held << (8 - count)) | ((1 << (8 - count)) - 1)) & 255)
      return bytes.subarray(0, length)
    },
  }
}

function grown(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2)
  larger.set(bytes)
  return larger
}

const START = [0xff, 0xd8, ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])]
const END = [0xff, 0xd9]

/** @param tables the segments between the start of a file and its scan */
export function fileOf(tables: readonly number[], scan: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(START.length + tables.length + scan.length + END.length)
  whole.set(START)
  whole.set(tables, START.length)
  whole.set(scan, START.length + tables.length)
  whole.set(END, whole.length - END.length)
  return whole
}
