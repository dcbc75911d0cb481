import type { Element, Root } from 'hast'
import type { PageMetadata } from '#shared/client/data/types.ts'
import { attribute, findFirst, isTag, oneLine, toLine, walkElements, webAddress } from './walk.ts'
import { readLinkedData } from './linked-data.ts'

const TEXT_MAX_CHARACTERS = 2000
const KEYWORDS_MAX = 100

/**
 * Reads the metadata of a page. A missing field is ''.
 *
 * @param url where the page was found
 * @param base the base of its relative addresses
 */
export function readMetadata(page: Root, url: URL, base: URL): PageMetadata {
  const elements = [...walkElements(page)]
  const meta = createMetaReader(elements)
  const data = readLinkedData(elements)
  const text = (...values: readonly (string | undefined)[]) =>
    oneLine(values.find((value) => value !== undefined && value.trim() !== '') ?? '').slice(0, TEXT_MAX_CHARACTERS)
  const address = (...values: readonly (string | undefined)[]) => webAddress(text(...values), base)
  const link = (...relations: readonly string[]) => findLink(elements, relations)

  const own = address(link('canonical'), meta('og:url')) ?? url
  return {
    title: text(getTitle(page), meta('og:title'), meta('twitter:title'), data.headline),
    description: text(meta('description'), meta('og:description'), meta('twitter:description'), data.description),
    url: own.href,
    domain: own.hostname,
    favicon: (address(link('icon'), link('apple-touch-icon')) ?? new URL('/favicon.ico', url)).href,
    image: address(meta('og:image'), meta('og:image:url'), meta('twitter:image'), data.image)?.href ?? '',
    author: text(meta('author'), meta('article:author'), data.author, meta('twitter:creator')),
    publishedTime: text(
      meta('article:published_time'),
      data.datePublished,
      meta('date'),
      meta('dc.date'),
      getTime(page),
    ),
    modifiedTime: text(
      meta('article:modified_time'),
      meta('og:updated_time'),
      data.dateModified,
      meta('last-modified'),
    ),
    type: text(meta('og:type'), data.type),
    siteName: text(meta('og:site_name'), meta('application-name'), data.publisher),
    locale: text(meta('og:locale'), getLanguage(page)),
    keywords: toKeywords(meta.all('keywords'), meta.all('article:tag')),
  }
}

/** Creates a reader for `meta` contents, keyed by name, property, item property or HTTP header. */
function createMetaReader(elements: readonly Element[]) {
  const all = new Map<string, string[]>()
  for (const element of elements) {
    if (element.tagName !== 'meta') continue
    const name = ['name', 'property', 'itemProp', 'httpEquiv'].map((key) => attribute(element, key)).find(Boolean)
    const content = attribute(element, 'content')
    if (name === undefined || content === '') continue
    const key = name.toLowerCase()
    all.set(key, [...(all.get(key) ?? []).slice(0, KEYWORDS_MAX), content])
  }
  return Object.assign((name: string) => all.get(name)?.[0], { all: (name: string) => all.get(name) ?? [] })
}

/** Reads the title from the head only, because a drawing may contain `title` elements too. */
function getTitle(page: Root): string {
  const head = findFirst(page, isTag('head'))
  const title = head === null ? null : findFirst(head, isTag('title'))
  return title === null ? '' : title.children.map((child) => (child.type === 'text' ? child.value : '')).join('')
}

function findLink(elements: readonly Element[], relations: readonly string[]): string | undefined {
  const isOne = (element: Element) =>
    element.tagName === 'link' &&
    attribute(element, 'rel')
      .toLowerCase()
      .split(/\s+/)
      .some((rel) => relations.includes(rel))
  const found = elements.find((element) => isOne(element) && attribute(element, 'href') !== '')
  return found === undefined ? undefined : attribute(found, 'href')
}

const getLanguage = (page: Root): string => attribute(findFirst(page, isTag('html')) ?? EMPTY, 'lang')

function getTime(page: Root): string {
  const article = findFirst(page, isTag('article'))
  const time = article === null ? null : findFirst(article, isTag('time'))
  return time === null ? '' : attribute(time, 'dateTime') || toLine(time)
}

const EMPTY: Element = { type: 'element', tagName: 'html', properties: {}, children: [] }

function toKeywords(lists: readonly string[], tags: readonly string[]): string[] {
  const words = [...lists.flatMap((list) => list.split(',')), ...tags].map(oneLine).filter((word) => word !== '')
  return [...new Set(words)].slice(0, KEYWORDS_MAX)
}
