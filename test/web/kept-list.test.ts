import { expect, it } from 'vitest'
import { DAY_MS } from '#shared/time.ts'
import { dropFromKeptList, keepList, readKeptList } from '#web/data/kept-list.ts'
import { aCard, createWorld } from './support.tsx'

const AT = Date.parse('2026-11-21T12:00:00Z')
const CARDS = ['a', 'b', 'c'].map((id) => aCard({ id }))
const idsIn = (cards: readonly { id: string }[]) => cards.map(({ id }) => id)

it('reads a list for a day', () => {
  const { memory } = createWorld()
  keepList(memory, CARDS, AT)
  expect(idsIn(readKeptList(memory, AT + DAY_MS - 1))).toEqual(['a', 'b', 'c'])
  expect(readKeptList(memory, AT + DAY_MS)).toEqual([])
})

it('drops a card without renewing the day', () => {
  const { memory } = createWorld()
  keepList(memory, CARDS, AT)
  dropFromKeptList(memory, 'b')
  dropFromKeptList(memory, 'nobody')
  expect(idsIn(readKeptList(memory, AT + DAY_MS - 1))).toEqual(['a', 'c'])
  expect(readKeptList(memory, AT + DAY_MS)).toEqual([])
})
