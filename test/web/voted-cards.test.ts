import { describe, expect, test } from 'vitest'
import { createVotedCards } from '#web/data/voted-cards.ts'

function createMemory(initial: Record<string, string> = {}) {
  const stored = new Map(Object.entries(initial))
  return {
    get: (key: string) => stored.get(key) ?? null,
    set: (key: string, value: string | null) => void (value === null ? stored.delete(key) : stored.set(key, value)),
  }
}

describe("a visitor's voted cards", () => {
  test('remembers voted cards after a reload until the next vote is allowed', () => {
    const time = { now: 1_000 }
    const memory = createMemory()
    createVotedCards(memory, () => time.now).learn('ace', 2_000)

    const reloaded = createVotedCards(memory, () => time.now)
    expect([reloaded.nextVoteAt('ace'), reloaded.nextVoteAt('bob')]).toEqual([2_000, null])
    time.now = 2_000
    expect(reloaded.nextVoteAt('ace')).toBeNull()
  })

  test('forgets a voted card when the server says that a new vote is allowed', () => {
    const memory = createMemory()
    const voted = createVotedCards(memory, () => 1_000)
    let calls = 0
    voted.subscribe(() => (calls += 1))
    voted.learn('ace', 2_000)
    voted.learn('ace', 2_000)
    voted.learn('ace', null)
    expect([voted.nextVoteAt('ace'), createVotedCards(memory, () => 1_000).nextVoteAt('ace'), calls]).toEqual([
      null,
      null,
      2,
    ])
  })

  test.each(['', 'nonsense', '{"ace":1}', '[["ace"],[1,2],null]'])('reads no voted cards from %j', (text) => {
    expect(createVotedCards(createMemory({ voted: text }), () => 0).nextVoteAt('ace')).toBeNull()
  })
})
