import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { as, getPublicPath, PROJECT, listStoredKeys } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { fileBytes, FORM_TYPE, formStream, MiB } from '../../support/form-stream.ts'
import { takeConsole } from '../../support/quiet.ts'
import { watchFiles } from '../../support/watched-files.ts'

beforeEach(freshDatabase)
// Tens of megabytes take time on a slow machine.
vi.setConfig({ testTimeout: 120_000 })

/** The app with a watched bucket. */
function watchedApp(files = testEnv().FILES) {
  const watched = watchFiles(files)
  const app = createTestApp({}, { ...testEnv(), FILES: watched.files })
  const send = (form: Parameters<typeof formStream>[0], headers: Record<string, string> = as.service()) =>
    app.send(`/api/storage/${PROJECT}/upload`, {
      method: 'POST',
      headers: { 'content-type': FORM_TYPE, ...headers },
      body: formStream(form).body,
    })
  return { ...watched, app, send }
}

/** Compares the stored file chunk by chunk, because a test has no more memory than a Worker. */
async function expectFile(key: string, size: number): Promise<void> {
  const { body } = (await testEnv().FILES.get(key))!
  let at = 0
  for await (const chunk of body) {
    const expected = fileBytes(at, chunk.byteLength)
    expect(crypto.subtle.timingSafeEqual(chunk as Uint8Array<ArrayBuffer>, expected)).toBe(true)
    at += chunk.byteLength
  }
  expect(at).toBe(size)
}

describe('a large upload', () => {
  it.each([
    ['before its path', false],
    ['after its path', true],
  ])('uploads a large file in parts when the file comes %s', async (_, pathFirst) => {
    const { send, chunkSizes, puts } = watchedApp()
    const size = 9 * MiB + 12_345
    const response = await send({ size, path: 'films/a.bin', pathFirst })

    expect(response.status).toBe(200)
    expect(await getPublicPath(response)).toBe(`/storage/${PROJECT}/films/a.bin`)
    expect(await listStoredKeys()).toEqual(['films/a.bin'])
    await expectFile('films/a.bin', size)
    expect(chunkSizes).toEqual([...Array.from({ length: 4 }, () => 2 * MiB), MiB + 12_345])
    expect(puts.filter(({ key }) => key === 'films/a.bin')).toEqual([{ key: 'films/a.bin', streamed: true }])
  })

  const LARGE = 13 * MiB
  it('holds less than 4 MiB of an upload in the Worker', async () => {
    const { app, chunkSizes } = watchedApp()
    const form = formStream({ size: LARGE, path: 'films/a.bin' })
    let most = 0
    const ahead = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const away = chunkSizes.reduce((sum, bytes) => sum + bytes, 0)
        most = Math.max(most, form.sent() - away)
        controller.enqueue(chunk)
      },
    })
    const response = await app.send(`/api/storage/${PROJECT}/upload`, {
      method: 'POST',
      headers: { 'content-type': FORM_TYPE, ...as.service() },
      body: form.body.pipeThrough(ahead),
    })
    expect(response.status).toBe(200)
    await expectFile('films/a.bin', LARGE)
    expect(most).toBeGreaterThan(2 * MiB)
    expect(most).toBeLessThan(4 * MiB)
  })

  it('replaces a stored file only with upsert', async () => {
    const { send } = watchedApp()
    await testEnv().FILES.put('films/a.bin', 'first')
    const refused = await send({ size: 9 * MiB, path: 'films/a.bin' })
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ message: 'File already exists. Set upsert: true to overwrite.' })
    expect(await (await testEnv().FILES.get('films/a.bin'))!.text()).toBe('first')
    expect(await listStoredKeys()).toEqual(['films/a.bin'])

    expect((await send({ size: 9 * MiB, path: 'films/a.bin', options: '{"upsert":true}' })).status).toBe(200)
    await expectFile('films/a.bin', 9 * MiB)
    expect(await listStoredKeys()).toEqual(['films/a.bin'])
  })

  it('stores a large upload once when it is sent twice concurrently', async () => {
    const { send } = watchedApp()
    const form = { size: 9 * MiB, path: 'films/a.bin' }
    const statuses = (await Promise.all([send(form), send(form)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
    expect(await listStoredKeys()).toEqual(['films/a.bin'])
    await expectFile('films/a.bin', 9 * MiB)
  })

  it('stores nothing of a large upload when a part is missing', async () => {
    const { FILES } = testEnv()
    const forgetful = new Proxy(FILES, {
      get: (target, name) =>
        name === 'get'
          ? async (key: string) => (key.endsWith('/1') ? null : target.get(key))
          : (Reflect.get(target, name) as (...args: unknown[]) => unknown).bind(target),
    })
    const { send } = watchedApp(forgetful)
    expect((await send({ size: 10 * MiB, path: 'films/a.bin' })).status).toBe(500)
    takeConsole()
    expect(await listStoredKeys()).toEqual([])
  })

  it.each([
    ['an invalid path after it', { path: '../a' }, 400],
    ['invalid options after it', { path: 'a', options: 'yes' }, 400],
  ])('stores nothing of an upload with %s', async (_, form, status) => {
    const { send } = watchedApp()
    expect((await send({ size: 9 * MiB, ...form })).status).toBe(status)
    expect(await listStoredKeys()).toEqual([])
  })

  it('stores no part of an upload when an invalid path comes first', async () => {
    const { send, puts } = watchedApp()
    expect((await send({ size: 9 * MiB, path: 'a//b', pathFirst: true })).status).toBe(400)
    expect(puts).toEqual([])
  })

  it('stores nothing of an upload when R2 fails', async () => {
    const failing = new Proxy(testEnv().FILES, {
      get: (target, name) =>
        name === 'put'
          ? async (key: string, value: Uint8Array) => {
              if (key.endsWith('/1')) throw new Error('R2 is away')
              return target.put(key, value)
            }
          : (Reflect.get(target, name) as (...args: unknown[]) => unknown).bind(target),
    })
    const { send } = watchedApp(failing)
    expect((await send({ size: 10 * MiB, path: 'a' })).status).toBe(500)
    expect(JSON.stringify(takeConsole())).toContain('R2 is away')
    expect(await listStoredKeys()).toEqual([])
  })
})

describe('a refused upload', () => {
  it.each([
    ['50 MB and a byte', {}],
    ['50 MB and a byte with a Content-Length of ten', { 'content-length': '10' }],
  ])('stores nothing of %s', async (_, headers) => {
    const { send } = watchedApp()
    const response = await send({ size: 50 * MiB + 1, path: 'a' }, { ...as.service(), ...headers })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: 'File size (51MB) exceeds maximum allowed size (50MB)',
    })
    expect(await listStoredKeys()).toEqual([])
  })

  it('stores nothing from an endless sender', async () => {
    const { send } = watchedApp()
    expect((await send({ size: 300 * MiB, path: 'a', chunkBytes: 4 * MiB })).status).toBe(413)
    expect(await listStoredKeys()).toEqual([])
  })

  it('stores nothing of an aborted upload', async () => {
    // Cuts from within the first header, at every boundary between memory and parts, to the last delimiter.
    const places = [20, MiB - 1, MiB + 200, 8 * MiB, 8 * MiB + 87, 9 * MiB + 100]
    for (const [i, cutAt] of places.entries()) {
      const { send } = watchedApp()
      const cut = i % 2 === 0 ? 'error' : 'end'
      const response = await send({ size: 9 * MiB, path: 'films/a.bin', cutAt, cut })
      expect([cutAt, response.status, await listStoredKeys()]).toEqual([cutAt, 400, []])
    }
  })

  it('stores nothing of an aborted photo', async () => {
    const { send, puts } = watchedApp()
    const response = await send({ size: 3 * MiB, path: 'player-photos/1.jpg', cutAt: 2 * MiB }, as.keyless())
    expect(response.status).toBe(400)
    expect(puts).toEqual([])
  })
})

it('accepts a small file whose content-length claims too much', async () => {
  const { send } = watchedApp()
  const response = await send({ size: 1000, path: 'a.bin' }, { ...as.service(), 'content-length': String(500 * MiB) })
  expect(response.status).toBe(200)
  await expectFile('a.bin', 1000)
})
