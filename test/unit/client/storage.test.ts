import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import { createRecorder, refusalOf } from './recorder.ts'

const JPEG = new Blob([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)])
const MB = 1024 * 1024

/** A file that says it is larger than it is, so that no test needs the memory. */
const ofSize = (bytes: number) => Object.defineProperty(new Blob(['x']), 'size', { value: bytes })
const file = (type: string) => new File(['words'], 'a', { type })

type Call = (client: Client) => Promise<unknown>
type Row = readonly [sentence: string, call: Call, status: number | null, kind: string, code: string, text: string]

const PATH = 'Path must be a non-empty string'
const EXISTS = 'File already exists. Set upsert: true to overwrite.'
const INVALID = 'Invalid request parameters'

const upload: Call = (c) => c.storage.upload(JPEG, 'a.jpg')
const download: Call = (c) => c.storage.download('a.jpg')
const remove: Call = (c) => c.storage.remove(['a.jpg'])
const uploadTo =
  (path: unknown): Call =>
  (c) =>
    c.storage.upload(JPEG, path as string)
const uploadOf =
  (content: unknown): Call =>
  (c) =>
    c.storage.upload(content as Blob, 'a.jpg')
const downloadFrom =
  (path: unknown): Call =>
  (c) =>
    c.storage.download(path as string)
const removeAt =
  (paths: unknown): Call =>
  (c) =>
    c.storage.remove(paths as string[])

/** Every sentence about files that the product promises. Status null: refused by the client itself, nothing sent. */
const SENTENCES: readonly Row[] = [
  ['an upload needs a file', uploadOf(undefined), null, 'storage', 'VALIDATION_ERROR', 'File is required'],
  ['null is no file', uploadOf(null), null, 'storage', 'VALIDATION_ERROR', 'File is required'],
  ['a text is no file', uploadOf('words'), null, 'storage', 'VALIDATION_ERROR', 'File is required'],
  ['an upload needs a path', uploadTo(''), null, 'storage', 'VALIDATION_ERROR', PATH],
  ['a path that is blank is none', uploadTo(' \t'), null, 'storage', 'VALIDATION_ERROR', PATH],
  ['a path is a text', uploadTo(7), null, 'storage', 'VALIDATION_ERROR', PATH],
  ['a path is not missing', uploadTo(undefined), null, 'storage', 'VALIDATION_ERROR', PATH],
  [
    '50 MB and a byte are too much',
    uploadOf(ofSize(50 * MB + 1)),
    null,
    'storage',
    'FILE_TOO_LARGE',
    'File size (51MB) exceeds maximum allowed size (50MB)',
  ],
  [
    '120 MB are too much',
    uploadOf(ofSize(120 * MB)),
    null,
    'storage',
    'FILE_TOO_LARGE',
    'File size (120MB) exceeds maximum allowed size (50MB)',
  ],
  ...['text/html', 'image/svg+xml', 'application/x-msdownload', 'text/javascript'].map((type): Row => [
    `${type} is not on the list`,
    uploadOf(file(type)),
    null,
    'storage',
    'VALIDATION_ERROR',
    `File type ${type} is not supported`,
  ]),
  ['a download needs a path', downloadFrom(''), null, 'storage', 'VALIDATION_ERROR', PATH],
  ['a download’s path is a text', downloadFrom(null), null, 'storage', 'VALIDATION_ERROR', PATH],
  ['a removal needs a path', removeAt([]), null, 'storage', 'VALIDATION_ERROR', 'At least one path is required'],
  ['a removal needs a list', removeAt('a.jpg'), null, 'storage', 'VALIDATION_ERROR', 'At least one path is required'],
  ...[['a', ''], ['a', ' '], [7]].map((paths): Row => [
    `${JSON.stringify(paths)} are no paths`,
    removeAt(paths),
    null,
    'storage',
    'VALIDATION_ERROR',
    'All paths must be non-empty strings',
  ]),
  ['409 on upload', upload, 409, 'storage', 'FILE_EXISTS', EXISTS],
  ['400 on upload', upload, 400, 'storage', 'VALIDATION_ERROR', INVALID],
  ['404 on upload', upload, 404, 'network', 'NOT_FOUND', 'server text'],
  ['413 on upload', upload, 413, 'network', 'FILE_TOO_LARGE', 'server text'],
  ['404 on download', download, 404, 'storage', 'FILE_NOT_FOUND', 'File not found'],
  ['400 on download', download, 400, 'storage', 'VALIDATION_ERROR', INVALID],
  ['401 on download', download, 401, 'auth', 'UNAUTHORIZED', 'server text'],
  ['500 on download', download, 500, 'network', 'INTERNAL', 'server text'],
  ['400 on removal', remove, 400, 'storage', 'VALIDATION_ERROR', INVALID],
  ['401 on removal', remove, 401, 'auth', 'UNAUTHORIZED', 'server text'],
  ['403 on removal', remove, 403, 'network', 'FORBIDDEN', 'server text'],
  ['404 on removal', remove, 404, 'network', 'NOT_FOUND', 'server text'],
]

describe('the file storage says:', () => {
  test.each(SENTENCES)('%s', async (_, call, status, kind, code, message) => {
    const { client, requests } = createRecorder(() =>
      Response.json({ message: 'server text' }, { status: status ?? 200 }),
    )
    const refusal = await refusalOf(call(client))
    expect(refusal).toBeInstanceOf(AppError)
    expect(refusal).toMatchObject({ kind, code, message, ...(status === null ? {} : { status }) })
    expect(requests).toHaveLength(status === null ? 0 : 1)
  })

  test('50 MB to the byte are not too much', async () => {
    const { client, requests } = createRecorder({ publicUrl: 'https://x/a.bin' })
    await client.storage.upload(ofSize(50 * MB), 'a.bin')
    expect(requests).toHaveLength(1)
  })
})

describe('a download', () => {
  const ANSWER = {
    downloadUrl: 'https://x/a.jpg?filename=b.jpg',
    filename: 'b.jpg',
    contentType: 'image/jpeg',
    size: 7,
  }

  test('asks by path and name, and tells where the file is and what', async () => {
    const { client, requests } = createRecorder(ANSWER)
    expect(await client.storage.download('a b/ü&c.jpg', { filename: 'b?.jpg' })).toEqual(ANSWER)
    const [{ method, url, body }] = requests as [(typeof requests)[number]]
    expect([method, new URL(url).pathname, body]).toEqual(['GET', '/api/storage/p1/download', null])
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ path: 'a b/ü&c.jpg', filename: 'b?.jpg' })
  })

  test('of which little is told has a name, a type and no size', async () => {
    const { client, requests } = createRecorder({ downloadUrl: 'https://x/a.jpg' })
    expect(await client.storage.download('cards/a.jpg')).toEqual({
      downloadUrl: 'https://x/a.jpg',
      filename: 'a.jpg',
      contentType: 'application/octet-stream',
      size: null,
    })
    expect(new URL(requests[0]!.url).searchParams.has('filename')).toBe(false)
  })

  test.each([[{}], [{ downloadUrl: 7 }], [[]], ['words']])('that answers %j is unreadable', async (answer) => {
    const { client } = createRecorder(answer)
    expect(await refusalOf(client.storage.download('a.jpg'))).toMatchObject({
      kind: 'storage',
      code: 'INTERNAL',
      message: 'The server sent an unreadable reply.',
    })
  })
})
