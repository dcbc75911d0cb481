import { describe, expect, test } from 'vitest'
import { pageOf } from '#worker/realtime/channel/history.ts'
import { createQueue } from '#worker/realtime/gateway/queue.ts'
import { attachmentBytesOf } from '#worker/realtime/gateway/attachment-size.ts'

describe('a page of messages', () => {
  const rows = (...lengths: number[]) => lengths.map((length) => ({ payload: 'x'.repeat(length) }))
  const sizeOf = (lengths: number[], limit: number) => {
    const { rows: taken, hasMore } = pageOf(rows(...lengths), limit)
    return [taken.length, hasMore]
  }

  test('holds no more than was asked for, and says whether there is more', () => {
    expect(sizeOf([], 2)).toEqual([0, false])
    expect(sizeOf([9, 9], 2)).toEqual([2, false])
    expect(sizeOf([9, 9, 9], 2)).toEqual([2, true])
  })

  test('ends after a million characters, with one message at least and none left out', () => {
    const half = 2 ** 19
    expect(sizeOf([half, half], 9)).toEqual([2, false])
    expect(sizeOf([half, half, 1, 1], 9)).toEqual([2, true])
    expect(sizeOf([half, half + 1, 1], 9)).toEqual([1, true])
    expect(sizeOf([3 * half, 1], 9)).toEqual([1, true])
  })
})

describe('the frames of a socket that wait', () => {
  test('are heard in their order, a hundred at most and half a million characters at most', async () => {
    const heard: string[] = []
    let open = () => {}
    const door = new Promise<void>((resolve) => (open = resolve))
    const queueOf = () => createQueue((text) => door.then(() => void heard.push(text)))
    const [many, heavy] = [queueOf(), queueOf()]
    const waits = Array.from({ length: 101 }, (_, n) => many.add(String(n)))
    const long = 'x'.repeat(2 ** 18)
    expect([waits.indexOf(null), heavy.add(long) && heavy.add(long) && heavy.add('x')]).toEqual([100, null])

    open()
    await waits[99]
    expect(heard.filter((text) => text !== long)).toEqual(Array.from({ length: 100 }, (_, n) => String(n)))
    expect([many.add('again'), heavy.add(long)]).not.toContain(null)
  })
})

test('what is kept of subscriptions weighs more where a text needs two bytes a character', () => {
  const weigh = (metadata: string | null) =>
    attachmentBytesOf(new Map([['room', { userId: 'ann', metadata, joinedAt: 1, wish: 'none', from: 1 }]]))
  const least = weigh(null)
  expect([weigh('x'.repeat(10)), weigh('é'.repeat(10)), weigh('x'.repeat(9) + '球')]).toEqual([
    least + 10,
    least + 10,
    least + 20,
  ])
})
