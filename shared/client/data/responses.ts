import { AppError } from '../errors.ts'
import { isRecord } from '../failure.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import type { FetchedResponse, PageLink, ScrapedPage, SearchResponse, Triggered } from './types.ts'
import { parseUrl } from '../parse-url.ts'

// Response parsers. Missing optional fields get defaults; a malformed response throws.

const unreadable = () => new AppError('INTERNAL', CLIENT_FAILURE.unreadableAnswer, { kind: 'data' })

function requireRecord(body: unknown): Record<string, unknown> {
  if (!isRecord(body)) throw unreadable()
  return body
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const texts = (value: unknown): string[] => list(value).filter((item) => typeof item === 'string')
const toFields = (value: unknown) => (isRecord(value) ? value : {})

/** @throws AppError of kind `data` when the response has neither text nor chunks */
export function parseExtracted(body: unknown, chunking: boolean): string | string[] {
  const { text: whole, chunks } = requireRecord(body)
  if (chunking && Array.isArray(chunks)) return texts(chunks)
  if (!chunking && typeof whole === 'string') return whole
  throw unreadable()
}

/** @param url requested URL, the fallback for missing metadata */
export function parsePage(body: unknown, url: string): ScrapedPage {
  const { markdown, html, links, metadata, extract } = requireRecord(body)
  const [meta, extracted] = [toFields(metadata), toFields(extract)]
  return {
    markdown: text(markdown),
    html: text(html),
    links: list(links).flatMap(parseLink),
    metadata: {
      title: text(meta['title']),
      description: text(meta['description']),
      url: text(meta['url']) || url,
      domain: text(meta['domain']) || (parseUrl(url)?.hostname ?? ''),
      favicon: text(meta['favicon']),
      image: text(meta['image']),
      author: text(meta['author']),
      publishedTime: text(meta['publishedTime']),
      modifiedTime: text(meta['modifiedTime']),
      type: text(meta['type']),
      siteName: text(meta['siteName']),
      locale: text(meta['locale']),
      keywords: texts(meta['keywords']),
    },
    extract: {
      title: text(extracted['title']),
      description: text(extracted['description']),
      headings: texts(extracted['headings']),
      text: text(extracted['text']),
    },
  }
}

const parseLink = (link: unknown): PageLink[] =>
  isRecord(link) && typeof link['url'] === 'string'
    ? [{ text: text(link['text']), url: link['url'], type: text(link['type']) }]
    : []

export function parseScreenshot(body: unknown): string {
  const { url } = requireRecord(body)
  if (typeof url === 'string' && url !== '') return url
  throw unreadable()
}

export function parseFetchResponse(body: unknown): FetchedResponse {
  const { status, headers, body: content, bodyEncoding, durationMs } = requireRecord(body)
  if (typeof status !== 'number' || !isRecord(headers)) throw unreadable()
  return {
    status,
    headers: headers as Record<string, string>,
    body: content ?? null,
    ...(bodyEncoding === 'base64' ? { bodyEncoding } : {}),
    durationMs: typeof durationMs === 'number' ? durationMs : 0,
  }
}

export function parseTriggered(body: unknown): Triggered {
  const { status, message } = requireRecord(body)
  if (status !== 'triggered') throw unreadable()
  return { status, message: text(message) }
}

const SEARCH_LISTS = [
  'organic_results',
  'related_searches',
  'people_also_ask',
  'local_results',
  'news_results',
  'image_results',
  'video_results',
  'shopping_results',
  'ads',
] as const

export function parseSearchResponse(body: unknown): SearchResponse {
  const result = requireRecord(body)
  const lists = Object.fromEntries(SEARCH_LISTS.map((name) => [name, list(result[name]).filter(isRecord)]))
  const total = result['total_results']
  return {
    ...(lists as Record<(typeof SEARCH_LISTS)[number], Record<string, unknown>[]>),
    total_results: typeof total === 'number' ? total : 0,
  }
}
