import { describe, expect, test } from 'vitest'
import { createVotedCards } from '#web/data/voted-cards.ts'

function createMemory(initial: Record<string, string> = {}) {
  const kept = new Map(Object.entries(initial))
  return {
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string | null) => void (value === null ? kept.delete(key) : kept.set(key, value)),
  }
}

describe('the cards a visitor has voted for', () => {
  test('are known again after a reload, until the next vote counts', () => {
    const time = { now: 1_000 }
    const memory = createMemory()
    createVotedCards(memory, () => time.now).learn('ace', 2_000)

    const reloaded = createVotedCards(memory, () => time.now)
    expect([reloaded.nextVoteAt('ace'), reloaded.nextVoteAt('bob')]).toEqual([2_000, null])
    time.now = 2_000
    expect(reloaded.nextVoteAt('ace')).toBeNull()
  })

  test('are forgotten when the server says that a vote would count now', () => {
    const memory = createMemory()
    const voted = createVotedCards(memory, () => 1_000)
    let told = 0
    voted.subscribe(() => (told += 1))
    voted.learn('ace', 2_000)
    voted.learn('ace', 2_000)
    voted.learn('ace', null)
    expect([voted.nextVoteAt('ace'), createVotedCards(memory, () => 1_000).nextVoteAt('ace'), told]).toEqual([
      null,
      null,
      2,
    ])
  })

  test.each(['', 'nonsense', '{"ace":1}', '[["ace"],[1,2],null]'])('are none when the memory holds %j', (text) => {
    expect(createVotedCards(createMemory({ voted: text }), () => 0).nextVoteAt('ace')).toBeNull()
  })
})
