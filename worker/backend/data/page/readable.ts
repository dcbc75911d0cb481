import type { Element, ElementContent, Nodes, Root } from 'hast'
import rehypeSanitize, { defaultSchema, type Options as Schema } from 'rehype-sanitize'
import { unified } from 'unified'
import { pictureAddresses, withStillPictures } from './lazy-pictures.ts'
import { findFirst, isTag, webAddress } from './walk.ts'

/** Elements without content that a person reads. */
const UNREAD = new Set(
  `script style template noscript iframe object embed applet frame frameset svg math canvas head link meta base title
  datalist input button select textarea dialog`.split(/\s+/),
)

/** Limits on tables. A table may claim any size, and the output contains every cell. */
const CELLS_PER_ROW_MAX = 64
const ROWS_MAX = 5000

const ADDRESSED: Readonly<Record<string, { readonly name: string; readonly schemes: readonly string[] }>> = {
  a: { name: 'href', schemes: ['http:', 'https:', 'mailto:', 'tel:'] },
}

/** Attributes that readable text needs. Names, ids and most classes are dropped. */
const SCHEMA: Schema = {
  ...defaultSchema,
  clobber: [],
  attributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'title'],
    ol: ['start'],
    code: [['className', /^language-[\w-]{1,32}$/]],
    th: [['align', 'left', 'center', 'right'], 'rowSpan', 'colSpan'],
    td: [['align', 'left', 'center', 'right'], 'rowSpan', 'colSpan'],
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'], src: ['http', 'https'] },
}

const sanitizer = unified().use(rehypeSanitize, SCHEMA)

/** Returns the base of a page's relative addresses. */
export function getBase(page: Root, url: URL): URL {
  const base = findFirst(page, isTag('base'))
  return webAddress(String(base?.properties['href'] ?? ''), url) ?? url
}

/**
 * Returns the main content of a page as a tree that is safe to show anywhere. It has known elements and absolute
 * addresses. Everything that runs, embeds other pages or was hidden is gone.
 */
export async function toReadable(page: Root, base: URL): Promise<Root> {
  const content = findFirst(page, isMain) ?? findFirst(page, isTag('body')) ?? page
  const limits = { rows: ROWS_MAX, sources: [] }
  const root: Root = { type: 'root', children: readChildren(content, base, limits) }
  return (await sanitizer.run(root)) as Root
}

const isMain = (element: Element) => element.tagName === 'main' || element.properties['role'] === 'main'

type Limits = {
  rows: number
  /** The `source` elements of the enclosing `picture`. */
  readonly sources: readonly Element[]
}

function readChildren(node: Nodes, base: URL, limits: Limits): ElementContent[] {
  if (!('children' in node)) return []
  const isRow = node.type === 'element' && node.tagName === 'tr'
  const only = node.type === 'element' && isCell(node) ? onlyParagraph(node) : null
  if (only !== null) return readChildren(only, base, limits)
  const children = withStillPictures(node.children.flatMap((child) => (isContent(child) ? [child] : [])))
  return children.slice(0, isRow ? 2 * CELLS_PER_ROW_MAX + 1 : undefined).flatMap((child) => {
    if (child.type === 'element') return readElement(child, base, limits)
    return child.type === 'text' ? [child] : []
  })
}

const isContent = (child: Nodes): child is ElementContent => child.type !== 'doctype' && child.type !== 'root'

const isCell = ({ tagName }: Element) => tagName === 'td' || tagName === 'th'

/** Returns the only paragraph of a cell. Office suites wrap each cell's text in one, but a cell is a single line. */
function onlyParagraph({ children }: Element): Element | null {
  const [first, ...others] = children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
  return first?.type === 'element' && first.tagName === 'p' && others.length === 0 ? first : null
}

function readElement(element: Element, base: URL, limits: Limits): ElementContent[] {
  if (UNREAD.has(element.tagName) || isHidden(element)) return []
  if (element.tagName === 'tr' && limits.rows-- <= 0) return []
  if (element.tagName === 'picture') {
    const sources = element.children.filter((child) => child.type === 'element').filter(isTag('source'))
    return readChildren(element, base, Object.assign(Object.create(limits) as Limits, { sources }))
  }
  if (element.tagName === 'img') return readPicture(element, base, limits.sources)
  const children = readChildren(element, base, limits)
  const address = ADDRESSED[element.tagName]
  if (address === undefined) return [{ ...element, children }]
  const to = URL.parse(String(element.properties[address.name] ?? '').trim(), base.href)
  // A link with a disallowed scheme becomes its text.
  if (to === null || !address.schemes.includes(to.protocol)) return children
  return [{ ...element, properties: { ...element.properties, [address.name]: to.href }, children }]
}

function readPicture(picture: Element, base: URL, sources: readonly Element[]): ElementContent[] {
  for (const address of pictureAddresses(picture, sources)) {
    const src = webAddress(address, base)?.href
    if (src !== undefined) return [{ ...picture, properties: { ...picture.properties, src }, children: [] }]
  }
  return []
}

const isHidden = ({ properties }: Element): boolean =>
  ![undefined, null, false].includes(properties['hidden'] as never) || properties['ariaHidden'] === 'true'
