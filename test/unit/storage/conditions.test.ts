import { describe, expect, test } from 'vitest'
import { evaluateConditions } from '#worker/backend/storage/conditions.ts'
import { findOffenders } from '../../support/offenders.ts'

const FILE = { etag: '"v1"', uploaded: new Date('2026-03-01T12:00:00.700Z'), size: 10 }
const THEN = 'Sun, 01 Mar 2026 12:00:00 GMT'
const EARLIER = 'Sun, 01 Mar 2026 11:59:59 GMT'
const LATER = 'Sun, 01 Mar 2026 12:00:01 GMT'

const ask = (headers: Record<string, string>, method = 'GET') => evaluateConditions(method, new Headers(headers), FILE)
const part = (offset: number, length: number) => ({ status: 206, offset, length })

describe('preconditions', () => {
  test('evaluates a precondition by ETag and date', async () => {
    const offenders = await findOffenders<[Record<string, string>, number]>(
      [
        [{}, 200],
        [{ 'if-match': '"v1"' }, 200],
        [{ 'if-match': '*' }, 200],
        [{ 'if-match': '"v0", "v1"' }, 200],
        [{ 'if-match': '"v0"' }, 412],
        [{ 'if-match': 'W/"v1"' }, 412],
        [{ 'if-match': 'v1' }, 412],
        [{ 'if-unmodified-since': THEN }, 200],
        [{ 'if-unmodified-since': EARLIER }, 412],
        [{ 'if-unmodified-since': 'some day' }, 200],
        [{ 'if-match': '"v1"', 'if-unmodified-since': EARLIER }, 200],
        [{ 'if-none-match': '"v1"' }, 304],
        [{ 'if-none-match': 'W/"v1"' }, 304],
        [{ 'if-none-match': '"v0", W/"v1"' }, 304],
        [{ 'if-none-match': '*' }, 304],
        [{ 'if-none-match': '"v0"' }, 200],
        [{ 'if-none-match': 'v1' }, 200],
        [{ 'if-modified-since': THEN }, 304],
        [{ 'if-modified-since': LATER }, 304],
        [{ 'if-modified-since': EARLIER }, 200],
        [{ 'if-modified-since': 'some day' }, 200],
        [{ 'if-none-match': '"v0"', 'if-modified-since': LATER }, 200],
        [{ 'if-match': '"v0"', 'if-none-match': '"v1"' }, 412],
        [{ 'if-none-match': '"v1"', range: 'bytes=0-1' }, 304],
      ],
      JSON.stringify,
      ([headers, status]) => {
        expect(ask(headers)).toEqual({ status })
        expect(ask(headers, 'HEAD').status).toBe(status)
      },
    )
    expect(offenders).toEqual([])
  })
})

describe('a range', () => {
  test('evaluates a range against the file’s length', async () => {
    const offenders = await findOffenders(
      [
        ['bytes=0-3', part(0, 4)],
        ['Bytes=0-0', part(0, 1)],
        ['bytes=8-', part(8, 2)],
        ['bytes=-3', part(7, 3)],
        ['bytes=-30', part(0, 10)],
        ['bytes=9-999999999999999999999999', part(9, 1)],
        ['bytes=10-', { status: 416 }],
        ['bytes=10-20', { status: 416 }],
        ['bytes=-0', { status: 416 }],
        ['bytes=5-2', { status: 200 }],
        ['bytes=0-1,4-5', { status: 200 }],
        ['bytes=-', { status: 200 }],
        ['bytes=a-b', { status: 200 }],
        ['bytes 0-3', { status: 200 }],
        ['lines=1-2', { status: 200 }],
        ['', { status: 200 }],
      ],
      JSON.stringify,
      ([range, verdict]) => expect(ask({ range })).toEqual(verdict),
    )
    expect(offenders).toEqual([])
  })

  test('ignores a range for HEAD', () => expect(ask({ range: 'bytes=0-3' }, 'HEAD')).toEqual({ status: 200 }))

  test('rejects every range of an empty file', () => {
    for (const range of ['bytes=0-', 'bytes=-5', 'bytes=0-0'])
      expect(evaluateConditions('GET', new Headers({ range }), { ...FILE, size: 0 })).toEqual({ status: 416 })
  })

  test('returns a range only for the requested version of the file', async () => {
    const offenders = await findOffenders(
      [
        ['"v1"', part(0, 2)],
        ['"v0"', { status: 200 }],
        ['W/"v1"', { status: 200 }],
        [THEN, part(0, 2)],
        [EARLIER, { status: 200 }],
        [LATER, { status: 200 }],
        ['nonsense', { status: 200 }],
        ['', { status: 200 }],
      ],
      JSON.stringify,
      ([ifRange, verdict]) => {
        expect(ask({ range: 'bytes=0-1', 'if-range': ifRange })).toEqual(verdict)
      },
    )
    expect(offenders).toEqual([])
  })
})
