import type { Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, serialize, type TreeAdapter } from 'parse5'
import { AppError } from '#shared/client/errors.ts'

/**
 * Limits far above any page for people. A few lines of markup can ask for millions of elements, or for one pile of
 * them.
 */
const ELEMENTS_MAX = 50_000
/** Characters of all elements. A single one may hold as many as there is room for in a page before it is counted. */
const ATTRIBUTES_MAX = 300_000
const PAGE_MAX_CHARACTERS = 1_000_000
const DEPTH_MAX = 256
const ATTRIBUTE_CHARACTERS_MAX = 20_000_000

/**
 * A page as a tree, as browsers read it.
 * @throws AppError `DOCUMENT_UNREADABLE` when its tree would be out of all proportion
 */
export function parseHtml(html: string): Root {
  if (html.length > PAGE_MAX_CHARACTERS) throw new AppError('DOCUMENT_UNREADABLE')
  const root = fromParse5(parse(html, { treeAdapter: createCountingAdapter(), scriptingEnabled: false }))
  return root.type === 'root' ? root : { type: 'root', children: [] }
}

/** HTML whose elements and comments all end. */
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
      // Elements that are made again for markup that was never closed share these; what is made of them does not.
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
