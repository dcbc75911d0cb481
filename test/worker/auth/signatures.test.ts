import { describe, expect, test, vi } from 'vitest'
import {
  createFingerprint,
  findSigner,
  isAnySecret,
  isSameSecret,
  isSigned,
  isSignedByAny,
  newId,
  parseHex,
  secureRandom,
  sign,
  toHex,
} from '#worker/http/signature.ts'
import { SECRET, OLD_SECRET } from './callers.ts'

describe('a signature', () => {
  test('verifies a signature only for its own text and secret', async () => {
    const signature = await sign(SECRET, 'text')
    expect(signature).toMatch(/^[0-9a-f]{64}$/)
    expect(await isSigned(SECRET, 'text', signature)).toBe(true)
    for (const [secret, text, mark] of [
      [SECRET, 'texts', signature],
      [OLD_SECRET, 'text', signature],
      [SECRET, 'text', signature.slice(2)],
      [SECRET, 'text', `${signature}00`],
      [SECRET, 'text', signature.toUpperCase()],
      [SECRET, 'text', `x${signature.slice(1)}`],
      [SECRET, 'text', `${signature.slice(0, -1)}x`],
      [SECRET, 'text', signature.slice(1)],
      [SECRET, 'text', ''],
    ] as const)
      expect([mark, await isSigned(secret, text, mark)]).toEqual([mark, false])
    expect(await findSigner([OLD_SECRET, SECRET], 'text', signature)).toBe(SECRET)
    expect(await findSigner([OLD_SECRET], 'text', signature)).toBeNull()
    expect([
      await isSignedByAny([OLD_SECRET, SECRET], 'text', signature),
      await isSignedByAny([OLD_SECRET], 'text', signature),
    ]).toEqual([true, false])
  })

  test('verifies signatures of more secrets than the key cache holds', async () => {
    for (let n = 0; n < 20; n++) expect(await isSigned(`s${n}`, 'a', await sign(`s${n}`, 'a'))).toBe(true)
  })

  test('compares whole secrets', () => {
    expect(isSameSecret('abc', 'abc')).toBe(true)
    for (const other of ['abd', 'ab', 'abcd', '', 'abcabc']) expect(isSameSecret('abc', other)).toBe(false)
    expect([isAnySecret('b', ['a', 'b']), isAnySecret('c', ['a', 'b']), isAnySecret('a', [])]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('gives each file a fingerprint that only the holder of the secret can compute', async () => {
    const bytes = new Uint8Array([1, 2, 3])
    const mark = await createFingerprint(SECRET, bytes)
    const digest = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
    expect(mark).toBe(await sign(SECRET, `file:${digest}`))
  })

  test('reads bytes from the hex it writes, and refuses malformed hex', () => {
    expect(parseHex('00ff0a')).toEqual(new Uint8Array([0, 255, 10]))
    expect(toHex(new Uint8Array([0, 255, 10]))).toBe('00ff0a')
    expect(parseHex('')).toEqual(new Uint8Array())
    for (const text of ['0', '0g', 'g0', 'FF', ' 00', '00 ']) expect(parseHex(text)).toBeNull()
    expect(newId()).toMatch(/^[0-9a-f]{32}$/)
    expect(newId()).not.toBe(newId())
  })

  test('draws random numbers from 0 up to, but not including, 1', () => {
    const drawing = vi.spyOn(crypto, 'getRandomValues')
    const drawn = [0, 2 ** 31, 2 ** 32 - 1].map((word) => {
      drawing.mockImplementationOnce((words) => {
        ;(words as Uint32Array)[0] = word
        return words
      })
      return secureRandom()
    })
    drawing.mockRestore()
    expect(drawn).toEqual([0, 0.5, 1 - 2 ** -32])
  })
})
