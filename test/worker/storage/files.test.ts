import { beforeEach, describe, expect, it } from 'vitest'
import { computeDigest } from '../../support/digest.ts'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT, putFile, sendJson, listStoredKeys } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { portraitBytes } from '../../support/portrait.ts'

beforeEach(freshDatabase)

describe('serving files', () => {
  it('serves an image to all origins, cached for an hour', async () => {
    const app = createTestApp()
    const served = await app.send(await putFile(app, 'cards/a.jpg', portraitBytes()))
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
    })
    expect(await computeDigest(await served.arrayBuffer())).toBe(await computeDigest(portraitBytes()))
  })

  it('returns the length and no body for HEAD', async () => {
    const app = createTestApp()
    const served = await app.send(await putFile(app, 'a.txt', '0123456789', 'text/plain'), { method: 'HEAD' })
    expect(served.headers.get('content-length')).toBe('10')
    expect(await served.text()).toBe('')
  })

  it('treats both Unicode normalization forms of a name as one file', async () => {
    const app = createTestApp()
    expect(await putFile(app, 'cafe\u0301.txt', 'x')).toBe(`/storage/${PROJECT}/caf%C3%A9.txt`)
    for (const name of ['caf%C3%A9', 'cafe%CC%81']) {
      const served = await app.send(`/storage/${PROJECT}/${name}.txt`)
      await served.arrayBuffer()
      const response = await app.send(`/api/storage/${PROJECT}/download?path=${name}.txt`, { headers: as.public() })
      expect([served.status, response.status]).toEqual([200, 200])
      await response.text()
    }
    const paths = ['cafe\u0301.txt']
    await sendJson(app, `/api/storage/${PROJECT}/remove`, { paths }, { method: 'DELETE', headers: as.service() })
    expect(await listStoredKeys()).toEqual([])
  })

  it('serves a file with special characters in its path at both of its URLs', async () => {
    const app = createTestApp()
    for (const path of [
      '100%.txt',
      'a%20b.txt',
      '日本/🏈.txt',
      "it's (1)*.txt",
      'a?b#c.txt',
      'a+b&c=d;e.txt',
      ' .txt',
      '-/~/..a.txt',
    ]) {
      const file = await app.send(await putFile(app, path, 'words', 'text/plain'))
      expect([path, file.status, await file.text()]).toEqual([path, 200, 'words'])
      const address = `/api/storage/${PROJECT}/download?${new URLSearchParams({ path })}`
      const { downloadUrl, filename } = await (
        await app.send(address, { headers: as.public() })
      ).json<{ downloadUrl: string; filename: string }>()
      expect(filename).toBe(path.split('/').at(-1))
      const { pathname, search } = new URL(downloadUrl)
      const saved = await app.send(pathname + search)
      expect([path, saved.status, await saved.text()]).toEqual([path, 200, 'words'])
    }
  })

  it('hides unfinished uploads', async () => {
    const app = createTestApp()
    await testEnv().FILES.put('tmp/1', 'x')
    expect((await app.send(`/storage/${PROJECT}/tmp/1`)).status).toBe(404)
    const response = await app.send(`/api/storage/${PROJECT}/download?path=tmp/1`, { headers: as.service() })
    expect(response.status).toBe(400)
  })

  it('returns 404 for missing and malformed paths', async () => {
    const app = createTestApp()
    for (const name of ['nothing.jpg', '%2e%2e/secret', 'a%2F..%2Fb', '%zz']) {
      const response = await app.send(`/storage/${PROJECT}/files/${name}`)
      expect([name, response.status]).toEqual([name, 404])
      expect(await response.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) })
    }
  })
})
