import { describe, expect, test, vi } from 'vitest'
import { runOrVerify } from '#worker/http/run-or-verify.ts'

const LOST = new Error('D1_ERROR: Network connection lost.')

describe('a write whose response is lost', () => {
  test('returns the result of a write whose response was lost, when it can be verified', async () => {
    const write = vi.fn(async () => Promise.reject(LOST))
    expect(await runOrVerify<string>(write, async () => 'the row')).toBe('the row')
    expect(write).toHaveBeenCalledOnce()
  })

  test.each([null, undefined])('rethrows a lost response when the write left no trace (%s)', async (seen) => {
    await expect(
      runOrVerify(
        () => Promise.reject(LOST),
        async () => seen,
      ),
    ).rejects.toBe(LOST)
  })

  test('rethrows a lost response when verification fails', async () => {
    await expect(
      runOrVerify(
        () => Promise.reject(LOST),
        () => Promise.reject(new Error('also lost')),
      ),
    ).rejects.toBe(LOST)
  })

  test('does not verify a write whose response arrived', async () => {
    const look = vi.fn(async () => 'another')
    for (const result of ['done', null]) expect(await runOrVerify(async () => result, look)).toBe(result)
    expect(look).not.toHaveBeenCalled()
  })
})
