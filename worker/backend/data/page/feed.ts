import { parseFeed } from 'feedsmith'
import { escapeHtml } from '#worker/http/escape-html.ts'
import { balancedHtml } from './parse-html.ts'

/** Maximum number of elements that the parser may build objects for. */
const ELEMENTS_MAX = 50_000

/** Fields that all feed formats share. */
type Entry = {
  readonly title: string
  readonly link: string
  readonly date: string
  /** HTML. */
  readonly content: string
}

/**
 * Renders a feed (RSS, Atom or RDF) as an HTML page: a title, a description and one article per entry. Shows the raw
 * XML if the parser does not recognize it.
 */
export function feedPage(xml: string): string {
  const feed = readFeed(xml)
  if (feed === null) return `<pre>${escapeHtml(xml)}</pre>`
  const [head, ...entries] = feed
  const title = escapeHtml(head.title)
  const articles = entries.map((entry) => `<article>${heading('h2', entry)}${entry.content}</article>`)
  return `<!doctype html><title>${title}</title><main>${heading('h1', head)}${head.content}${articles.join('')}</main>`
}

function heading(name: 'h1' | 'h2', { title, link, date }: Entry): string {
  const url = escapeHtml(link)
  return [
    title === '' ? '' : `<${name}>${escapeHtml(title)}</${name}>`,
    link === '' ? '' : `<p><a href="${url}">${url}</a></p>`,
    date === '' ? '' : `<p>${escapeHtml(date)}</p>`,
  ].join('')
}

/** Returns the feed's own fields followed by its items, or null if the XML is too large or not a feed. */
function readFeed(xml: string): readonly [Entry, ...Entry[]] | null {
  if (xml.split('<', ELEMENTS_MAX + 1).length > ELEMENTS_MAX) return null
  try {
    const { format, feed } = parseFeed(xml)
    switch (format) {
      case 'rss':
        return [
          toEntry(feed.title, feed.link, feed.pubDate, feed.description),
          ...(feed.items ?? []).map((item) =>
            toEntry(item.title, item.link, item.pubDate, item.content?.encoded ?? item.description),
          ),
        ]
      case 'rdf':
        return [
          toEntry(feed.title, feed.link, feed.dc?.dates?.[0], feed.description),
          ...(feed.items ?? []).map((item) =>
            toEntry(item.title, item.link, item.dc?.dates?.[0], item.content?.encoded ?? item.description),
          ),
        ]
      case 'atom':
        return [
          toEntry(toText(feed.title), findLink(feed.links), feed.updated, toHtml(feed.subtitle)),
          ...(feed.entries ?? []).map((entry) =>
            toEntry(
              toText(entry.title),
              findLink(entry.links),
              entry.published ?? entry.updated,
              toHtml(entry.content) || toHtml(entry.summary),
            ),
          ),
        ]
      default:
        return null
    }
  } catch {
    return null
  }
}

/** Balances each entry's HTML. An unclosed comment in one entry would hide the others. */
const toEntry = (title = '', link = '', date = '', content = ''): Entry => ({
  title,
  link,
  date,
  content: balancedHtml(content),
})

type AtomText = { readonly value?: string; readonly type?: string } | undefined

const isHtml = (text: AtomText): boolean => text?.type?.includes('html') === true
const toHtml = (text: AtomText): string => (isHtml(text) ? (text?.value ?? '') : escapeHtml(text?.value ?? ''))
/** Strips tags, because a title is plain text even when the feed declares it as HTML. */
const toText = (text: AtomText): string =>
  isHtml(text) ? (text?.value ?? '').replaceAll(/<[^<>]*>/g, '') : (text?.value ?? '')

type AtomLinks = readonly { readonly href?: string; readonly rel?: string }[] | undefined

const findLink = (links: AtomLinks): string =>
  (links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links?.[0])?.href ?? ''
