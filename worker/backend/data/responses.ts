import * as z from 'zod/mini'
import { Json } from '#worker/http/openapi/schemas.ts'

export const Extracted = z.union([z.object({ text: z.string() }), z.object({ chunks: z.array(z.string()) })])

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
/** The formats that the caller requested. */
export const ScrapedPage = z.object({
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

const FetchedResponse = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  /** JSON as a value, text as text, anything else in base64. */
  body: Json,
  bodyEncoding: z.optional(z.literal('base64')),
  durationMs: z.number(),
})
const Triggered = z.object({ status: z.literal('triggered'), message: z.string() })
export const Fetched = z.union([Triggered, FetchedResponse])

const text = z.optional(z.string())
const found = { position: z.int(), title: z.string(), displayed_link: text, source: text, date: text, thumbnail: text }
const Found = z.object({ ...found, link: z.string(), snippet: text })
const { date: _date, ...undated } = found
const { displayed_link: _link, ...place } = found
const rating = z.optional(z.number())
export const SearchResults = z.object({
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
