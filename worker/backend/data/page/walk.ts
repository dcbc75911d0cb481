import type { Element, Nodes } from 'hast'

/** Yields every element of a tree in document order. */
export function* walkElements(node: Nodes): Generator<Element> {
  if (node.type === 'element') yield node
  if ('children' in node) for (const child of node.children) yield* walkElements(child)
}

/** Returns the first matching element, or null. */
export function findFirst(node: Nodes, matches: (element: Element) => boolean): Element | null {
  for (const element of walkElements(node)) if (matches(element)) return element
  return null
}

export const isTag =
  (...names: readonly string[]) =>
  ({ tagName }: Element): boolean =>
    names.includes(tagName)

/** Returns an attribute as text, or ''. Lists are joined with spaces. */
export function attribute({ properties }: Element, name: string): string {
  const value = properties[name]
  if (value === null || value === undefined || typeof value === 'boolean') return ''
  return (Array.isArray(value) ? value.join(' ') : String(value)).trim()
}

const LINE_MAX_CHARACTERS = 500
/** Elements that separate their text from the text before them. */
const APART = new Set(['br', 'div', 'p', 'li', 'td', 'th', 'tr', 'section', 'header'])

/** Returns the readable text of a node in one line, truncated if long. */
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

/** Returns an absolute HTTP(S) address, or null. */
export function webAddress(text: string, base: URL): URL | null {
  const url = text === '' ? null : URL.parse(text, base.href)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}
