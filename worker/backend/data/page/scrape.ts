import type { Root } from 'hast'
import { toText } from 'hast-util-to-text'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import type { PageMetadata } from '#shared/client/data/types.ts'
import type { Format } from '../schema.ts'
import { toMarkdown } from './markdown.ts'
import { readMetadata } from './metadata.ts'
import { parseHtml } from './parse-html.ts'
import { getBase, toReadable } from './readable.ts'
import { withoutSpans } from './spans.ts'
import { attribute, isTag, oneLine, toLine, walkElements } from './walk.ts'

export type Scraped = {
  markdown?: string
  html?: string
  links?: PageLink[]
  metadata?: PageMetadata
  extract?: { title: string; description: string; headings: string[]; text: string }
}

const HEADINGS_MAX = 500

const htmlWriter = unified().use(rehypeStringify)

/**
 * Converts a page to the requested formats. The result has no scripts, event handlers or addresses with other schemes.
 *
 * @param url where the page was found
 */
export async function scrapePage(html: string, url: URL, formats: readonly Format[]): Promise<Scraped> {
  const page = parseHtml(html)
  const base = getBase(page, url)
  const readable = await toReadable(page, base)
  const metadata = readMetadata(page, url, base)
  const wants = (format: Format) => formats.includes(format)
  return {
    ...(wants('markdown') ? { markdown: await toMarkdown(withoutSpans(readable)) } : {}),
    ...(wants('html') ? { html: htmlWriter.stringify(readable) } : {}),
    ...(wants('links') ? { links: listLinks(page, base, url) } : {}),
    ...(wants('metadata') ? { metadata } : {}),
    ...(wants('extract')
      ? {
          extract: {
            title: metadata.title,
            description: metadata.description,
            headings: listHeadings(readable),
            text: toPlainText(readable),
          },
        }
      : {}),
  }
}

/** Returns the readable text of a page without markup. */
export async function pageText(html: string, url: URL): Promise<string> {
  const page = parseHtml(html)
  return toPlainText(await toReadable(page, getBase(page, url)))
}

const toPlainText = (readable: Root): string =>
  toText(withoutSpans(readable))
    .replace(/^[^\S\t]+/, '')
    .trimEnd()

function listHeadings(readable: Root): string[] {
  const headings: string[] = []
  for (const element of walkElements(readable)) {
    if (headings.length === HEADINGS_MAX) break
    const line = isTag('h1', 'h2', 'h3', 'h4', 'h5', 'h6')(element) ? toLine(element) : ''
    if (line !== '') headings.push(line)
  }
  return headings
}

/** `internal` means the same site, `anchor` the same page. */
type LinkType = 'internal' | 'external' | 'anchor' | 'email' | 'phone'
type PageLink = { readonly text: string; readonly url: string; readonly type: LinkType }

const LINKS_MAX = 2000

/**
 * Lists every distinct link of a page in document order, with absolute addresses. Skips links that lead nowhere or run
 * a script.
 */
function listLinks(page: Root, base: URL, url: URL): PageLink[] {
  const links = new Map<string, PageLink>()
  for (const element of walkElements(page)) {
    if (!isTag('a', 'area')(element) || links.size === LINKS_MAX) continue
    const target = URL.parse(attribute(element, 'href'), base.href)
    const type = attribute(element, 'href') === '' || target === null ? null : getLinkType(target, url)
    if (target === null || type === null) continue
    const text =
      toLine(element) ||
      oneLine(attribute(element, 'ariaLabel') || attribute(element, 'title') || attribute(element, 'alt'))
    const key = `${target.href} ${text}`
    if (!links.has(key)) links.set(key, { text, url: target.href, type })
  }
  return [...links.values()]
}

function getLinkType(target: URL, page: URL): LinkType | null {
  if (target.protocol === 'mailto:') return 'email'
  if (target.protocol === 'tel:') return 'phone'
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return null
  if (target.hash !== '' && withoutHash(target) === withoutHash(page)) return 'anchor'
  return toSite(target) === toSite(page) ? 'internal' : 'external'
}

const withoutHash = ({ href }: URL) => href.replace(/#.*/s, '')
const toSite = ({ host }: URL) => host.replace(/^www\./, '')
