import type { Element, ElementContent } from 'hast'
import { attribute, isTag, walkElements } from './walk.ts'

/** Attributes in which lazy-loading scripts keep a picture's address: `data-src`, `data-lazy-src`, … */
const LAZY_ADDRESS = /^data(?:\w*src|\w*original|\w*lazy(?:load)?|\w*(?:img|image|picture|original)Url|url)$/i
const LAZY_LIST = /^data\w*srcset$/i
const LIST_MAX_CHARACTERS = 4096

/**
 * Yields every address that a picture declares, starting with the one it would finally load.
 *
 * @param sources the `source` elements of its `picture`
 */
export function* pictureAddresses(picture: Element, sources: readonly Element[]): Generator<string> {
  yield* matching(picture, LAZY_ADDRESS).filter(isAddress)
  yield* matching(picture, LAZY_LIST).flatMap(pickLargest)
  yield attribute(picture, 'src')
  yield* pickLargest(getSrcSet(picture))
  for (const source of sources) yield* [...matching(source, LAZY_LIST), getSrcSet(source)].flatMap(pickLargest)
}

const matching = (element: Element, name: RegExp): string[] =>
  Object.keys(element.properties)
    .filter((key) => name.test(key))
    .map((key) => attribute(element, key))

const getSrcSet = (element: Element): string => {
  const { srcSet } = element.properties
  return Array.isArray(srcSet) ? srcSet.join(', ') : attribute(element, 'srcSet')
}

/** Lazy-loading attributes may also hold settings such as `true`. */
const isAddress = (value: string): boolean => /[./]/.test(value) && !/[\s<>]/.test(value)

/**
 * Returns the largest candidate of a `srcset`. A comma inside an address does not end a candidate.
 * https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute
 */
function pickLargest(list: string): string[] {
  const tokens = list.slice(0, LIST_MAX_CHARACTERS).split(/\s+/)
  let [largest, most] = ['', 0]
  while (tokens.length > 0) {
    const token = tokens.shift()!.replace(/^,+/, '')
    const url = token.replace(/,$/, '')
    if (url === '') continue
    const [descriptor = '', ...rest] = url === token ? (tokens.shift() ?? '').split(',') : []
    if (rest.length > 0) tokens.unshift(rest.join(','))
    const size = Number.parseFloat(descriptor) || 1
    if (size > most) [largest, most] = [url, size]
  }
  return largest === '' ? [] : [largest]
}

/** True for a tracking pixel, which shows nothing. */
const isPixel = (picture: Element): boolean =>
  ['width', 'height'].some((side) => /^[01](?:px)?$/.test(attribute(picture, side)))

/**
 * Replaces pictures that wait for scripts with their `noscript` versions. A `noscript` element right after a picture
 * holds the same picture.
 */
export function withStillPictures(children: readonly ElementContent[]): ElementContent[] {
  const visible: ElementContent[] = []
  for (const child of children) {
    if (child.type !== 'element' || child.tagName !== 'noscript') {
      visible.push(child)
      continue
    }
    const still = [...walkElements(child)].filter(isTag('img')).filter((picture) => !isPixel(picture))
    const at = visible.findLastIndex((one) => one.type !== 'text' || one.value.trim() !== '')
    const before = visible[at]
    const [only] = still
    if (only && still.length === 1 && before?.type === 'element' && isTag('img', 'picture')(before)) {
      const waiting = [...walkElements(before)].find(isTag('img'))
      const alt = attribute(only, 'alt') || (waiting ? attribute(waiting, 'alt') : '')
      visible[at] = { ...only, properties: { ...only.properties, alt } }
    } else visible.push(...still)
  }
  return visible
}
