import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import { findOffenders } from '../../support/offenders.ts'
import { createRecorder, getRejection } from './recorder.ts'

/** A file with a faked size, so that no test needs the memory. */
const fileOfSize = (bytes: number) => Object.defineProperty(new Blob(['x']), 'size', { value: bytes })
const pictures = (count: number) => Array.from({ length: count }, (_, n) => `https://x.example/${n}.png`)
const nothing = undefined as unknown as Blob
const photo = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])])

type Case = readonly [name: string, call: (client: Client) => Promise<unknown>, kind: string, message: string]

const REFUSED: readonly Case[] = [
  ['no file', (c) => c.storage.upload(nothing, 'a.jpg'), 'storage', 'File is required'],
  ['no path', (c) => c.storage.upload(photo, ''), 'storage', 'Path must be a non-empty string'],
  ['a blank path', (c) => c.storage.upload(photo, '  '), 'storage', 'Path must be a non-empty string'],
  ['a path that is not text', (c) => c.storage.upload(photo, 7 as never), 'storage', 'Path must be a non-empty string'],
  [
    'a file of 50 MB and a byte',
    (c) => c.storage.upload(fileOfSize(50 * 1024 * 1024 + 1), 'a.jpg'),
    'storage',
    'File size (51MB) exceeds maximum allowed size (50MB)',
  ],
  [
    'an unsupported type',
    (c) => c.storage.upload(new File(['x'], 'a.exe', { type: 'application/x-msdownload' }), 'a.exe'),
    'storage',
    'File type application/x-msdownload is not supported',
  ],
  ['no path to remove', (c) => c.storage.remove([]), 'storage', 'At least one path is required'],
  ['an empty path to remove', (c) => c.storage.remove(['a', '']), 'storage', 'All paths must be non-empty strings'],
  ['no prompt', (c) => c.ai.modifyImage({ prompt: ' ', images: pictures(1) }), 'ai', 'Prompt is required'],
  ['no images', (c) => c.ai.modifyImage({ prompt: 'x', images: [] }), 'ai', 'At least one image is required'],
  ['51 images', (c) => c.ai.modifyImage({ prompt: 'x', images: pictures(51) }), 'ai', 'Maximum 50 images allowed'],
  [
    'an image over plain HTTP',
    (c) => c.ai.modifyImage({ prompt: 'x', images: ['http://x.example/a.png'] }),
    'ai',
    'Image URL must use HTTPS: http://x.example/a.png',
  ],
  [
    'an image over plain HTTP on another loopback port',
    (c) => c.ai.modifyImage({ prompt: 'x', images: ['http://127.0.0.1:9999/a.png'] }),
    'ai',
    'Image URL must use HTTPS: http://127.0.0.1:9999/a.png',
  ],
  [
    'no URL at all',
    (c) => c.ai.modifyImage({ prompt: 'x', images: ['a.png'] }),
    'ai',
    'Image URL must use HTTPS: a.png',
  ],
  [
    'an image of another type',
    (c) => c.ai.modifyImage({ prompt: 'x', images: ['https://x.example/a.svg?b=.png'] }),
    'ai',
    'Image URL must end in jpg, jpeg, png, gif or webp: https://x.example/a.svg?b=.png',
  ],
  ['no session', (c) => c.auth.me(), 'auth', 'Not authenticated'],
]

describe('argument validation of the client', () => {
  test('rejects each invalid argument with its own message, and sends nothing', async () => {
    const offenders = await findOffenders(REFUSED, JSON.stringify, async ([, call, kind, message]) => {
      const { client, requests } = createRecorder([], { publicUrl: 'http://127.0.0.1:8787' })
      const refusal = await getRejection(call(client))
      expect(refusal).toBeInstanceOf(AppError)
      expect(refusal).toMatchObject({ kind, message })
      expect(requests).toEqual([])
    })
    expect(offenders).toEqual([])
  })
})

const modify = (url: string, publicUrl?: string) => {
  const { client } = createRecorder(
    { data: [{ url: 'https://x/y.png' }] },
    publicUrl === undefined ? {} : { publicUrl },
  )
  return client.ai.modifyImage({ prompt: 'x', images: [url] })
}

describe('images for an image model', () => {
  test.each(['jpg', 'JPEG', 'png', 'gif', 'webp'])(
    'accepts an image for an image model that ends in .%s',
    async (extension) => {
      expect(await modify(`https://x.example/a.${extension}?v=1`)).toEqual({ data: [{ url: 'https://x/y.png' }] })
    },
  )

  test('accepts images on the product’s own loopback URL', async () => {
    await modify('http://127.0.0.1:8787/storage/p1/a.png', 'http://127.0.0.1:8787')
    await modify('http://localhost:8787/a.png', 'http://localhost:8787/')
    await expect(modify('http://cards.example/a.png', 'http://cards.example')).rejects.toThrow(
      'Image URL must use HTTPS',
    )
  })

  test.each([[{ data: ['https://x/y.png'] }], [{ result: { data: [{ url: 'https://x/y.png' }] } }]])(
    'returns images from %j',
    async (result) => {
      const { client, requests } = createRecorder(result)
      const made = await client.ai.modifyImage({ prompt: 'x', images: pictures(50), n: 1 })
      expect(made.data[0]!.url).toBe('https://x/y.png')
      expect(requests[0]).toMatchObject({
        method: 'POST',
        url: 'https://core.example/api/ai/p1/image',
        body: { prompt: 'x', images: pictures(50), n: 1 },
      })
    },
  )

  test.each([[{ data: [] }], [{ data: [{}] }], [{ data: [{ url: '' }] }], [{}], [null]])(
    'fails for a response without images: %j',
    async (result) => {
      const { client } = createRecorder(result)
      expect(await getRejection(client.ai.modifyImage({ prompt: 'x', images: pictures(1) }))).toMatchObject({
        code: 'AI_NO_IMAGE',
        message: 'AI returned no image.',
      })
    },
  )
})
