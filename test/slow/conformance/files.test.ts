import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import { freshDatabase } from '../../support/env.ts'
import { expectEveryMember, getFailure, PUBLIC_KEY, type Send, SERVICE_KEY, TRANSPORTS } from './support.ts'

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3)
const png = (last = 3, type = 'image/png') => new Blob([PNG.slice(0, -1), Uint8Array.of(last)], { type })

describe.each(TRANSPORTS)('files %s', (_, connect) => {
  let client: Client
  let send: Send
  let origin: string
  beforeAll(freshDatabase)
  beforeEach(async () => {
    const served = await connect(SERVICE_KEY)
    ;({ client, send, origin } = served)
    await client.storage.remove(['shelf/a.png', 'shelf/b c.png'])
  })

  const read = async (url: string, headers: Record<string, string> = {}) => {
    const response = await send(url, { headers })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      bytes: new Uint8Array(await response.arrayBuffer()),
    }
  }

  test('stores a file under its detected type, and serves it at its public URL', async () => {
    const { publicUrl } = await client.storage.upload(png(3, 'image/jpeg'), 'shelf/a.jpg')
    expect(publicUrl).toBe(`${origin}/storage/fantasy-cards/shelf/a.png`)
    expect(await read(publicUrl)).toEqual({ status: 200, type: 'image/png', bytes: PNG })
  })

  test('serves ranges and conditional requests like browsers and players send them', async () => {
    const { publicUrl } = await client.storage.upload(png(), 'shelf/a.png')
    expect(await read(publicUrl, { range: 'bytes=1-3' })).toMatchObject({ status: 206, bytes: PNG.slice(1, 4) })
    expect(await read(publicUrl, { range: 'bytes=-2' })).toMatchObject({ status: 206, bytes: PNG.slice(-2) })
    expect(await read(publicUrl, { range: 'bytes=99-' })).toMatchObject({ status: 416 })
    const etag = (await send(publicUrl, { method: 'HEAD' })).headers.get('etag')!
    expect(await read(publicUrl, { 'if-none-match': etag })).toMatchObject({ status: 304, bytes: new Uint8Array() })
  })

  test('replaces a file only with upsert', async () => {
    const { publicUrl } = await client.storage.upload(png(), 'shelf/a.png')
    for (const options of [{}, { upsert: false }])
      expect(await getFailure(client.storage.upload(png(9), 'shelf/a.png', options))).toMatchObject({
        code: 'FILE_EXISTS',
        kind: 'storage',
        status: 409,
        message: 'File already exists. Set upsert: true to overwrite.',
      })
    expect((await read(publicUrl)).bytes).toEqual(PNG)
    expect(await client.storage.upload(png(9), 'shelf/a.png', { upsert: true })).toEqual({ publicUrl })
    expect((await read(publicUrl)).bytes.at(-1)).toBe(9)
  })

  test('downloads a file with its type, under the requested name', async () => {
    await client.storage.upload(png(), 'shelf/b c.png')
    const file = { contentType: 'image/png', size: PNG.length }
    const plain = await client.storage.download('shelf/b c.png')
    expect(plain).toMatchObject({ ...file, filename: 'b c.png' })
    const named = await client.storage.download('shelf/b c.png', { filename: 'Ünïcödé.png' })
    expect(named).toMatchObject({ ...file, filename: 'Ünïcödé.png' })
    const response = await send(named.downloadUrl)
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('Ünïcödé.png'))
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PNG)
  })

  test('deletes files, and ignores missing ones', async () => {
    const { publicUrl } = await client.storage.upload(png(), 'shelf/a.png')
    await client.storage.remove(['shelf/a.png', 'shelf/never.png'])
    expect((await read(publicUrl)).status).toBe(404)
    expect(await getFailure(client.storage.download('shelf/a.png'))).toMatchObject({
      code: 'FILE_NOT_FOUND',
      kind: 'storage',
      status: 404,
      message: 'File not found',
    })
  })

  test('returns storage errors for every caller', async () => {
    const [visitor, stranger] = await Promise.all([PUBLIC_KEY, 'guess'].map(async (key) => (await connect(key)).client))
    const failures = await Promise.all([
      getFailure(client.storage.upload(png(), '../out.png')),
      getFailure(client.storage.download('/')),
      getFailure(visitor!.storage.upload(png(), 'shelf/a.png')),
      getFailure(visitor!.storage.remove(['shelf/a.png'])),
      getFailure(stranger!.storage.download('shelf/a.png')),
    ])
    expect(failures.map((thrown) => [(thrown as AppError).kind, (thrown as AppError).status])).toEqual([
      ['storage', 400],
      ['storage', 400],
      ['storage', 403],
      ['storage', 403],
      ['storage', 401],
    ])
    expect(failures[0]).toMatchObject({ message: 'Invalid request parameters' })
  })
})

expectEveryMember('storage')
