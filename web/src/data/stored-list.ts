import { DAY_MS } from '#shared/time.ts'
import type { Card } from '#shared/domain/card.ts'
import type { Memory } from '#web/lib/platform.tsx'

const KEY = 'hall-list'
/** The podium and the first rows below it. */
const MAX_CARDS = 33

type StoredList = { readonly at: number; readonly cards: readonly Card[] }

/** Stores the Hall's list in this browser for offline visits. */
export function storeList(memory: Memory, cards: readonly Card[], at: number): void {
  memory.set(KEY, JSON.stringify({ at, cards: cards.slice(0, MAX_CARDS) } satisfies StoredList))
}

/** Returns the list that {@link storeList} stored within a day, or an empty one. */
export function readStoredList(memory: Memory, now: number): readonly Card[] {
  const { at, cards } = parse(memory)
  return now - at < DAY_MS ? cards : []
}

/** Removes a card that left the Hall. The list keeps its age. */
export function dropFromStoredList(memory: Memory, id: string): void {
  const { at, cards } = parse(memory)
  const others = cards.filter((card) => card.id !== id)
  if (others.length < cards.length) storeList(memory, others, at)
}

const NONE: StoredList = { at: 0, cards: [] }

function parse(memory: Memory): StoredList {
  try {
    const { at, cards } = JSON.parse(memory.get(KEY) ?? '{}') as Partial<StoredList>
    return typeof at === 'number' && Array.isArray(cards) ? { at, cards: cards.filter(isCard) } : NONE
  } catch {
    return NONE
  }
}

const TEXTS = ['id', 'playerName', 'jerseyNumber', 'teamColors', 'imageUrl', 'createdAt'] as const

function isCard(value: unknown): value is Card {
  if (value === null || typeof value !== 'object') return false
  const card = value as Record<string, unknown>
  return TEXTS.every((name) => typeof card[name] === 'string') && typeof card['votes'] === 'number'
}
