import { AppError } from '#shared/client/errors.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { Guard } from '#worker/http/outbound/guarded-fetch.ts'
import { newId } from '#worker/http/signature.ts'
import type { DataSettings } from '#worker/settings/data.ts'
import { chunkText } from './documents/chunk.ts'
import { contentTypeOf } from './documents/content-type.ts'
import { type Document, extractText, pageHtml } from './documents/extract.ts'
import { kindOf } from './documents/kind.ts'
import { createRequester } from './request/request.ts'
import type { Chunking, FetchRequest, Format, ScreenshotRequest } from './schema.ts'
import { createCamera } from './screenshot/camera.ts'
import { createSearch } from './search/search.ts'

export const DOCUMENT_MAX_BYTES = 20 * 1024 * 1024
const SCREENSHOT_FOLDER = 'screenshots/'
const SCREENSHOT_KEPT_MS = 30 * 86_400_000
const PAGE_MAX_BYTES = 1_000_000
const PAGE_TYPES = 'text/html, application/xhtml+xml;q=0.9, */*;q=0.5'
const OK = { from: 200, to: 299 }

/** The part of the file storage that this needs. */
export type Files = {
  put(path: string, bytes: Uint8Array, options: { type: string; expiresAt: number; upsert?: boolean }): Promise<unknown>
  urlOf(path: string, origin: string): string
  pathOfUrl(url: string, origin: string): string | null
  read(path: string, maxBytes: number): Promise<{ bytes: Uint8Array } | null>
}

export type DataDeps = {
  readonly settings: DataSettings
  readonly storage: Files
  readonly send: typeof fetch
  readonly browsers?: { fetch: typeof fetch } | undefined
  /** The one way out for callers. */
  readonly guard: Guard
  readonly clock: () => number
  /** Takes work that no answer waits for. */
  readonly defer: (work: Promise<unknown>) => void
}

export type Extracted = { readonly text: string } | { readonly chunks: readonly string[] }

export type DataService = ReturnType<typeof createDataService>

/** Reads the web for callers. Authorization and rate limits are the routes'. */
export function createDataService({ settings, storage, send, guard, clock, defer, ...deps }: DataDeps) {
  const { allowLoopback, secrets } = settings
  const camera = createCamera({ guard, send, browsers: deps.browsers, browserUrl: settings.browserUrl })
  const search = createSearch(settings.search, guard)
  const requester = createRequester({ guard, secrets, mayBePlain: allowLoopback, clock })

  async function read(url: string, maxBytes: number, accept: string): Promise<Document & { readonly url: URL }> {
    const answer = await guard.fetch(url, { maxBytes, headers: { accept } })
    if (answer.status < OK.from || answer.status > OK.to)
      throw new AppError('UPSTREAM_FAILED', `The address answered ${answer.status}.`)
    return {
      ...contentTypeOf(answer.headers.get('content-type') ?? ''),
      bytes: answer.bytes,
      name: answer.url.pathname,
      url: answer.url,
    }
  }

  return {
    /** A request as a caller wants it made. @throws AppError `ADDRESS_REFUSED`, `UPSTREAM_*`, `ANSWER_TOO_LARGE` */
    request: requester.request,
    /** True if it may be made at all. @throws AppError `VALIDATION_ERROR`, `ADDRESS_REFUSED`, `FORBIDDEN` */
    judge: requester.judge,

    /** The same in the background: the result is only logged. */
    trigger(input: FetchRequest, mayUseSecrets: boolean): void {
      defer(
        requester
          .request(input, mayUseSecrets)
          .catch((thrown: unknown) => log.info('triggered request failed', { cause: describeError(thrown) })),
      )
    },

    /**
     * Fetches a page and returns the requested formats.
     *
     * @throws AppError `DOCUMENT_UNSUPPORTED` for anything but a page, and what `request` throws
     */
    async scrape(url: string, formats: readonly Format[]) {
      const page = await read(url, PAGE_MAX_BYTES, PAGE_TYPES)
      const kind = kindOf(page)
      if (kind !== 'html' && kind !== 'feed') throw new AppError('DOCUMENT_UNSUPPORTED', 'This address holds no page.')
      const { scrapePage } = await import('./page/scrape.ts')
      return scrapePage(await pageHtml(page, kind), page.url, formats)
    },

    /**
     * The text of a document somewhere.
     * @param origin of the request: files of our own are read where they are kept
     * @throws AppError `DOCUMENT_*`, and what `request` throws
     */
    async extractFromUrl(url: string, chunking: Chunking, origin: string): Promise<Extracted> {
      const path = storage.pathOfUrl(url, origin)
      if (path === null) return cut(await extractText(await read(url, DOCUMENT_MAX_BYTES, '*/*')), chunking)
      const file = await storage.read(path, DOCUMENT_MAX_BYTES)
      if (file === null) throw new AppError('FILE_NOT_FOUND')
      return cut(await extractText({ bytes: file.bytes, name: path, type: '', charset: null }), chunking)
    },

    /** Checked before a call is charged. */
    camera: { require: camera.require },
    search,

    /**
     * Takes a picture of a page and keeps it for 30 days under an unguessable address.
     * @returns the address
     */
    async screenshot(input: ScreenshotRequest, origin: string): Promise<string> {
      const path = `${SCREENSHOT_FOLDER}${newId()}.png`
      const png = await camera.shoot(input)
      await storage.put(path, png, { type: 'image/png', expiresAt: clock() + SCREENSHOT_KEPT_MS, upsert: true })
      return storage.urlOf(path, origin)
    },

    /** The text of a document that a caller sent. @throws AppError `DOCUMENT_*` */
    async extract(document: Document, chunking: Chunking): Promise<Extracted> {
      return cut(await extractText(document), chunking)
    },
  }
}

function cut(text: string, { chunking, chunkSize, chunkOverlap }: Chunking): Extracted {
  return chunking ? { chunks: chunkText(text, { size: chunkSize, overlap: chunkOverlap }) } : { text }
}
