import { describe, expect, test } from 'vitest'
import { takePage } from '#worker/realtime/channel/history.ts'
import { Queue } from '#worker/realtime/gateway/queue.ts'
import { countAttachmentBytes } from '#worker/realtime/gateway/attachment-size.ts'

describe('a page of messages', () => {
  const rows = (...lengths: number[]) => lengths.map((length) => ({ payload: 'x'.repeat(length) }))
  const getSize = (lengths: number[], limit: number) => {
    const { rows: taken, hasMore } = takePage(rows(...lengths), limit)
    return [taken.length, hasMore]
  }

  test('limits a page of messages, and returns whether there are more', () => {
    expect(getSize([], 2)).toEqual([0, false])
    expect(getSize([9, 9], 2)).toEqual([2, false])
    expect(getSize([9, 9, 9], 2)).toEqual([2, true])
  })

  test('ends a page after a million characters, with at least one message and none skipped', () => {
    const half = 2 ** 19
    expect(getSize([half, half], 9)).toEqual([2, false])
    expect(getSize([half, half, 1, 1], 9)).toEqual([2, true])
    expect(getSize([half, half + 1, 1], 9)).toEqual([1, true])
    expect(getSize([3 * half, 1], 9)).toEqual([1, true])
  })
})

describe('queued frames of a socket', () => {
  test('handles queued frames in order, up to a hundred and half a million characters', async () => {
    const heard: string[] = []
    let open = () => {}
    const door = new Promise<void>((resolve) => (open = resolve))
    const getQueue = () => new Queue((text) => door.then(() => void heard.push(text)))
    const [many, heavy] = [getQueue(), getQueue()]
    const waits = Array.from({ length: 101 }, (_, n) => many.add(String(n)))
    const long = 'x'.repeat(2 ** 18)
    expect([waits.indexOf(null), heavy.add(long) && heavy.add(long) && heavy.add('x')]).toEqual([100, null])

    open()
    await waits[99]
    expect(heard.filter((text) => text !== long)).toEqual(Array.from({ length: 100 }, (_, n) => String(n)))
    expect([many.add('again'), heavy.add(long)]).not.toContain(null)
  })
})

test('counts two bytes per character where a stored subscription needs them', () => {
  const weigh = (metadata: string | null) =>
    countAttachmentBytes(new Map([['room', { userId: 'ann', metadata, joinedAt: 1, wish: 'none', from: 1 }]]))
  const least = weigh(null)
  expect([weigh('x'.repeat(10)), weigh('é'.repeat(10)), weigh('x'.repeat(9) + '球')]).toEqual([
    least + 10,
    least + 10,
    least + 20,
  ])
})
