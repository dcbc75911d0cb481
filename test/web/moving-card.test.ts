import { describe, expect, test } from 'vitest'
import { mp4Of } from '#web/share/moving/mp4.ts'
import { FRAME_TIMES, momentAt } from '#web/share/moving/timeline.ts'

describe('the loop of a moving card', () => {
  test('is three seconds of thirty frames each', () => {
    expect(FRAME_TIMES).toHaveLength(90)
    expect(FRAME_TIMES.at(-1)).toBeCloseTo(3 - 1 / 30)
  })

  test('begins and ends with the same sealed pack in front of a card that stands straight', () => {
    const [first, last] = [momentAt(0), momentAt(FRAME_TIMES.at(-1)!)]
    for (const { pack, card } of [first, last]) {
      expect(pack).toEqual({ dropped: 0, torn: 0, opacity: 1 })
      expect(card.turn).toBeCloseTo(0)
    }
  })

  test('shows the card alone, turned to both sides, in between', () => {
    const alone = FRAME_TIMES.map(momentAt).filter(({ pack }) => pack === null)
    expect(alone.length).toBeGreaterThan(30)
    const turns = alone.map(({ card }) => card.turn)
    expect(Math.max(...turns)).toBeGreaterThan(0.2)
    expect(Math.min(...turns)).toBeLessThan(-0.2)
  })

  test('has no leap: nothing moves far between two frames', () => {
    const moments = FRAME_TIMES.map(momentAt)
    for (const [i, moment] of moments.entries()) {
      const before = moments[i - 1] ?? moments.at(-1)!
      expect(Math.abs(moment.card.turn - before.card.turn)).toBeLessThan(0.06)
      expect(Math.abs(moment.card.scale - before.card.scale)).toBeLessThan(i === 0 ? 0.07 : 0.02)
    }
  })
})

describe('the file of a moving card', () => {
  const samples = [3, 5, 4].map((length, i) => ({ data: new Uint8Array(length).fill(i + 1), isKey: i === 0 }))
  const track = { widthPx: 1080, heightPx: 1920, framesPerSecond: 30, samples } as const
  const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])

  /** The boxes of a file by their paths, each with what it holds. */
  function boxesIn(bytes: Uint8Array, path = ''): Map<string, Uint8Array> {
    const found = new Map<string, Uint8Array>()
    for (let at = 0; at < bytes.length;) {
      const length = new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0)
      const name = path + new TextDecoder().decode(bytes.subarray(at + 4, at + 8))
      const body = bytes.subarray(at + 8, at + length)
      found.set(name, body)
      if (CONTAINERS.has(name.split('/').at(-1)!)) for (const entry of boxesIn(body, `${name}/`)) found.set(...entry)
      at += length
    }
    return found
  }
  const numbersOf = (body: Uint8Array) =>
    Array.from({ length: body.length >> 2 }, (_, i) => new DataView(body.buffer, body.byteOffset).getUint32(4 * i))
  const TABLE = 'moov/trak/mdia/minf/stbl/'

  test('has its index first, which leads to every frame', async () => {
    const blob = mp4Of({ ...track, codec: { name: 'avc', description: Uint8Array.of(9, 8, 7) } })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    const boxes = boxesIn(bytes)
    expect([...boxes.keys()].filter((path) => !path.includes('/'))).toEqual(['ftyp', 'moov', 'mdat'])
    const [, , ...sizes] = numbersOf(boxes.get(`${TABLE}stsz`)!)
    expect(sizes).toEqual([3, 3, 5, 4])
    expect(numbersOf(boxes.get(`${TABLE}stss`)!)).toEqual([0, 1, 1])
    const [, , first] = numbersOf(boxes.get(`${TABLE}stco`)!)
    expect([...bytes.subarray(first, first! + 12)]).toEqual([1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3])
  })

  test.each([
    ['avc1', { name: 'avc', description: Uint8Array.of(9, 8, 7) }, 'avcC'],
    ['vp09', { name: 'vp9' }, 'vpcC'],
  ] as const)('says that it is %s of 1080 x 1920', async (entry, codec, settings) => {
    const bytes = new Uint8Array(await mp4Of({ ...track, codec }).arrayBuffer())
    const description = boxesIn(bytes).get(`${TABLE}stsd`)!
    const [name, body] = [...boxesIn(description.subarray(8))][0]!
    expect(name).toBe(entry)
    expect([...body.subarray(24, 28)]).toEqual([1080 >> 8, 1080 & 255, 1920 >> 8, 1920 & 255])
    expect([...boxesIn(body.subarray(78)).keys()]).toEqual([settings])
  })
})
