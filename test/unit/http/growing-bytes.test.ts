import { expect, test } from 'vitest'
import { createGrowingBytes } from '#worker/http/growing-bytes.ts'

const MIB = 1024 * 1024

/** The allocated sizes, in order. */
function roomsFor(capacity: number, total: number, chunk: number, expected?: number): number[] {
  const held = createGrowingBytes(capacity, { expected })
  const rooms = new Set<number>()
  for (let at = 0; at < total; at += chunk) {
    held.append(new Uint8Array(Math.min(chunk, total - at)).fill(at / chunk))
    rooms.add(held.view().buffer.byteLength)
  }
  expect(held.length).toBe(total)
  expect([...held.view().subarray(0, 2 * chunk)].every((byte, i) => byte === Math.floor(i / chunk))).toBe(true)
  return [...rooms]
}

test.each([1000, 16_384, 65_536, MIB])('grows to at most twice the bytes held, in chunks of %d bytes', (chunk) => {
  const held = createGrowingBytes(15.5 * MIB, { expected: 15 * MIB })
  for (let total = chunk; total <= 15.5 * MIB; total += chunk) {
    held.append(new Uint8Array(chunk))
    expect(held.view().buffer.byteLength).toBeLessThanOrEqual(Math.max(64 * 1024, 2 * total))
  }
})

test('reserves memory as it grows, and releases it once', () => {
  let lent = 0
  const room = { take: (bytes: number) => void (lent += bytes), release: (bytes: number) => void (lent -= bytes) }
  const held = createGrowingBytes(MIB, { room })
  for (let i = 0; i < 300; i++) {
    held.append(new Uint8Array(1000))
    expect(lent).toBe(held.view().buffer.byteLength)
  }
  held.free()
  held.free()
  expect(lent).toBe(0)
})

test('rejects bytes when no memory is available, and keeps the earlier ones', () => {
  const room = {
    take: (bytes: number) => {
      if (bytes > 64 * 1024) throw new Error('no room')
    },
    release: () => undefined,
  }
  const held = createGrowingBytes(MIB, { room })
  held.append(new Uint8Array(1000).fill(7))
  expect(() => held.append(new Uint8Array(200_000))).toThrow('no room')
  expect(held.view()).toEqual(new Uint8Array(1000).fill(7))
})

test('allocates little memory for few bytes', () => {
  expect(Math.max(...roomsFor(15.5 * MIB, 200_000, 1000))).toBeLessThanOrEqual(262_144)
})

test('allocates exactly the expected bytes until more arrive', () => {
  expect(Math.max(...roomsFor(15.5 * MIB, 800_000, 16_384, 800_100))).toBe(800_100)
  const rooms = roomsFor(15.5 * MIB, 2 * MIB, 16_384, MIB)
  expect(rooms.slice(-2)).toEqual([MIB, 2 * MIB])
})

test('allocates nothing beyond the capacity', () => {
  const held = createGrowingBytes(10)
  held.append(new Uint8Array(10))
  expect(() => held.append(new Uint8Array(1))).toThrow(RangeError)
  expect(held.view().buffer.byteLength).toBe(10)
})
