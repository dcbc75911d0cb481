import type { Element } from 'hast'
import { isRecord } from '#shared/client/failure.ts'
import { attribute } from './walk.ts'

/** Linked data (JSON-LD) of a page. It fills in for missing `meta` elements. https://schema.org/CreativeWork */
export type LinkedData = Partial<
  Record<
    'headline' | 'description' | 'image' | 'author' | 'datePublished' | 'dateModified' | 'type' | 'publisher',
    string
  >
>

const SCRIPTS_MAX = 10
const SCRIPT_MAX_CHARACTERS = 200_000
/** Schema.org types of the page itself, not of its surroundings. */
const WORK = /(?:Article|Posting|WebPage|Product|Recipe|Event|Report|Video(?:Object)?|Book|Review)$/

export function readLinkedData(elements: readonly Element[]): LinkedData {
  const scripts = elements.filter(
    (element) => element.tagName === 'script' && attribute(element, 'type').toLowerCase() === 'application/ld+json',
  )
  const items = scripts.slice(0, SCRIPTS_MAX).flatMap(parseItems)
  const item = items.find((one) => WORK.test(toText(one['@type'])))
  if (item === undefined) return {}
  const all = {
    headline: toText(item['headline'] ?? item['name']),
    description: toText(item['description']),
    image: toText(item['image']),
    author: toText(item['author']),
    datePublished: toText(item['datePublished']),
    dateModified: toText(item['dateModified']),
    type: toText(item['@type']),
    publisher: toText(item['publisher']),
  }
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''))
}

type Item = Readonly<Record<string, unknown>>

function parseItems(script: Element): Item[] {
  const text = script.children.map((child) => (child.type === 'text' ? child.value : '')).join('')
  if (text.length > SCRIPT_MAX_CHARACTERS) return []
  try {
    const parsed: unknown = JSON.parse(text)
    return [parsed]
      .flat()
      .flatMap((item) => (isRecord(item) ? [item, ...[item['@graph'] ?? []].flat().filter(isRecord)] : []))
  } catch {
    return []
  }
}

/** Returns text, or the name or address of an object. Takes the first item of a list. */
function toText(value: unknown): string {
  const first = Array.isArray(value) ? (value[0] as unknown) : value
  if (typeof first === 'string') return first
  if (!isRecord(first)) return ''
  return [first['name'], first['url']].find((text): text is string => typeof text === 'string') ?? ''
}
