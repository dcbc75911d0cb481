import { AppError } from '#shared/client/errors.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { Guard } from '#worker/http/outbound/guarded-fetch.ts'
import { newId } from '#worker/http/signature.ts'
import type { DataSettings } from '#worker/settings/data.ts'
import { chunkText } from './documents/chunk.ts'
import { parseContentType } from './documents/content-type.ts'
import { type Document, extractText, pageHtml } from './documents/extract.ts'
import { detectKind } from './documents/kind.ts'
import { Requester, type Fetched } from './request/request.ts'
import type { Chunking, FetchRequest, Format, ScreenshotRequest } from './schema.ts'
import { Camera } from './screenshot/camera.ts'
import { SearchClient } from './search/search.ts'

export const DOCUMENT_MAX_BYTES = 20 * 1024 * 1024
const SCREENSHOT_FOLDER = 'screenshots/'
const SCREENSHOT_TTL_MS = 30 * 86_400_000
const PAGE_MAX_BYTES = 1_000_000
const PAGE_TYPES = 'text/html, application/xhtml+xml;q=0.9, */*;q=0.5'
const OK = { from: 200, to: 299 }

/** The part of the file storage that this service needs. */
export type Files = {
  put(path: string, bytes: Uint8Array, options: { type: string; expiresAt: number; upsert?: boolean }): Promise<unknown>
  getUrl(path: string, origin: string): string
  getPathFromUrl(url: string, origin: string): string | null
  read(path: string, maxBytes: number): Promise<{ bytes: Uint8Array } | null>
}

export type DataDeps = {
  readonly settings: DataSettings
  readonly storage: Files
  readonly send: typeof fetch
  readonly browsers?: { fetch: typeof fetch } | undefined
  /** The only outbound path for callers. */
  readonly guard: Guard
  readonly clock: () => number
  /** Accepts background work that no response waits for. */
  readonly defer: (work: Promise<unknown>) => void
}

export type Extracted = { readonly text: string } | { readonly chunks: readonly string[] }

/** Reads the web for callers. The routes check authorization and rate limits. */
export class DataService {
  readonly camera: Camera
  readonly search: SearchClient
  private readonly deps: DataDeps
  private readonly requester: Requester

  constructor(deps: DataDeps) {
    const { settings, guard, send, browsers, clock } = deps
    const { secrets, allowLoopback, browserUrl } = settings
    this.deps = deps
    this.camera = new Camera({ guard, send, browsers, browserUrl })
    this.search = new SearchClient(settings.search, guard)
    this.requester = new Requester({ guard, secrets, mayBePlain: allowLoopback, clock })
  }

  /** Makes a request for a caller. @throws AppError `ADDRESS_REFUSED`, `UPSTREAM_*`, `ANSWER_TOO_LARGE` */
  request(input: FetchRequest, mayUseSecrets: boolean): Promise<Fetched> {
    return this.requester.request(input, mayUseSecrets)
  }

  /** Checks that a request may be made. @throws AppError `VALIDATION_ERROR`, `ADDRESS_REFUSED`, `FORBIDDEN` */
  judge(input: FetchRequest, mayUseSecrets: boolean): Promise<void> {
    return this.requester.judge(input, mayUseSecrets)
  }

  /** Makes a request in the background. Only a failure is logged. */
  trigger(input: FetchRequest, mayUseSecrets: boolean): void {
    this.deps.defer(
      this.requester
        .request(input, mayUseSecrets)
        .catch((thrown: unknown) => log.info('triggered request failed', { cause: describeError(thrown) })),
    )
  }

  /**
   * Fetches a page and returns the requested formats.
   *
   * @throws AppError `DOCUMENT_UNSUPPORTED` for anything but a page, and the errors of `request`
   */
  async scrape(url: string, formats: readonly Format[]) {
    const page = await this.read(url, PAGE_MAX_BYTES, PAGE_TYPES)
    const kind = detectKind(page)
    if (kind !== 'html' && kind !== 'feed')
      throw new AppError('DOCUMENT_UNSUPPORTED', 'There is no web page at this address.')
    const { scrapePage } = await import('./page/scrape.ts')
    return scrapePage(await pageHtml(page, kind), page.url, formats)
  }

  /**
   * Returns the text of a document at an address.
   * @param origin of the request: our own files are read directly from storage
   * @throws AppError `DOCUMENT_*`, and the errors of `request`
   */
  async extractFromUrl(url: string, chunking: Chunking, origin: string): Promise<Extracted> {
    const path = this.deps.storage.getPathFromUrl(url, origin)
    if (path === null) return cut(await extractText(await this.read(url, DOCUMENT_MAX_BYTES, '*/*')), chunking)
    const file = await this.deps.storage.read(path, DOCUMENT_MAX_BYTES)
    if (file === null) throw new AppError('FILE_NOT_FOUND')
    return cut(await extractText({ bytes: file.bytes, name: path, type: '', charset: null }), chunking)
  }

  /**
   * Takes a screenshot of a page and keeps it for 30 days under an unguessable address.
   * @returns the address
   */
  async screenshot(input: ScreenshotRequest, origin: string): Promise<string> {
    const path = `${SCREENSHOT_FOLDER}${newId()}.png`
    const png = await this.camera.shoot(input)
    await this.deps.storage.put(path, png, {
      type: 'image/png',
      expiresAt: this.deps.clock() + SCREENSHOT_TTL_MS,
      upsert: true,
    })
    return this.deps.storage.getUrl(path, origin)
  }

  /** Returns the text of a document that a caller sent. @throws AppError `DOCUMENT_*` */
  async extract(document: Document, chunking: Chunking): Promise<Extracted> {
    return cut(await extractText(document), chunking)
  }

  private async read(url: string, maxBytes: number, accept: string): Promise<Document & { readonly url: URL }> {
    const response = await this.deps.guard.fetch(url, { maxBytes, headers: { accept } })
    if (response.status < OK.from || response.status > OK.to)
      throw new AppError('UPSTREAM_FAILED', `The address returned ${response.status}.`)
    return {
      ...parseContentType(response.headers.get('content-type') ?? ''),
      bytes: response.bytes,
      name: response.url.pathname,
      url: response.url,
    }
  }
}

function cut(text: string, { chunking, chunkSize, chunkOverlap }: Chunking): Extracted {
  return chunking ? { chunks: chunkText(text, { size: chunkSize, overlap: chunkOverlap }) } : { text }
}
