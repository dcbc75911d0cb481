import { beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { as, PROJECT, listStoredKeys, upload } from '../../support/backend.ts'
import { freshDatabase } from '../../support/env.ts'

beforeEach(freshDatabase)

const text = (words: string) => new Blob([words], { type: 'text/plain' })

describe('uploads with the service key', () => {
  it('stores a file at its path with the service key', async () => {
    const app = createTestApp()
    const response = await upload(app, { file: text('hello'), path: 'notes/a b.txt', headers: as.service() })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ publicUrl: `${ORIGIN}/storage/${PROJECT}/notes/a%20b.txt` })
    const served = await app.send(`/storage/${PROJECT}/notes/a%20b.txt`)
    expect(await served.text()).toBe('hello')
  })

  it('replaces a file only with upsert', async () => {
    const app = createTestApp()
    const send = (words: string, options?: string) =>
      upload(app, { file: text(words), path: 'notes/a.txt', headers: as.service(), ...(options ? { options } : {}) })
    await send('first')

    const refused = await send('second', '{"upsert":false}')
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({
      code: 'FILE_EXISTS',
      error: 'File already exists. Set upsert: true to overwrite.',
    })
    expect(await (await app.send(`/storage/${PROJECT}/notes/a.txt`)).text()).toBe('first')

    expect((await send('third', '{"upsert":true}')).status).toBe(200)
    expect(await (await app.send(`/storage/${PROJECT}/notes/a.txt`)).text()).toBe('third')
  })

  it('rejects malformed paths', async () => {
    const app = createTestApp()
    for (const path of [
      '',
      '/a.txt',
      '../a.txt',
      'a/../b.txt',
      'a//b.txt',
      'a/',
      'a\u0000b',
      'a\nb',
      'a\\b',
      'x'.repeat(513),
      '\u{1F3C8}'.repeat(130),
    ]) {
      const response = await upload(app, { file: text('x'), path, headers: as.service() })
      expect([path, response.status, await response.json()]).toMatchObject([
        path,
        400,
        { code: 'VALIDATION_ERROR', details: [{ path: 'path' }] },
      ])
    }
    expect(await listStoredKeys()).toEqual([])
  })

  it('names the malformed part of a form', async () => {
    const app = createTestApp()
    const path = `/api/storage/${PROJECT}/upload`
    const plain = await app.send(path, { method: 'POST', headers: as.service(), body: 'nothing like a form' })
    expect(await plain.json()).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'file' }] })
    const cut = await app.send(path, {
      method: 'POST',
      headers: { ...as.service(), 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    })
    expect(cut.status).toBe(400)
    const odd = await upload(app, { file: text('x'), path: 'a.txt', options: 'yes', headers: as.service() })
    expect(await odd.json()).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'options' }] })
    expect(await listStoredKeys()).toEqual([])
  })
})

it('returns 404 for an upload to another project', async () => {
  const form = new FormData()
  form.set('file', text('x'))
  form.set('path', 'a.txt')
  const response = await createTestApp().send('/api/storage/other/upload', {
    method: 'POST',
    headers: as.service(),
    body: form,
  })
  expect(response.status).toBe(404)
})

it('rejects an upload with an invalid key', async () => {
  const headers = { authorization: 'Bearer forged' }
  const response = await upload(createTestApp(), { file: text('x'), path: 'a.txt', headers })
  expect(response.status).toBe(401)
  expect(await listStoredKeys()).toEqual([])
})
