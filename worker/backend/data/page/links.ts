import type { Root } from 'hast'
import { elementsOf, attribute, isTag, lineOf, oneLine } from './walk.ts'

/** `internal`: the same site; `anchor`: the same page. */
export type LinkType = 'internal' | 'external' | 'anchor' | 'email' | 'phone'
export type PageLink = { readonly text: string; readonly url: string; readonly type: LinkType }

const LINKS_MAX = 2000

/** Every link of a page once, in its order, absolute. Those that lead nowhere or run something are none. */
export function linksOf(page: Root, base: URL, url: URL): PageLink[] {
  const links = new Map<string, PageLink>()
  for (const element of elementsOf(page)) {
    if (!isTag('a', 'area')(element) || links.size === LINKS_MAX) continue
    const target = URL.parse(attribute(element, 'href'), base.href)
    const type = attribute(element, 'href') === '' || target === null ? null : typeOf(target, url)
    if (target === null || type === null) continue
    const text =
      lineOf(element) ||
      oneLine(attribute(element, 'ariaLabel') || attribute(element, 'title') || attribute(element, 'alt'))
    const key = `${target.href} ${text}`
    if (!links.has(key)) links.set(key, { text, url: target.href, type })
  }
  return [...links.values()]
}

function typeOf(target: URL, page: URL): LinkType | null {
  if (target.protocol === 'mailto:') return 'email'
  if (target.protocol === 'tel:') return 'phone'
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return null
  if (target.hash !== '' && withoutHash(target) === withoutHash(page)) return 'anchor'
  return siteOf(target) === siteOf(page) ? 'internal' : 'external'
}

const withoutHash = ({ href }: URL) => href.replace(/#.*$/s, '')
const siteOf = ({ host }: URL) => host.replace(/^www\./, '')
