import { DAY_MS } from '#shared/time.ts'
import type { Card } from '#shared/domain/card.ts'
import type { Memory } from '#web/lib/platform.tsx'

const KEY = 'hall-list'
/** The podium and the first rows below it. */
const KEPT_CARDS = 33

type KeptList = { readonly at: number; readonly cards: readonly Card[] }

/** Keeps the Hall's list in this browser, for a later visit without a network. */
export function keepList(memory: Memory, cards: readonly Card[], at: number): void {
  memory.set(KEY, JSON.stringify({ at, cards: cards.slice(0, KEPT_CARDS) } satisfies KeptList))
}

/** Returns the list that {@link keepList} kept within a day, or an empty one. */
export function readKeptList(memory: Memory, now: number): readonly Card[] {
  const { at, cards } = parse(memory)
  return now - at < DAY_MS ? cards : []
}

/** Drops a card that left the Hall. The list stays as old as it is. */
export function dropFromKeptList(memory: Memory, id: string): void {
  const { at, cards } = parse(memory)
  const others = cards.filter((card) => card.id !== id)
  if (others.length < cards.length) keepList(memory, others, at)
}

const NONE: KeptList = { at: 0, cards: [] }

function parse(memory: Memory): KeptList {
  try {
    const { at, cards } = JSON.parse(memory.get(KEY) ?? '{}') as Partial<KeptList>
    return typeof at === 'number' && Array.isArray(cards) ? { at, cards: cards.filter(isCard) } : NONE
  } catch {
    return NONE
  }
}

const TEXTS = ['id', 'playerName', 'jerseyNumber', 'teamColors', 'imageUrl', 'createdAt'] as const

function isCard(kept: unknown): kept is Card {
  if (kept === null || typeof kept !== 'object') return false
  const card = kept as Record<string, unknown>
  return TEXTS.every((name) => typeof card[name] === 'string') && typeof card['votes'] === 'number'
}
