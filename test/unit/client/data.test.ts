import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import { offendersOf } from '../../support/offenders.ts'
import { createRecorder, refusalOf } from './recorder.ts'

const URL_ = 'https://a.example/b'
const FAVICON = { favicon: '', image: '', author: '', publishedTime: '', modifiedTime: '', type: '', siteName: '' }
const EMPTY_META = { title: '', description: '', url: URL_, domain: 'a.example', ...FAVICON, locale: '', keywords: [] }
const EMPTY_PAGE = {
  markdown: '',
  html: '',
  links: [],
  metadata: EMPTY_META,
  extract: { title: '', description: '', headings: [], text: '' },
}

type Call = (data: Client['data']) => Promise<unknown>

describe('what the client asks of the web', () => {
  test('is sent and answered as each call says', async () => {
    const offenders = await offendersOf<[string, Call, string, object, unknown, unknown]>(
      [
        [
          'a document',
          (d) => d.extractFromUrl(URL_),
          'extract-from-url',
          { url: URL_, chunking: false },
          { text: 't' },
          't',
        ],
        [
          'a document that is empty',
          (d) => d.extractFromUrl(URL_),
          'extract-from-url',
          { url: URL_, chunking: false },
          { text: '' },
          '',
        ],
        [
          'a document in pieces',
          (d) => d.extractFromUrl(URL_, { chunking: true, chunkSize: 99, chunkOverlap: 9 }),
          'extract-from-url',
          { url: URL_, chunking: true, chunkSize: 99, chunkOverlap: 9 },
          { chunks: ['a', 'b'] },
          ['a', 'b'],
        ],
        [
          'a page',
          (d) => d.scrape(URL_),
          'scrape',
          { url: URL_, formats: ['markdown', 'html', 'links', 'extract', 'metadata'] },
          {},
          EMPTY_PAGE,
        ],
        [
          'some of a page',
          (d) => d.scrape(URL_, { formats: ['links'] }),
          'scrape',
          { url: URL_, formats: ['links'] },
          { links: [{ url: 'u' }, {}, 'x'], metadata: { keywords: ['k', 1] } },
          { ...EMPTY_PAGE, links: [{ text: '', url: 'u', type: '' }], metadata: { ...EMPTY_META, keywords: ['k'] } },
        ],
        [
          'a picture of a page',
          (d) => d.screenshot(URL_, { fullPage: true, width: 9 }),
          'screenshot',
          { url: URL_, fullPage: true, width: 9 },
          { url: 'p' },
          'p',
        ],
        [
          'a request',
          (d) => d.fetch({ url: URL_, method: 'PUT', body: { a: 1 }, query: { b: 2 } }),
          'fetch',
          { url: URL_, method: 'PUT', body: { a: 1 }, query: { b: 2 } },
          { status: 500, headers: {}, body: null, durationMs: 3 },
          { status: 500, headers: {}, body: null, durationMs: 3 },
        ],
        [
          'a request in the background',
          (d) => d.fetchAsync({ url: URL_ }),
          'fetch',
          { url: URL_, async: true },
          { status: 'triggered', message: 'm' },
          { status: 'triggered', message: 'm' },
        ],
        [
          'a search',
          (d) => d.search('q'),
          'search',
          { q: 'q', hl: 'en' },
          { organic_results: [{ title: 't' }], total_results: 1 },
          expect.objectContaining({ organic_results: [{ title: 't' }], news_results: [], ads: [], total_results: 1 }),
        ],
        [
          'a search of news',
          (d) => d.search('q', { type: 'news', language: 'fr', limit: 5, location: 'Lyon' }),
          'search',
          { q: 'q', location: 'Lyon', hl: 'fr', tbm: 'nws', num: 5 },
          {},
          expect.objectContaining({ total_results: 0 }),
        ],
        [
          'a search of pictures',
          (d) => d.search('q', { type: 'images' }),
          'search',
          { q: 'q', hl: 'en', tbm: 'isch' },
          {},
          expect.anything(),
        ],
        [
          'a search of videos',
          (d) => d.search('q', { type: 'videos' }),
          'search',
          { q: 'q', hl: 'en', tbm: 'vid' },
          {},
          expect.anything(),
        ],
        [
          'a search of products',
          (d) => d.search('q', { type: 'shopping' }),
          'search',
          { q: 'q', hl: 'en', tbm: 'shop' },
          {},
          expect.anything(),
        ],
      ],
      JSON.stringify,
      async ([, call, path, body, answer, result]) => {
        const { client, requests } = createRecorder(answer)
        expect(await call(client.data)).toEqual(result)
        expect(requests).toEqual([
          expect.objectContaining({ method: 'POST', url: `https://core.example/api/data/p1/${path}`, body }),
        ])
      },
    )
    expect(offenders).toEqual([])
  })

  test('a file goes as a form, its sizes as text', async () => {
    const { client, requests } = createRecorder({ chunks: ['c'] })
    const file = new File(['x'], 'a.csv', { type: 'text/csv' })
    expect(await client.data.extractFromBlob(file, { chunking: true, chunkSize: 80 })).toEqual(['c'])
    const form = requests[0]!.body as FormData
    expect([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.type])).toEqual([
      ['file', 'text/csv'],
      ['chunking', 'true'],
      ['chunkSize', '80'],
    ])
    expect(requests[0]!.headers['content-type']).toBeUndefined()
  })
})

test('is refused as data when an argument is wrong, and nothing is sent', async () => {
  const offenders = await offendersOf<[string, Call, string]>(
    [
      ['no address of a document', (d) => d.extractFromUrl(' '), 'URL is required'],
      ['no address of a page', (d) => d.scrape(undefined as never), 'URL is required'],
      ['no address to picture', (d) => d.screenshot(''), 'URL is required'],
      ['no address to ask', (d) => d.fetch({} as never), 'URL is required'],
      ['nothing to ask', (d) => d.fetchAsync(undefined as never), 'URL is required'],
      ['another scheme', (d) => d.scrape('file:///etc/passwd'), 'URL must use HTTP or HTTPS: file:///etc/passwd'],
      ['half an address', (d) => d.screenshot('a.example'), 'URL must use HTTP or HTTPS: a.example'],
      ['no file', (d) => d.extractFromBlob(undefined as never), 'File is required'],
      ['text in place of a file', (d) => d.extractFromBlob('text' as never), 'File is required'],
      ['no words to search', (d) => d.search('  '), 'Search query is required'],
    ],
    JSON.stringify,
    async ([, call, message]) => {
      const { client, requests } = createRecorder({})
      const refusal = await refusalOf(call(client.data))
      expect(refusal).toBeInstanceOf(AppError)
      expect(refusal).toMatchObject({ kind: 'data', code: 'VALIDATION_ERROR', message })
      expect(requests).toEqual([])
    },
  )
  expect(offenders).toEqual([])
})

test('is told when an answer holds nothing that was asked for', async () => {
  const offenders = await offendersOf<[string, Call, unknown]>(
    [
      ['a document', (d) => d.extractFromUrl(URL_), { chunks: [] }],
      ['pieces', (d) => d.extractFromUrl(URL_, { chunking: true }), { text: 't' }],
      ['a page', (d) => d.scrape(URL_), ['x']],
      ['a picture', (d) => d.screenshot(URL_), {}],
      ['an answer', (d) => d.fetch({ url: URL_ }), { status: 'triggered' }],
      ['a request in the background', (d) => d.fetchAsync({ url: URL_ }), { status: 200 }],
      ['a search', (d) => d.search('q'), null],
    ],
    JSON.stringify,
    async ([, call, answer]) => {
      const { client } = createRecorder(answer)
      expect(await refusalOf(call(client.data))).toMatchObject({
        kind: 'data',
        message: 'The server sent an unreadable reply.',
      })
    },
  )
  expect(offenders).toEqual([])
})

test('fails with the kind that the status of a server says', async () => {
  const offenders = await offendersOf(
    [
      [401, 'UNAUTHORIZED', 'auth', false],
      [400, 'ADDRESS_REFUSED', 'validation', false],
      [403, 'FORBIDDEN', 'network', false],
      [422, 'DOCUMENT_UNREADABLE', 'network', false],
      [429, 'RATE_LIMITED', 'network', true],
      [502, 'UPSTREAM_FAILED', 'network', true],
      [503, 'NOT_CONFIGURED', 'network', false],
      [504, 'UPSTREAM_TIMEOUT', 'network', true],
    ],
    JSON.stringify,
    async ([status, code, kind, retryable]) => {
      const { client } = createRecorder(() => Response.json({ error: 'words', code }, { status }))
      expect(await refusalOf(client.data.scrape(URL_))).toMatchObject({
        status,
        code,
        kind,
        retryable,
        message: 'words',
      })
    },
  )
  expect(offenders).toEqual([])
})
