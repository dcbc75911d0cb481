import * as z from 'zod/mini'
import { Json } from '#worker/http/openapi/json.ts'
import { ok, type Operation } from '#worker/http/openapi/operation.ts'
import {
  ExtractFields,
  ExtractFromUrl,
  FetchRequest,
  ScrapeRequest,
  ScreenshotRequest,
  SearchRequest,
} from './schema.ts'

const Extracted = z.union([z.object({ text: z.string() }), z.object({ chunks: z.array(z.string()) })])

const Metadata = z.object({
  title: z.string(),
  description: z.string(),
  url: z.string(),
  domain: z.string(),
  favicon: z.string(),
  image: z.string(),
  author: z.string(),
  publishedTime: z.string(),
  modifiedTime: z.string(),
  type: z.string(),
  siteName: z.string(),
  locale: z.string(),
  keywords: z.array(z.string()),
})
/** Of what was asked for. */
const ScrapedPage = z.object({
  markdown: z.optional(z.string()),
  html: z.optional(z.string()),
  links: z.optional(
    z.array(
      z.object({
        text: z.string(),
        url: z.string(),
        type: z.enum(['internal', 'external', 'anchor', 'email', 'phone']),
      }),
    ),
  ),
  metadata: z.optional(Metadata),
  extract: z.optional(
    z.object({ title: z.string(), description: z.string(), headings: z.array(z.string()), text: z.string() }),
  ),
})

const Fetched = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  /** JSON as a value, text as text, anything else in base64. */
  body: Json,
  bodyEncoding: z.optional(z.literal('base64')),
  durationMs: z.number(),
})
const Triggered = z.object({ status: z.literal('triggered'), message: z.string() })

const text = z.optional(z.string())
const found = { position: z.int(), title: z.string(), displayed_link: text, source: text, date: text, thumbnail: text }
const Found = z.object({ ...found, link: z.string(), snippet: text })
const { date: _date, ...undated } = found
const { displayed_link: _link, ...place } = found
const rating = z.optional(z.number())
const SearchResults = z.object({
  organic_results: z.array(Found),
  related_searches: z.array(z.object({ query: z.string() })),
  people_also_ask: z.array(z.object({ question: z.string(), snippet: text, title: text, link: text })),
  local_results: z.array(z.object({ ...place, snippet: text, link: text, address: text, phone: text, rating })),
  news_results: z.array(Found),
  image_results: z.array(z.object({ ...found, link: z.string(), original: text })),
  video_results: z.array(z.object({ ...found, link: z.string(), snippet: text, duration: text })),
  shopping_results: z.array(z.object({ ...undated, link: z.string(), price: text, rating })),
  ads: z.array(z.never()),
  total_results: z.number(),
})

/** Of every call here: users need a confirmed address. */
const FAILURES = [400, 403, 404, 408, 413, 422, 429, 502, 503, 504]
const KEYS = ['user', 'service'] as const

/** `/api/data`: documents, pages and requests to other hosts. */
export const DATA_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/data/{project}/extract-from-url',
    summary: 'The text of a document at an address',
    sends: { name: 'ExtractFromUrl', schema: ExtractFromUrl },
    answers: ok('Extracted', Extracted),
    errors: FAILURES,
    key: KEYS,
  },
  {
    method: 'post',
    path: '/api/data/{project}/extract-from-blob',
    summary: 'The text of a document that is sent',
    sends: { name: 'ExtractFields', schema: ExtractFields, file: 'file' },
    answers: ok('Extracted', Extracted),
    errors: FAILURES,
    key: KEYS,
  },
  {
    method: 'post',
    path: '/api/data/{project}/scrape',
    summary: 'A page as markdown, HTML, links, metadata or an extract',
    sends: { name: 'ScrapeRequest', schema: ScrapeRequest },
    answers: ok('ScrapedPage', ScrapedPage),
    errors: FAILURES,
    key: KEYS,
  },
  {
    method: 'post',
    path: '/api/data/{project}/screenshot',
    summary: 'A picture of a page, kept for 30 days',
    sends: { name: 'ScreenshotRequest', schema: ScreenshotRequest },
    answers: ok('Screenshot', z.object({ url: z.string() })),
    errors: FAILURES,
    key: KEYS,
  },
  {
    method: 'post',
    path: '/api/data/{project}/fetch',
    summary: 'A request to another host; with `async` its answer is not waited for',
    sends: { name: 'FetchRequest', schema: FetchRequest },
    answers: ok('Fetched', z.union([Triggered, Fetched])),
    errors: FAILURES,
    key: KEYS,
  },
  {
    method: 'post',
    path: '/api/data/{project}/search',
    summary: 'Searches the web',
    sends: { name: 'SearchRequest', schema: SearchRequest },
    answers: ok('SearchResults', SearchResults),
    errors: FAILURES,
    key: KEYS,
  },
]
