import type { CallOptions } from '../transport.ts'

/** Sizes in characters. */
export type Chunking = {
  readonly chunkSize?: number
  /** At most half a chunk. */
  readonly chunkOverlap?: number
}
export type ExtractOptions = CallOptions & Chunking & { readonly chunking?: boolean }

export const SCRAPE_FORMATS = ['markdown', 'html', 'links', 'extract', 'metadata'] as const
export type ScrapeFormat = (typeof SCRAPE_FORMATS)[number]
export type ScrapeOptions = CallOptions & { readonly formats?: readonly ScrapeFormat[] }

export type PageLink = { readonly text: string; readonly url: string; readonly type: string }
export type PageMetadata = {
  readonly title: string
  readonly description: string
  readonly url: string
  readonly domain: string
  readonly favicon: string
  readonly image: string
  readonly author: string
  readonly publishedTime: string
  readonly modifiedTime: string
  readonly type: string
  readonly siteName: string
  readonly locale: string
  readonly keywords: readonly string[]
}
export type PageExtract = {
  readonly title: string
  readonly description: string
  readonly headings: readonly string[]
  readonly text: string
}
/** A scraped page. Formats that were not requested, and fields that the page lacks, are empty. */
export type ScrapedPage = {
  readonly markdown: string
  readonly html: string
  readonly links: readonly PageLink[]
  readonly metadata: PageMetadata
  readonly extract: PageExtract
}

export type ScreenshotOptions = CallOptions & {
  /** Captures the whole page instead of one screen. */
  readonly fullPage?: boolean
  /** Viewport size in pixels. */
  readonly width?: number
  readonly height?: number
}

type Scalar = string | number | boolean
export type FetchInput = {
  readonly url: string
  /** Default: GET. */
  readonly method?: string
  /** `{{name}}` inserts one of the server's secrets, here and in the URL, the query and the body. */
  readonly headers?: Readonly<Record<string, Scalar>>
  readonly query?: Readonly<Record<string, Scalar | readonly Scalar[]>>
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown
}
/** Any response of the upstream server. An error status is returned, not thrown. */
export type FetchedResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON, a string, or other bytes in `bodyEncoding`. */
  readonly body: unknown
  readonly bodyEncoding?: 'base64'
  readonly durationMs: number
}
export type Triggered = { readonly status: 'triggered'; readonly message: string }

export const SEARCH_TYPES = { news: 'nws', images: 'isch', videos: 'vid', shopping: 'shop' } as const
export type SearchOptions = CallOptions & {
  readonly location?: string
  /** Default: `en`. */
  readonly language?: string
  /** Default: web results. */
  readonly type?: keyof typeof SEARCH_TYPES
  /** Maximum number of results. */
  readonly limit?: number
}
type Items = readonly Readonly<Record<string, unknown>>[]
export type SearchResponse = {
  readonly organic_results: Items
  readonly related_searches: Items
  readonly people_also_ask: Items
  readonly local_results: Items
  readonly news_results: Items
  readonly image_results: Items
  readonly video_results: Items
  readonly shopping_results: Items
  readonly ads: Items
  readonly total_results: number
}
