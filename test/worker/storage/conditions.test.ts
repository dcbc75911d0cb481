import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { putFile } from '../../support/backend.ts'
import { freshDatabase } from '../../support/env.ts'

beforeEach(freshDatabase)

describe('a file that is asked for on conditions', () => {
  test('a client that has it already gets a 304', async () => {
    const app = createTestApp()
    const path = await putFile(app, 'a.txt', '0123456789', 'text/plain')
    const etag = (await app.send(path, { method: 'HEAD' })).headers.get('etag')!
    const again = await app.send(path, { headers: { 'if-none-match': `"other", ${etag}` } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    const other = await app.send(path, { headers: { 'if-none-match': '"other"' } })
    expect([other.status, await other.text()]).toEqual([200, '0123456789'])
  })

  test.each([
    ['*', 304],
    ['W/"other"', 200],
    ['no tag at all', 200],
    ['"unclosed', 200],
    ['', 200],
  ])('If-None-Match: %s is answered %i', async (tags, status) => {
    const app = createTestApp()
    const path = await putFile(app, 'a.txt', '0123456789', 'text/plain')
    const served = await app.send(path, { headers: { 'if-none-match': tags } })
    expect([served.status, await served.text()]).toEqual([status, status === 304 ? '' : '0123456789'])
  })

  test('a weak tag of the same file is known too', async () => {
    const app = createTestApp()
    const path = await putFile(app, 'a.txt', '0123456789', 'text/plain')
    const etag = (await app.send(path, { method: 'HEAD' })).headers.get('etag')!
    expect((await app.send(path, { headers: { 'if-none-match': `W/${etag}` } })).status).toBe(304)
  })

  test.each([
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
  ])('the range %s is answered %i', async (range, status, body, contentRange) => {
    const app = createTestApp()
    const served = await app.send(await putFile(app, 'a.txt', '0123456789', 'text/plain'), { headers: { range } })
    expect([served.status, await served.text(), served.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ])
  })

  test('a part is sent only of the file it is meant for', async () => {
    const app = createTestApp()
    const path = await putFile(app, 'a.txt', '0123456789', 'text/plain')
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

  test('a client that wants another version gets a 412', async () => {
    const app = createTestApp()
    const path = await putFile(app, 'a.txt', '0123456789', 'text/plain')
    for (const method of ['GET', 'HEAD']) {
      const served = await app.send(path, { method, headers: { 'if-match': '"other"' } })
      expect([served.status, await served.text()]).toEqual([412, ''])
    }
  })

  test('a client that has read it since it was stored gets a 304', async () => {
    const app = createTestApp()
    const path = await putFile(app, 'a.txt', '0123456789', 'text/plain')
    const since = (await app.send(path, { method: 'HEAD' })).headers.get('last-modified')!
    const again = await app.send(path, { headers: { 'if-modified-since': since } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })
})
