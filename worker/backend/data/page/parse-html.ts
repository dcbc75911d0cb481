import type { Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, serialize, type TreeAdapter } from 'parse5'
import { AppError } from '#shared/client/errors.ts'

/**
 * Limits far above any page written for people. A few lines of markup can create millions of elements, or nest them too
 * deeply.
 */
const ELEMENTS_MAX = 50_000
/**
 * Attributes of all elements. The parser reads one element's attributes before we count them, so only the page size
 * bounds those.
 */
const ATTRIBUTES_MAX = 300_000
const PAGE_MAX_CHARACTERS = 1_000_000
const DEPTH_MAX = 256
const ATTRIBUTE_CHARACTERS_MAX = 20_000_000

/**
 * Parses a page into a tree, the way browsers do.
 * @throws AppError `DOCUMENT_UNREADABLE` when the page or its tree is too large
 */
export function parseHtml(html: string): Root {
  if (html.length > PAGE_MAX_CHARACTERS) throw new AppError('DOCUMENT_UNREADABLE')
  const root = fromParse5(parse(html, { treeAdapter: createCountingAdapter(), scriptingEnabled: false }))
  return root.type === 'root' ? root : { type: 'root', children: [] }
}

/** Returns HTML in which every element and comment is closed. */
export function balancedHtml(html: string): string {
  const page = parse(html, { treeAdapter: createCountingAdapter(), scriptingEnabled: false })
  const root = page.childNodes.find(({ nodeName }) => nodeName === 'html')
  const body = root && 'childNodes' in root ? root.childNodes.find(({ nodeName }) => nodeName === 'body') : undefined
  return body && 'childNodes' in body ? serialize(body) : ''
}

function createCountingAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let [elements, attributesSeen, depth, characters] = [0, 0, 0, 0]
  const require = (isFine: boolean) => {
    if (!isFine) throw new AppError('DOCUMENT_UNREADABLE')
  }
  return {
    ...defaultTreeAdapter,
    createElement(...[tagName, namespace, attributes]) {
      require(++elements <= ELEMENTS_MAX)
      attributesSeen += attributes.length
      require(attributesSeen <= ATTRIBUTES_MAX)
      // The parser reopens unclosed elements with shared attributes, but the tree built from them copies each
      // attribute.
      for (const { name, value } of attributes) characters += name.length + value.length
      require(characters <= ATTRIBUTE_CHARACTERS_MAX)
      return defaultTreeAdapter.createElement(tagName, namespace, attributes)
    },
    createCommentNode(data) {
      require(++elements <= ELEMENTS_MAX)
      return defaultTreeAdapter.createCommentNode(data)
    },
    onItemPush: () => require(++depth <= DEPTH_MAX),
    onItemPop: () => void depth--,
  }
}
