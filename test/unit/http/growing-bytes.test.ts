import { expect, test } from 'vitest'
import { createGrowingBytes } from '#worker/http/growing-bytes.ts'

const MIB = 1024 * 1024

/** How much room there was, each time it changed. */
function roomsFor(capacity: number, total: number, chunk: number, expected?: number): number[] {
  const held = createGrowingBytes(capacity, expected)
  const rooms = new Set<number>()
  for (let at = 0; at < total; at += chunk) {
    held.append(new Uint8Array(Math.min(chunk, total - at)).fill(at / chunk))
    rooms.add(held.view().buffer.byteLength)
  }
  expect(held.length).toBe(total)
  expect([...held.view().subarray(0, 2 * chunk)].every((byte, i) => byte === Math.floor(i / chunk))).toBe(true)
  return [...rooms]
}

test.each([1000, 16_384, 65_536, MIB])('in pieces of %d bytes, old and new room are below 16 MiB together', (chunk) => {
  const rooms = roomsFor(15.5 * MIB, 15.5 * MIB, chunk)
  for (const [i, room] of rooms.entries()) expect(room + (rooms[i - 1] ?? 0)).toBeLessThan(16 * MIB)
})

test('few bytes take little room', () => {
  expect(Math.max(...roomsFor(15.5 * MIB, 200_000, 1000))).toBeLessThanOrEqual(262_144)
})

test('no more room is made than for what is expected, until more comes', () => {
  expect(Math.max(...roomsFor(15.5 * MIB, 800_000, 16_384, 800_100))).toBe(800_100)
  const rooms = roomsFor(15.5 * MIB, 2 * MIB, 16_384, MIB)
  expect(rooms.slice(-2)).toEqual([MIB, 15.5 * MIB])
})

test('no room is made beyond the capacity', () => {
  const held = createGrowingBytes(10)
  held.append(new Uint8Array(10))
  expect(() => held.append(new Uint8Array(1))).toThrow(RangeError)
  expect(held.view().buffer.byteLength).toBe(10)
})
