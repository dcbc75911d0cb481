import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { fetchLostStyles } from '#web/app/late-styles.ts'

beforeAll(() => fetchLostStyles())
afterEach(() => {
  for (const link of ours()) link.remove()
  vi.restoreAllMocks()
})

function failing(rel: string) {
  const link = document.createElement('link')
  link.rel = rel
  link.dataset['of'] = 'test'
  document.head.append(link)
  return link
}
const fail = (link: Element) => link.dispatchEvent(new Event('error'))
const ours = () => [...document.querySelectorAll('link[data-of="test"]')]
const present = () => ours()[0]!

test('a style sheet that was lost without a network is asked for again with one', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const link = failing('stylesheet')
  fail(link)
  expect(present()).toBe(link)
  dispatchEvent(new Event('online'))
  expect(present()).not.toBe(link)
  expect(ours()).toHaveLength(1)
})

test('one that is lost with a network is asked for again a few times', () => {
  vi.useFakeTimers()
  const links = new Set<Element>([failing('stylesheet')])
  for (let round = 0; round < 10; round++) {
    fail(present())
    vi.runAllTimers()
    links.add(present())
  }
  vi.useRealTimers()
  expect(links.size).toBe(6)
})

test('other links are left alone', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const link = failing('modulepreload')
  fail(link)
  dispatchEvent(new Event('online'))
  expect(present()).toBe(link)
})
