import {
  parseExtracted,
  parseFetchResponse,
  parsePage,
  parseScreenshot,
  parseSearchResponse,
  parseTriggered,
} from './data/responses.ts'
import {
  type Chunking,
  type ExtractOptions,
  type FetchedResponse,
  type FetchInput,
  SCRAPE_FORMATS,
  type ScrapedPage,
  type ScrapeOptions,
  type ScreenshotOptions,
  SEARCH_TYPES,
  type SearchResponse,
  type SearchOptions,
  type Triggered,
} from './data/types.ts'
import { AppError } from './errors.ts'
import { DEFAULT_SEARCH_LANGUAGE } from './limits.ts'
import { CLIENT_FAILURE } from './texts.ts'
import type { CallOptions, Transport } from './transport.ts'
import { parseUrl } from './parse-url.ts'

const refuse = (message: string) => new AppError('VALIDATION_ERROR', message, { kind: 'data' })

/**
 * A client for web data, which the server fetches. A method that rejects its input throws an AppError of kind `data` and
 * sends nothing. A server error has the kind of its status.
 */
export function createData({ call }: Transport, projectId: string) {
  const base = `/api/data/${encodeURIComponent(projectId)}`
  const post = async (path: string, json: unknown, options: CallOptions) =>
    (await call({ method: 'POST', path: `${base}/${path}`, json, ...options })).body

  async function extractFromUrl(url: string, options: ExtractOptions & { chunking: true }): Promise<string[]>
  async function extractFromUrl(url: string, options?: ExtractOptions): Promise<string>
  async function extractFromUrl(url: string, { chunking = false, ...rest }: ExtractOptions = {}) {
    requireUrl(url)
    const { sizes, options } = splitSizes(rest)
    return parseExtracted(await post('extract-from-url', { url, chunking, ...sizes }, options), chunking)
  }

  async function extractFromBlob(file: Blob, options: ExtractOptions & { chunking: true }): Promise<string[]>
  async function extractFromBlob(file: Blob, options?: ExtractOptions): Promise<string>
  async function extractFromBlob(file: Blob, { chunking = false, ...rest }: ExtractOptions = {}) {
    if (!(file instanceof Blob)) throw refuse(CLIENT_FAILURE.fileNeeded)
    const { sizes, options } = splitSizes(rest)
    const form = new FormData()
    form.set('file', file)
    for (const [name, value] of Object.entries({ chunking, ...sizes })) form.set(name, String(value))
    const { body } = await call({ method: 'POST', path: `${base}/extract-from-blob`, form, ...options })
    return parseExtracted(body, chunking)
  }

  return {
    /**
     * Extracts the text of a remote document: PDF, Word, PowerPoint, Excel, a web page, Markdown, CSV or plain text. With
     * `chunking`, returns chunks.
     *
     * @example const chunks = await backend.data.extractFromUrl('https://a.example/report.pdf', { chunking: true })
     * @throws AppError `DOCUMENT_UNSUPPORTED`, `DOCUMENT_UNREADABLE`, `ADDRESS_REFUSED`, `UPSTREAM_FAILED`
     */
    extractFromUrl,

    /**
     * Extracts the text of a local file, sent as multipart/form-data.
     *
     * @example const text = await backend.data.extractFromBlob(file)
     */
    extractFromBlob,

    /**
     * Returns a page as Markdown, sanitized HTML, links, metadata and text.
     *
     * @example const { markdown } = await backend.data.scrape('https://a.example/', { formats: ['markdown'] })
     */
    async scrape(url: string, { formats = SCRAPE_FORMATS, ...options }: ScrapeOptions = {}): Promise<ScrapedPage> {
      requireUrl(url)
      return parsePage(await post('scrape', { url, formats }, options), url)
    },

    /**
     * @returns the URL of a screenshot
     * @example image.src = await backend.data.screenshot('https://a.example/', { fullPage: true })
     */
    async screenshot(url: string, { fullPage, width, height, ...options }: ScreenshotOptions = {}): Promise<string> {
      requireUrl(url)
      return parseScreenshot(await post('screenshot', { url, fullPage, width, height }, options))
    },

    /**
     * Sends a request from the server, which fills in its secrets.
     *
     * @example const { status, body } = await backend.data.fetch({ url: 'https://api.example.com/scores' })
     */
    async fetch(input: FetchInput, options: CallOptions = {}): Promise<FetchedResponse> {
      requireUrl(input?.url)
      return parseFetchResponse(await post('fetch', input, options))
    },

    /**
     * Starts a request in the background. Resolves once the server accepts it, not when it is done.
     *
     * @example const { status } = await backend.data.fetchAsync({ url: 'https://api.example.com/refresh' })
     */
    async fetchAsync(input: FetchInput, options: CallOptions = {}): Promise<Triggered> {
      requireUrl(input?.url)
      return parseTriggered(await post('fetch', { ...input, async: true }, options))
    },

    /** @example const { news_results } = await backend.data.search('season opener', { type: 'news', limit: 5 }) */
    async search(
      q: string,
      { location, language, type, limit, ...options }: SearchOptions = {},
    ): Promise<SearchResponse> {
      if (typeof q !== 'string' || q.trim() === '') throw refuse(CLIENT_FAILURE.queryNeeded)
      const tbm = type === undefined ? undefined : SEARCH_TYPES[type]
      const hl = language ?? DEFAULT_SEARCH_LANGUAGE
      return parseSearchResponse(await post('search', { q, location, hl, tbm, num: limit }, options))
    },
  }
}

function splitSizes({ chunkSize, chunkOverlap, ...options }: Chunking & CallOptions) {
  const sizes = {
    ...(chunkSize === undefined ? {} : { chunkSize }),
    ...(chunkOverlap === undefined ? {} : { chunkOverlap }),
  }
  return { sizes, options }
}

function requireUrl(url: unknown): void {
  if (typeof url !== 'string' || url.trim() === '') throw refuse(CLIENT_FAILURE.urlNeeded)
  const protocol = parseUrl(url)?.protocol
  if (protocol !== 'http:' && protocol !== 'https:') throw refuse(CLIENT_FAILURE.urlUnknown(url))
}
