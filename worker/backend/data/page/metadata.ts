import type { Element, Root } from 'hast'
import type { PageMetadata } from '#shared/client/data/types.ts'
import { attribute, elementsOf, firstOf, isTag, lineOf, oneLine, webAddress } from './walk.ts'
import { linkedDataOf } from './linked-data.ts'

const TEXT_MAX_CHARACTERS = 2000
const KEYWORDS_MAX = 100

/**
 * Reads the metadata of a page; '' for a missing field.
 *
 * @param url where the page was found
 * @param base where its relative addresses begin
 */
export function metadataOf(page: Root, url: URL, base: URL): PageMetadata {
  const elements = [...elementsOf(page)]
  const said = saidBy(elements)
  const data = linkedDataOf(elements)
  const text = (...values: readonly (string | undefined)[]) =>
    oneLine(values.find((value) => value !== undefined && value.trim() !== '') ?? '').slice(0, TEXT_MAX_CHARACTERS)
  const address = (...values: readonly (string | undefined)[]) => webAddress(text(...values), base)
  const link = (...relations: readonly string[]) => linkOf(elements, relations)

  const own = address(link('canonical'), said('og:url')) ?? url
  return {
    title: text(titleOf(page), said('og:title'), said('twitter:title'), data.headline),
    description: text(said('description'), said('og:description'), said('twitter:description'), data.description),
    url: own.href,
    domain: own.hostname,
    favicon: (address(link('icon'), link('apple-touch-icon')) ?? new URL('/favicon.ico', url)).href,
    image: address(said('og:image'), said('og:image:url'), said('twitter:image'), data.image)?.href ?? '',
    author: text(said('author'), said('article:author'), data.author, said('twitter:creator')),
    publishedTime: text(
      said('article:published_time'),
      data.datePublished,
      said('date'),
      said('dc.date'),
      timeOf(page),
    ),
    modifiedTime: text(
      said('article:modified_time'),
      said('og:updated_time'),
      data.dateModified,
      said('last-modified'),
    ),
    type: text(said('og:type'), data.type),
    siteName: text(said('og:site_name'), said('application-name'), data.publisher),
    locale: text(said('og:locale'), languageOf(page)),
    keywords: keywordsOf(said.all('keywords'), said.all('article:tag')),
  }
}

/** The contents of `meta` elements, by name, property or item. */
function saidBy(elements: readonly Element[]) {
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

/** Not an icon's name within a drawing. */
function titleOf(page: Root): string {
  const head = firstOf(page, isTag('head'))
  const title = head === null ? null : firstOf(head, isTag('title'))
  return title === null ? '' : title.children.map((child) => (child.type === 'text' ? child.value : '')).join('')
}

function linkOf(elements: readonly Element[], relations: readonly string[]): string | undefined {
  const isOne = (element: Element) =>
    element.tagName === 'link' &&
    attribute(element, 'rel')
      .toLowerCase()
      .split(/\s+/)
      .some((rel) => relations.includes(rel))
  const found = elements.find((element) => isOne(element) && attribute(element, 'href') !== '')
  return found === undefined ? undefined : attribute(found, 'href')
}

const languageOf = (page: Root): string => attribute(firstOf(page, isTag('html')) ?? EMPTY, 'lang')

function timeOf(page: Root): string {
  const article = firstOf(page, isTag('article'))
  const time = article === null ? null : firstOf(article, isTag('time'))
  return time === null ? '' : attribute(time, 'dateTime') || lineOf(time)
}

const EMPTY: Element = { type: 'element', tagName: 'html', properties: {}, children: [] }

function keywordsOf(lists: readonly string[], tags: readonly string[]): string[] {
  const words = [...lists.flatMap((list) => list.split(',')), ...tags].map(oneLine).filter((word) => word !== '')
  return [...new Set(words)].slice(0, KEYWORDS_MAX)
}
