import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import { findOffenders } from '../../support/offenders.ts'
import { createRecorder, getRejection } from './recorder.ts'

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

describe('web data calls', () => {
  test('sends each web data call and maps its response', async () => {
    const offenders = await findOffenders<[string, Call, string, object, unknown, unknown]>(
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
          'an empty document',
          (d) => d.extractFromUrl(URL_),
          'extract-from-url',
          { url: URL_, chunking: false },
          { text: '' },
          '',
        ],
        [
          'a document in chunks',
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
          'parts of a page',
          (d) => d.scrape(URL_, { formats: ['links'] }),
          'scrape',
          { url: URL_, formats: ['links'] },
          { links: [{ url: 'u' }, {}, 'x'], metadata: { keywords: ['k', 1] } },
          { ...EMPTY_PAGE, links: [{ text: '', url: 'u', type: '' }], metadata: { ...EMPTY_META, keywords: ['k'] } },
        ],
        [
          'a screenshot',
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
          'a background request',
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
          'a news search',
          (d) => d.search('q', { type: 'news', language: 'fr', limit: 5, location: 'Lyon' }),
          'search',
          { q: 'q', location: 'Lyon', hl: 'fr', tbm: 'nws', num: 5 },
          {},
          expect.objectContaining({ total_results: 0 }),
        ],
        [
          'an image search',
          (d) => d.search('q', { type: 'images' }),
          'search',
          { q: 'q', hl: 'en', tbm: 'isch' },
          {},
          expect.anything(),
        ],
        [
          'a video search',
          (d) => d.search('q', { type: 'videos' }),
          'search',
          { q: 'q', hl: 'en', tbm: 'vid' },
          {},
          expect.anything(),
        ],
        [
          'a product search',
          (d) => d.search('q', { type: 'shopping' }),
          'search',
          { q: 'q', hl: 'en', tbm: 'shop' },
          {},
          expect.anything(),
        ],
      ],
      JSON.stringify,
      async ([, call, path, body, reply, result]) => {
        const { client, requests } = createRecorder(reply)
        expect(await call(client.data)).toEqual(result)
        expect(requests).toEqual([
          expect.objectContaining({ method: 'POST', url: `https://core.example/api/data/p1/${path}`, body }),
        ])
      },
    )
    expect(offenders).toEqual([])
  })

  test('sends a file as a form, with its sizes as text', async () => {
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

test('rejects an invalid argument of a web data call, and sends nothing', async () => {
  const offenders = await findOffenders<[string, Call, string]>(
    [
      ['a document without a URL', (d) => d.extractFromUrl(' '), 'URL is required'],
      ['a page without a URL', (d) => d.scrape(undefined as never), 'URL is required'],
      ['a screenshot without a URL', (d) => d.screenshot(''), 'URL is required'],
      ['a request without a URL', (d) => d.fetch({} as never), 'URL is required'],
      ['a background request without options', (d) => d.fetchAsync(undefined as never), 'URL is required'],
      ['another scheme', (d) => d.scrape('file:///etc/passwd'), 'URL must use HTTP or HTTPS: file:///etc/passwd'],
      ['a URL without a scheme', (d) => d.screenshot('a.example'), 'URL must use HTTP or HTTPS: a.example'],
      ['no file', (d) => d.extractFromBlob(undefined as never), 'File is required'],
      ['text instead of a file', (d) => d.extractFromBlob('text' as never), 'File is required'],
      ['a blank query', (d) => d.search('  '), 'Search query is required'],
    ],
    JSON.stringify,
    async ([, call, message]) => {
      const { client, requests } = createRecorder({})
      const refusal = await getRejection(call(client.data))
      expect(refusal).toBeInstanceOf(AppError)
      expect(refusal).toMatchObject({ kind: 'data', code: 'VALIDATION_ERROR', message })
      expect(requests).toEqual([])
    },
  )
  expect(offenders).toEqual([])
})

test('fails for a response without the requested data', async () => {
  const offenders = await findOffenders<[string, Call, unknown]>(
    [
      ['a document', (d) => d.extractFromUrl(URL_), { chunks: [] }],
      ['chunks', (d) => d.extractFromUrl(URL_, { chunking: true }), { text: 't' }],
      ['a page', (d) => d.scrape(URL_), ['x']],
      ['a screenshot', (d) => d.screenshot(URL_), {}],
      ['a response', (d) => d.fetch({ url: URL_ }), { status: 'triggered' }],
      ['a background request', (d) => d.fetchAsync({ url: URL_ }), { status: 200 }],
      ['a search', (d) => d.search('q'), null],
    ],
    JSON.stringify,
    async ([, call, result]) => {
      const { client } = createRecorder(result)
      expect(await getRejection(call(client.data))).toMatchObject({
        kind: 'data',
        message: 'The server sent an unreadable response.',
      })
    },
  )
  expect(offenders).toEqual([])
})

test('maps a web data error to the kind of its status', async () => {
  const offenders = await findOffenders(
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
      expect(await getRejection(client.data.scrape(URL_))).toMatchObject({
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
