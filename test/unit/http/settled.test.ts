import { describe, expect, test, vi } from 'vitest'
import { settled } from '#worker/http/settled.ts'

const LOST = new Error('D1_ERROR: Network connection lost.')

describe('a write whose answer is lost', () => {
  test('is what it has come to, when that can be seen', async () => {
    const write = vi.fn(async () => Promise.reject(LOST))
    expect(await settled<string>(write, async () => 'the row')).toBe('the row')
    expect(write).toHaveBeenCalledOnce()
  })

  test.each([null, undefined])(
    'was not done where nothing is seen of it (%s), and throws what it threw',
    async (seen) => {
      await expect(
        settled(
          () => Promise.reject(LOST),
          async () => seen,
        ),
      ).rejects.toBe(LOST)
    },
  )

  test('throws what it threw where nobody can tell', async () => {
    await expect(
      settled(
        () => Promise.reject(LOST),
        () => Promise.reject(new Error('also lost')),
      ),
    ).rejects.toBe(LOST)
  })

  test('that was not lost is not looked at, whatever it answers', async () => {
    const look = vi.fn(async () => 'another')
    for (const answer of ['done', null]) expect(await settled(async () => answer, look)).toBe(answer)
    expect(look).not.toHaveBeenCalled()
  })
})
