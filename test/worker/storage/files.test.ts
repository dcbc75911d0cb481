import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT, publicPathOf, sendJson, storedKeys, upload } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { portraitBytes } from '../../support/portrait.ts'

beforeEach(freshDatabase)

const put = async (
  app: ReturnType<typeof createTestApp>,
  path: string,
  content: string | Uint8Array<ArrayBuffer>,
  type = '',
) => {
  const response = await upload(app, { file: new Blob([content], { type }), path, headers: as.service() })
  expect(response.status).toBe(200)
  return publicPathOf(response)
}

describe('serving', () => {
  test('a picture may be shown anywhere, and is cached for an hour', async () => {
    const app = createTestApp()
    const served = await app.send(await put(app, 'cards/a.jpg', portraitBytes()))
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
    })
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(portraitBytes())
  })

  test.each([
    ['page.html', '<script>alert(1)</script>', 'text/html'],
    ['drawing.svg', '<svg onload="alert(1)"/>', 'image/svg+xml'],
    ['lies.jpg', '<script>alert(1)</script>', 'text/html'],
  ])('%s can only be downloaded and cannot run', async (name, content, type) => {
    const app = createTestApp()
    const served = await app.send(await put(app, name, content, type))
    expect(served.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${name}`)
    expect(served.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    await served.text()
  })

  test('the type is what the bytes say, not what the sender says', async () => {
    const app = createTestApp()
    const served = await app.send(await put(app, 'a.html', portraitBytes(), 'text/html'), { method: 'HEAD' })
    expect(served.headers.get('content-type')).toBe('image/jpeg')
  })

  test.each([
    ['text/csv', 'text/csv'],
    ['image/svg+xml', 'application/octet-stream'],
    ['text/html', 'application/octet-stream'],
    ['text/javascript', 'application/octet-stream'],
    ['image/png', 'application/octet-stream'],
    ['no type at all', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ])('words that are sent as %j are kept as %s', async (stated, type) => {
    const app = createTestApp()
    const served = await app.send(await put(app, 'file', 'plain words', stated), { method: 'HEAD' })
    expect(served.headers.get('content-type')).toBe(type)
  })

  test('HEAD tells the length and sends nothing', async () => {
    const app = createTestApp()
    const served = await app.send(await put(app, 'a.txt', '0123456789', 'text/plain'), { method: 'HEAD' })
    expect(served.headers.get('content-length')).toBe('10')
    expect(await served.text()).toBe('')
  })

  test('who has it already is told so', async () => {
    const app = createTestApp()
    const path = await put(app, 'a.txt', '0123456789', 'text/plain')
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
    const path = await put(app, 'a.txt', '0123456789', 'text/plain')
    const served = await app.send(path, { headers: { 'if-none-match': tags } })
    expect([served.status, await served.text()]).toEqual([status, status === 304 ? '' : '0123456789'])
  })

  test('a weak tag of the same file is known too', async () => {
    const app = createTestApp()
    const path = await put(app, 'a.txt', '0123456789', 'text/plain')
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
    const served = await app.send(await put(app, 'a.txt', '0123456789', 'text/plain'), { headers: { range } })
    expect([served.status, await served.text(), served.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ])
  })

  test('a part is sent only of the file it is meant for', async () => {
    const app = createTestApp()
    const path = await put(app, 'a.txt', '0123456789', 'text/plain')
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

  test('who wants another file than there is gets none', async () => {
    const app = createTestApp()
    const path = await put(app, 'a.txt', '0123456789', 'text/plain')
    for (const method of ['GET', 'HEAD']) {
      const served = await app.send(path, { method, headers: { 'if-match': '"other"' } })
      expect([served.status, await served.text()]).toEqual([412, ''])
    }
  })

  test('who has seen it since it was stored is told so', async () => {
    const app = createTestApp()
    const path = await put(app, 'a.txt', '0123456789', 'text/plain')
    const since = (await app.send(path, { method: 'HEAD' })).headers.get('last-modified')!
    const again = await app.send(path, { headers: { 'if-modified-since': since } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('a name in either Unicode form is one file', async () => {
    const app = createTestApp()
    expect(await put(app, 'cafe\u0301.txt', 'x')).toBe(`/storage/${PROJECT}/caf%C3%A9.txt`)
    for (const name of ['caf%C3%A9', 'cafe%CC%81']) {
      const served = await app.send(`/storage/${PROJECT}/${name}.txt`)
      await served.arrayBuffer()
      const told = await app.send(`/api/storage/${PROJECT}/download?path=${name}.txt`, { headers: as.public() })
      expect([served.status, told.status]).toEqual([200, 200])
      await told.text()
    }
    const paths = ['cafe\u0301.txt']
    await sendJson(app, `/api/storage/${PROJECT}/remove`, { paths }, { method: 'DELETE', headers: as.service() })
    expect(await storedKeys()).toEqual([])
  })

  test.each([
    '100%.txt',
    'a%20b.txt',
    '日本/🏈.txt',
    "it's (1)*.txt",
    'a?b#c.txt',
    'a+b&c=d;e.txt',
    ' .txt',
    '-/~/..a.txt',
  ])('a file at %j is found by both of its addresses', async (path) => {
    const app = createTestApp()
    const shown = await app.send(await put(app, path, 'words', 'text/plain'))
    expect([shown.status, await shown.text()]).toEqual([200, 'words'])
    const asked = `/api/storage/${PROJECT}/download?${new URLSearchParams({ path })}`
    const { downloadUrl, filename } = await (
      await app.send(asked, { headers: as.public() })
    ).json<{ downloadUrl: string; filename: string }>()
    expect(filename).toBe(path.split('/').at(-1))
    const { pathname, search } = new URL(downloadUrl)
    const saved = await app.send(pathname + search)
    expect([saved.status, await saved.text()]).toEqual([200, 'words'])
  })

  test('uploads that are under way belong to nobody', async () => {
    const app = createTestApp()
    await testEnv().FILES.put('tmp/1', 'x')
    expect((await app.send(`/storage/${PROJECT}/tmp/1`)).status).toBe(404)
    const told = await app.send(`/api/storage/${PROJECT}/download?path=tmp/1`, { headers: as.service() })
    expect(told.status).toBe(400)
  })

  test.each(['nothing.jpg', '%2e%2e/secret', 'a%2F..%2Fb', '%zz'])('%s is not there', async (name) => {
    const response = await createTestApp().send(`/storage/${PROJECT}/files/${name}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) })
  })
})

describe('downloading', () => {
  test('names an address that saves the file under the name asked for', async () => {
    const app = createTestApp()
    await put(app, 'cards/a.jpg', portraitBytes())
    const answer = await app.send(`/api/storage/${PROJECT}/download?path=cards/a.jpg&filename=x/ü.jpg`, {
      headers: as.public(),
    })
    const body = await answer.json<{ downloadUrl: string }>()
    expect(body).toMatchObject({ filename: 'x/ü.jpg', contentType: 'image/jpeg', size: portraitBytes().length })

    const url = new URL(body.downloadUrl)
    const saved = await app.send(url.pathname + url.search)
    expect(saved.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''x_%C3%BC.jpg")
    await saved.arrayBuffer()
  })

  test('needs a key and a file', async () => {
    const app = createTestApp()
    const ask = (headers: Record<string, string>) =>
      app.send(`/api/storage/${PROJECT}/download?path=cards/none.jpg`, { headers })
    expect((await ask(as.nobody())).status).toBe(401)
    const missing = await ask(as.service())
    expect(missing.status).toBe(404)
    expect(await missing.json()).toMatchObject({ message: 'File not found' })
  })
})

describe('removing', () => {
  const FILES = ['player-photos/1.jpg', 'cards/1.jpg']

  test.each([
    ['the service', as.service, FILES, 200, []],
    ['the edge', as.edge, ['player-photos/1.jpg'], 200, ['cards/1.jpg']],
    ['the edge', as.edge, FILES, 403, FILES],
    ['the public key', as.public, ['player-photos/1.jpg'], 403, FILES],
    ['nobody', as.nobody, ['player-photos/1.jpg'], 403, FILES],
    ['the service', as.service, [], 400, FILES],
    ['the service', as.service, ['../x'], 400, FILES],
    ['the service', as.service, ['cards/not-there.jpg'], 200, FILES],
  ])('%s asks for it', async (_who, headers, paths, status, left) => {
    const app = createTestApp()
    for (const path of FILES) await testEnv().FILES.put(path, 'x')
    const response = await sendJson(
      app,
      `/api/storage/${PROJECT}/remove`,
      { paths },
      {
        method: 'DELETE',
        headers: await headers(),
      },
    )
    expect(response.status).toBe(status)
    expect(await storedKeys()).toEqual([...left].sort())
  })
})
