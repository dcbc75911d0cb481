import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import { findOffenders } from '../../support/offenders.ts'
import { createRecorder, getRejection } from './recorder.ts'

const JPEG = new Blob([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)])
const MB = 1024 * 1024

/** A file with a faked size, so that no test needs the memory. */
const ofSize = (bytes: number) => Object.defineProperty(new Blob(['x']), 'size', { value: bytes })
const file = (type: string) => new File(['words'], 'a', { type })

type Call = (client: Client) => Promise<unknown>
type Row = readonly [sentence: string, call: Call, status: number | null, code: string, text: string]

const PATH = 'Path must be a non-empty string'
const EXISTS = 'File already exists. Set upsert: true to overwrite.'
const UNREADABLE = 'The server sent an unreadable response.'
const INVALID = 'Invalid request parameters'

const upload: Call = (c) => c.storage.upload(JPEG, 'a.jpg')
const download: Call = (c) => c.storage.download('a.jpg')
const remove: Call = (c) => c.storage.remove(['a.jpg'])
const uploadTo =
  (path: unknown): Call =>
  (c) =>
    c.storage.upload(JPEG, path as string)
const createUpload =
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

const OWN = 'server text'
const CALLS = [
  ['upload', upload],
  ['download', download],
  ['removal', remove],
] as const
/** Errors without a documented message: the server's own message is used. */
const UNDOCUMENTED_ERRORS: readonly (readonly [status: number, code: string])[] = [
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [413, 'FILE_TOO_LARGE'],
  [415, 'IMAGE_UNSUPPORTED'],
  [422, 'VALIDATION_ERROR'],
  [429, 'RATE_LIMITED'],
  [500, 'INTERNAL'],
  [501, 'NOT_IMPLEMENTED'],
  [502, 'NETWORK_ERROR'],
  [503, 'NETWORK_ERROR'],
  [504, 'NETWORK_ERROR'],
]

/** Every documented storage error. Status null: rejected by the client itself, without a request. */
const DOCUMENTED_ERRORS: readonly Row[] = [
  ['an upload needs a file', createUpload(undefined), null, 'VALIDATION_ERROR', 'File is required'],
  ['null is not a file', createUpload(null), null, 'VALIDATION_ERROR', 'File is required'],
  ['text is not a file', createUpload('words'), null, 'VALIDATION_ERROR', 'File is required'],
  ['an upload needs a path', uploadTo(''), null, 'VALIDATION_ERROR', PATH],
  ['a blank path is invalid', uploadTo(' \t'), null, 'VALIDATION_ERROR', PATH],
  ['a path must be text', uploadTo(7), null, 'VALIDATION_ERROR', PATH],
  ['a path is required', uploadTo(undefined), null, 'VALIDATION_ERROR', PATH],
  [
    '50 MB and a byte are too much',
    createUpload(ofSize(50 * MB + 1)),
    null,
    'FILE_TOO_LARGE',
    'File size (51MB) exceeds maximum allowed size (50MB)',
  ],
  [
    '120 MB are too much',
    createUpload(ofSize(120 * MB)),
    null,
    'FILE_TOO_LARGE',
    'File size (120MB) exceeds maximum allowed size (50MB)',
  ],
  ...['text/html', 'image/svg+xml', 'application/x-msdownload', 'text/javascript'].map((type): Row => [
    `${type} is not on the list`,
    createUpload(file(type)),
    null,
    'VALIDATION_ERROR',
    `File type ${type} is not supported`,
  ]),
  ['a download needs a path', downloadFrom(''), null, 'VALIDATION_ERROR', PATH],
  ['a download’s path must be text', downloadFrom(null), null, 'VALIDATION_ERROR', PATH],
  ['a removal needs a path', removeAt([]), null, 'VALIDATION_ERROR', 'At least one path is required'],
  ['a removal needs a list', removeAt('a.jpg'), null, 'VALIDATION_ERROR', 'At least one path is required'],
  ...[['a', ''], ['a', ' '], [7]].map((paths): Row => [
    `${JSON.stringify(paths)} are not paths`,
    removeAt(paths),
    null,
    'VALIDATION_ERROR',
    'All paths must be non-empty strings',
  ]),
  ['409 on upload', upload, 409, 'FILE_EXISTS', EXISTS],
  ['400 on upload', upload, 400, 'VALIDATION_ERROR', INVALID],
  ['404 on upload', upload, 404, 'NOT_FOUND', OWN],
  ['400 on download', download, 400, 'VALIDATION_ERROR', INVALID],
  ['404 on download', download, 404, 'FILE_NOT_FOUND', 'File not found'],
  ['400 on removal', remove, 400, 'VALIDATION_ERROR', INVALID],
  ['404 on removal', remove, 404, 'NOT_FOUND', OWN],
  ...CALLS.flatMap(([name, call]) =>
    UNDOCUMENTED_ERRORS.map(([status, code]): Row => [`${status} on ${name}`, call, status, code, OWN]),
  ),
]

describe('file storage messages', () => {
  test('has its own message for each storage error', async () => {
    const offenders = await findOffenders(
      DOCUMENTED_ERRORS,
      JSON.stringify,
      async ([, call, status, code, message]) => {
        const { client, requests } = createRecorder(() => Response.json({ message: OWN }, { status: status ?? 200 }))
        const refusal = await getRejection(call(client))
        expect(refusal).toBeInstanceOf(AppError)
        expect(refusal).toMatchObject({ kind: 'storage', code, message, ...(status === null ? {} : { status }) })
        expect(requests).toHaveLength(status === null ? 0 : 1)
      },
    )
    expect(offenders).toEqual([])
  })

  test('reports an unreachable server as a network error, on every storage call', async () => {
    const offenders = await findOffenders(CALLS, JSON.stringify, async ([, call]) => {
      const cause = new TypeError('fetch failed')
      const { client } = createRecorder(() => {
        throw cause
      })
      expect(await getRejection(call(client))).toMatchObject({
        kind: 'storage',
        code: 'NETWORK_ERROR',
        message: 'Network error. Please check your connection and try again.',
        retryable: true,
      })
    })
    expect(offenders).toEqual([])
  })

  test('reports a malformed JSON response as unreadable, on every storage call', async () => {
    const offenders = await findOffenders(CALLS, JSON.stringify, async ([, call]) => {
      const { client } = createRecorder(() => new Response('{', { headers: { 'content-type': 'application/json' } }))
      expect(await getRejection(call(client))).toMatchObject({ kind: 'storage', code: 'INTERNAL', message: UNREADABLE })
    })
    expect(offenders).toEqual([])
  })

  test('keeps the server’s details and hint', async () => {
    const details = [{ path: 'path', message: 'is taken' }]
    const body = { error: 'x', code: 'IMAGE_HEIC', details, hint: 'JPEG' }
    const { client } = createRecorder(() => Response.json(body, { status: 415, headers: { 'retry-after': '7' } }))
    expect(await getRejection(upload(client))).toMatchObject({
      kind: 'storage',
      code: 'IMAGE_HEIC',
      status: 415,
      message: 'x',
      details,
      hint: 'JPEG',
      retryAfterSeconds: 7,
    })
  })

  test('rethrows the caller’s own abort of an upload', async () => {
    const control = new AbortController()
    const { client } = createRecorder(() => {
      control.abort()
      throw control.signal.reason
    })
    const refusal = await getRejection(client.storage.download('a.jpg', { signal: control.signal }))
    expect(refusal).not.toBeInstanceOf(AppError)
    expect(refusal).toMatchObject({ name: 'AbortError' })
  })

  test('accepts a file of exactly 50 MB', async () => {
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

  test('requests a download by path and name, and returns its URL and type', async () => {
    const { client, requests } = createRecorder(ANSWER)
    expect(await client.storage.download('a b/ü&c.jpg', { filename: 'b?.jpg' })).toEqual(ANSWER)
    const [{ method, url, body }] = requests as [(typeof requests)[number]]
    expect([method, new URL(url).pathname, body]).toEqual(['GET', '/api/storage/p1/download', null])
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ path: 'a b/ü&c.jpg', filename: 'b?.jpg' })
  })

  test('derives a download’s name and type, without a size, from an incomplete response', async () => {
    const { client, requests } = createRecorder({ downloadUrl: 'https://x/a.jpg' })
    expect(await client.storage.download('cards/a.jpg')).toEqual({
      downloadUrl: 'https://x/a.jpg',
      filename: 'a.jpg',
      contentType: 'application/octet-stream',
      size: null,
    })
    expect(new URL(requests[0]!.url).searchParams.has('filename')).toBe(false)
  })

  test.each([[{}], [{ downloadUrl: 7 }], [[]], ['words']])(
    'reports a download response of %j as unreadable',
    async (result) => {
      const { client } = createRecorder(result)
      expect(await getRejection(client.storage.download('a.jpg'))).toMatchObject({
        kind: 'storage',
        code: 'INTERNAL',
        message: UNREADABLE,
      })
    },
  )
})
