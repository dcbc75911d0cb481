import type { Element, ElementContent } from 'hast'
import { attribute, elementsOf, isTag } from './walk.ts'

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
  yield* matching(picture, LAZY_LIST).flatMap(largestOf)
  yield attribute(picture, 'src')
  yield* largestOf(listOf(picture))
  for (const source of sources) yield* [...matching(source, LAZY_LIST), listOf(source)].flatMap(largestOf)
}

const matching = (element: Element, name: RegExp): string[] =>
  Object.keys(element.properties)
    .filter((key) => name.test(key))
    .map((key) => attribute(element, key))

const listOf = (element: Element): string => {
  const { srcSet } = element.properties
  return Array.isArray(srcSet) ? srcSet.join(', ') : attribute(element, 'srcSet')
}

/** Such attributes also hold settings such as `true`. */
const isAddress = (value: string): boolean => /[./]/.test(value) && !/[\s<>]/.test(value)

/** https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute: commas inside addresses are no ends. */
function largestOf(list: string): string[] {
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
  const shown: ElementContent[] = []
  for (const child of children) {
    if (child.type !== 'element' || child.tagName !== 'noscript') {
      shown.push(child)
      continue
    }
    const still = [...elementsOf(child)].filter(isTag('img')).filter((picture) => !isPixel(picture))
    const at = shown.findLastIndex((one) => one.type !== 'text' || one.value.trim() !== '')
    const before = shown[at]
    const [only] = still
    if (only && still.length === 1 && before?.type === 'element' && isTag('img', 'picture')(before)) {
      const waiting = [...elementsOf(before)].find(isTag('img'))
      const alt = attribute(only, 'alt') || (waiting ? attribute(waiting, 'alt') : '')
      shown[at] = { ...only, properties: { ...only.properties, alt } }
    } else shown.push(...still)
  }
  return shown
}
