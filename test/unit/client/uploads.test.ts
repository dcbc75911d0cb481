import { describe, expect, test } from 'vitest'
import { fileTypeOf, withExtension } from '#shared/client/file-type.ts'
import { createRecorder } from './recorder.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.codePointAt(0)!)
const JPEG = bytes('\xff\xd8\xff\xe0\0\x10JFIF\0')
const PUBLIC = { publicUrl: 'https://files.example/a.jpg' }

describe('an upload', () => {
  test('carries the file, its path and whether it may replace', async () => {
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

  test('leaves `upsert` out when the caller did', async () => {
    const { client, requests } = createRecorder({ data: PUBLIC })
    expect(await client.storage.upload(new Blob([JPEG]), 'a.jpg')).toEqual(PUBLIC)
    expect((requests[0]!.body as FormData).has('options')).toBe(false)
  })

  test('is undone by path', async () => {
    const { client, requests } = createRecorder({ success: true })
    await client.storage.remove(['a.jpg', 'b/c.png'])
    expect(requests[0]).toMatchObject({
      method: 'DELETE',
      url: 'https://core.example/api/storage/p1/remove',
      body: { paths: ['a.jpg', 'b/c.png'] },
    })
  })
})

describe('what a file is', () => {
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
  ])('%j, stated as %j, is %s', (text, stated, type) => {
    expect(fileTypeOf(bytes(text), stated)?.type).toBe(type)
  })

  test.each(['text/html', 'image/svg+xml', 'application/x-sh'])('%s is refused', (stated) => {
    expect(fileTypeOf(bytes('<svg>'), stated)).toBeNull()
  })

  test.each([
    ['a.png', 'jpg', 'a.jpg'],
    ['a', 'jpg', 'a.jpg'],
    ['v1.2/photo', 'jpg', 'v1.2/photo.jpg'],
    ['a/.hidden', 'bin', 'a/.hidden.bin'],
    ['a.tar.gz', 'zip', 'a.tar.zip'],
  ])('%s as %s is called %s', (path, extension, renamed) => {
    expect(withExtension(path, extension)).toBe(renamed)
  })
})
