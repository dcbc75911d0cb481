import type { Element, ElementContent } from 'hast'
import { attribute, isTag, walkElements } from './walk.ts'

/** Attributes in which lazy-loading scripts keep the address of a picture: `data-src`, `data-lazy-src`, … */
const LAZY_ADDRESS = /^data(?:\w*src|\w*original|\w*lazy(?:load)?|\w*(?:img|image|picture|original)Url|url)$/i
const LAZY_LIST = /^data\w*srcset$/i
const LIST_MAX_CHARACTERS = 4096

/**
 * Every address a picture states, the one that it would load at last first.
 *
 * @param sources what its `picture` element offers
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

/** Such attributes also hold settings such as `true`. */
const isAddress = (value: string): boolean => /[./]/.test(value) && !/[\s<>]/.test(value)

/** https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute: commas inside addresses are no ends. */
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

/** Counts visits and shows nothing. */
const isPixel = (picture: Element): boolean =>
  ['width', 'height'].some((side) => /^[01](?:px)?$/.test(attribute(picture, side)))

/**
 * Pictures that a page shows where scripts do not run, in place of those that wait for scripts. A `noscript` element
 * behind a picture shows the same one.
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
