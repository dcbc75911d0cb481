import { describe, expect, test } from 'vitest'
import { getFileType, withExtension } from '#shared/client/file-type.ts'
import { createRecorder } from './recorder.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.codePointAt(0)!)
const JPEG = bytes('\xff\xd8\xff\xe0\0\x10JFIF\0')
const PUBLIC = { publicUrl: 'https://files.example/a.jpg' }

describe('an upload', () => {
  test('uploads the file, its path and the upsert option', async () => {
    const { client, requests } = createRecorder(PUBLIC)
    const uploaded = await client.storage.upload(new Blob([JPEG]), 'player-photos/1.png', { upsert: true })
    expect(uploaded).toEqual(PUBLIC)
    const [{ method, url, headers, body }] = requests as [(typeof requests)[number]]
    expect([method, url, headers['authorization']]).toEqual([
      'POST',
      'https://core.example/api/storage/p1/upload',
      'Bearer public-key',
    ])
    const form = body as FormData
    const file = form.get('file') as File
    expect([form.get('path'), form.get('options'), file.name, file.type, file.size]).toEqual([
      'player-photos/1.jpg',
      '{"upsert":true}',
      '1.jpg',
      'image/jpeg',
      JPEG.length,
    ])
  })

  test('omits `upsert` when the caller does', async () => {
    const { client, requests } = createRecorder({ data: PUBLIC })
    expect(await client.storage.upload(new Blob([JPEG]), 'a.jpg')).toEqual(PUBLIC)
    expect((requests[0]!.body as FormData).has('options')).toBe(false)
  })

  test('removes uploads by path', async () => {
    const { client, requests } = createRecorder({ success: true })
    await client.storage.remove(['a.jpg', 'b/c.png'])
    expect(requests[0]).toMatchObject({
      method: 'DELETE',
      url: 'https://core.example/api/storage/p1/remove',
      body: { paths: ['a.jpg', 'b/c.png'] },
    })
  })
})

describe('file types', () => {
  test.each([
    ['\xff\xd8\xff\xdb', '', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', '', 'image/png'],
    ['GIF89a', '', 'image/gif'],
    ['RIFF....WEBPVP8 ', '', 'image/webp'],
    ['RIFF....WAVEfmt ', '', 'audio/wav'],
    ['....ftypheic', '', 'image/heic'],
    ['....ftypisom', '', 'video/mp4'],
    ['%PDF-1.7', 'image/jpeg', 'application/pdf'],
    ['hello', 'text/plain;charset=utf-8', 'text/plain'],
    ['{}', 'application/json', 'application/json'],
    ['hello', 'image/png', 'application/octet-stream'],
    ['hello', '', 'application/octet-stream'],
    ['', '', 'application/octet-stream'],
  ])('detects %j, stated as %j, as %s', (text, stated, type) => {
    expect(getFileType(bytes(text), stated)?.type).toBe(type)
  })

  test.each(['text/html', 'image/svg+xml', 'application/x-sh'])('rejects the type %s', (stated) => {
    expect(getFileType(bytes('<svg>'), stated)).toBeNull()
  })

  test.each([
    ['a.png', 'jpg', 'a.jpg'],
    ['a', 'jpg', 'a.jpg'],
    ['v1.2/photo', 'jpg', 'v1.2/photo.jpg'],
    ['a/.hidden', 'bin', 'a/.hidden.bin'],
    ['a.tar.gz', 'zip', 'a.tar.zip'],
  ])('renames %s as %s to %s', (path, extension, renamed) => {
    expect(withExtension(path, extension)).toBe(renamed)
  })
})
