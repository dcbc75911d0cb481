import type { Element, Nodes } from 'hast'

/** Every element of a tree in the order of the page. */
export function* walkElements(node: Nodes): Generator<Element> {
  if (node.type === 'element') yield node
  if ('children' in node) for (const child of node.children) yield* walkElements(child)
}

/** The first element that fits, or null. */
export function findFirst(node: Nodes, fits: (element: Element) => boolean): Element | null {
  for (const element of walkElements(node)) if (fits(element)) return element
  return null
}

export const isTag =
  (...names: readonly string[]) =>
  ({ tagName }: Element): boolean =>
    names.includes(tagName)

/** An attribute as text, or ''. Those that are lists by their meaning are joined by blanks. */
export function attribute({ properties }: Element, name: string): string {
  const value = properties[name]
  if (value === null || value === undefined || typeof value === 'boolean') return ''
  return (Array.isArray(value) ? value.join(' ') : String(value)).trim()
}

const LINE_MAX_CHARACTERS = 500
/** Block elements, which do not stand in line with their neighbors. */
const APART = new Set(['br', 'div', 'p', 'li', 'td', 'th', 'tr', 'section', 'header'])

/** Its readable text in one line, cut where it is long. */
export function toLine(node: Nodes): string {
  let line = ''
  for (const piece of walkText(node)) {
    line += piece
    if (line.length > 2 * LINE_MAX_CHARACTERS) break
  }
  return oneLine(line).slice(0, LINE_MAX_CHARACTERS)
}

function* walkText(node: Nodes): Generator<string> {
  if (node.type === 'text') yield node.value.slice(0, 2 * LINE_MAX_CHARACTERS)
  if (node.type === 'element' && APART.has(node.tagName)) yield ' '
  if ('children' in node) for (const child of node.children) yield* walkText(child)
}

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** An address of the web, absolute, or null. */
export function webAddress(text: string, base: URL): URL | null {
  const url = text === '' ? null : URL.parse(text, base.href)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}
