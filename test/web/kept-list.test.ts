import { expect, it } from 'vitest'
import { DAY_MS } from '#shared/time.ts'
import { dropFromStoredList, readStoredList, storeList } from '#web/data/stored-list.ts'
import { aCard, createWorld } from './support.tsx'

const AT = Date.parse('2026-11-21T12:00:00Z')
const CARDS = ['a', 'b', 'c'].map((id) => aCard({ id }))
const idsIn = (cards: readonly { id: string }[]) => cards.map(({ id }) => id)

it('reads a stored list for a day', () => {
  const { memory } = createWorld()
  storeList(memory, CARDS, AT)
  expect(idsIn(readStoredList(memory, AT + DAY_MS - 1))).toEqual(['a', 'b', 'c'])
  expect(readStoredList(memory, AT + DAY_MS)).toEqual([])
})

it('removes a card from the stored list without extending the day', () => {
  const { memory } = createWorld()
  storeList(memory, CARDS, AT)
  dropFromStoredList(memory, 'b')
  dropFromStoredList(memory, 'nobody')
  expect(idsIn(readStoredList(memory, AT + DAY_MS - 1))).toEqual(['a', 'c'])
  expect(readStoredList(memory, AT + DAY_MS)).toEqual([])
})
