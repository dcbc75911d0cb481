import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, test } from 'vitest'
import { FIRST_ANSWERS_ID } from '#shared/contracts/first-answers.ts'
import { firstAnswer } from '#web/data/first-answers.ts'

const PATH = '/api/cards?list=recent'

function pageWith(text: string) {
  document.body.innerHTML = `<script type="application/json" id="${FIRST_ANSWERS_ID}"></script>`
  document.getElementById(FIRST_ANSWERS_ID)!.textContent = text
}

afterEach(() => {
  document.body.innerHTML = ''
})

const read = () =>
  firstAnswer<{ cards: string[] }, string[]>(PATH, ({ cards }) => (Array.isArray(cards) ? cards : undefined))

describe('what a page’s HTML already knows', () => {
  test('is a query’s first data, as old as the page', () => {
    pageWith(JSON.stringify({ [PATH]: { cards: ['a'] } }))
    expect(read()).toEqual({ initialData: ['a'], initialDataUpdatedAt: performance.timeOrigin })
  })

  test('spares the first request', async () => {
    pageWith(JSON.stringify({ [PATH]: { cards: ['a'] } }))
    const queryFn = () => Promise.reject(new Error('asked'))
    const cache = new QueryClient()
    expect(await cache.fetchQuery({ queryKey: ['list'], queryFn, staleTime: Infinity, ...read() })).toEqual(['a'])
  })

  test.each([
    ['nothing of it', JSON.stringify({ '/api/config': {} })],
    ['something else', JSON.stringify({ [PATH]: { cards: 'none' } })],
    ['what is no JSON', '{"/api'],
    ['nothing at all', 'null'],
  ])('is asked for when the page holds %s', (_what, text) => {
    pageWith(text)
    expect(read()).toEqual({})
  })

  test('is asked for when the page carries nothing', () => expect(read()).toEqual({}))
})
