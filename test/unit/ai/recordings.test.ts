import { describe, expect, test } from 'vitest'
import { decodeBase64 } from '#worker/backend/ai/sound.ts'
import { requireSmallLists } from '#worker/backend/ai/json-body.ts'
import { TranscriptionRequest } from '#worker/backend/ai/schema.ts'

const MB = 1024 * 1024
const isAccepted = (body: string): boolean => {
  try {
    requireSmallLists(body)
    return true
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: 'FILE_TOO_LARGE', status: 413 })
    return false
  }
}

describe('a recording', () => {
  test.each([
    ['2 million numbers', `{"audio":[${'0,'.repeat(1.9 * MB)}0]}`, true],
    ['6 million numbers', `{"audio":[${'0,'.repeat(6 * MB)}0]}`, false],
    ['lists within lists', '['.repeat(5 * MB), false],
    ['objects within objects', '{"a":'.repeat(MB), false],
    ['12 MB of base64', `{"audio":"data:audio/mpeg;base64,${'A'.repeat(12 * MB)}","language":"en"}`, true],
  ])('accepts recordings up to the size limit: %s', (_, body, taken) => {
    expect(isAccepted(body)).toBe(taken)
  })

  test.each([[[]], [[256]], [[-1]], [[1.5]], [['1']], [[null]], ['']])('rejects a recording of %j', (audio) => {
    expect(TranscriptionRequest.safeParse({ audio }).success).toBe(false)
  })

  test('decodes base64 in chunks to the same bytes, in either alphabet', () => {
    const bytes = Uint8Array.from({ length: 100_001 }, (_, i) => (i * 31) % 256)
    const base64 = Buffer.from(bytes).toString('base64')
    expect(decodeBase64(base64)).toEqual(bytes)
    expect(decodeBase64(Buffer.from(bytes).toString('base64url'))).toEqual(bytes)
    expect(decodeBase64(`data:audio/mpeg;base64,${base64.replaceAll(/.{76}/g, '$&\r\n')}`)).toEqual(bytes)
    expect(decodeBase64('AAAAA')).toBeNull()
  })
})
