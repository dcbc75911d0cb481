import { beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { putFile } from '../../support/backend.ts'
import { freshDatabase } from '../../support/env.ts'

let app: TestApp
let path: string
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp()
  path = await putFile(app, 'a.txt', '0123456789', 'text/plain')
})

const RANGES = [
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=8-', 206, '89', 'bytes 8-9/10'],
  ['bytes=-3', 206, '789', 'bytes 7-9/10'],
  ['bytes=-30', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=5-500', 206, '56789', 'bytes 5-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=-0', 416, '', 'bytes */10'],
  ['bytes=5-2', 200, '0123456789', null],
  ['bytes=0-1,4-5', 200, '0123456789', null],
  ['lines=1-2', 200, '0123456789', null],
] as const

describe('conditional requests', () => {
  it('evaluates If-None-Match against each listed ETag', async () => {
    const etag = (await app.send(path, { method: 'HEAD' })).headers.get('etag')!
    for (const [tags, status] of [
      ['*', 304],
      [`"other", ${etag}`, 304],
      // A weak ETag of the same file.
      [`W/${etag}`, 304],
      ['"other"', 200],
      ['W/"other"', 200],
      ['no tag at all', 200],
      ['"unclosed', 200],
      ['', 200],
    ] as const) {
      const served = await app.send(path, { headers: { 'if-none-match': tags } })
      const result = [served.status, await served.text(), served.headers.get('etag')]
      expect([tags, ...result]).toEqual([tags, status, status === 304 ? '' : '0123456789', etag])
    }
  })

  it('returns the requested range', async () => {
    const responses = []
    for (const [range] of RANGES) {
      const served = await app.send(path, { headers: { range } })
      responses.push([range, served.status, await served.text(), served.headers.get('content-range')])
    }
    expect(responses).toEqual(RANGES)
  })

  it('returns a range for If-Range only when it names the current version', async () => {
    const { headers } = await app.send(path, { method: 'HEAD' })
    const part = async (ifRange: string) => {
      const served = await app.send(path, { headers: { range: 'bytes=2-3', 'if-range': ifRange } })
      return [served.status, await served.text()]
    }
    expect(await part(headers.get('etag')!)).toEqual([206, '23'])
    expect(await part(headers.get('last-modified')!)).toEqual([206, '23'])
    expect(await part('"other"')).toEqual([200, '0123456789'])
    expect(await part('Thu, 01 Jan 1970 00:00:00 GMT')).toEqual([200, '0123456789'])
  })

  it('returns 412 when If-Match names another version', async () => {
    for (const method of ['GET', 'HEAD']) {
      const served = await app.send(path, { method, headers: { 'if-match': '"other"' } })
      expect([served.status, await served.text()]).toEqual([412, ''])
    }
  })

  it('returns 304 when the file is unchanged since If-Modified-Since', async () => {
    const since = (await app.send(path, { method: 'HEAD' })).headers.get('last-modified')!
    const again = await app.send(path, { headers: { 'if-modified-since': since } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })
})
