import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { retryFailedStyles } from '#web/app/late-styles.ts'

beforeAll(() => retryFailedStyles())
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

test('reloads a style sheet lost while offline once the browser is online', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const link = failing('stylesheet')
  fail(link)
  expect(present()).toBe(link)
  dispatchEvent(new Event('online'))
  expect(present()).not.toBe(link)
  expect(ours()).toHaveLength(1)
})

test('retries a style sheet lost while online a few times', () => {
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

test('ignores other links', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const link = failing('modulepreload')
  fail(link)
  dispatchEvent(new Event('online'))
  expect(present()).toBe(link)
})
