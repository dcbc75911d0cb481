import type { Card } from '#shared/domain/card.ts'
import type { Memory } from '#web/lib/platform.tsx'

const KEY = 'hall-list'
/** The podium and the first rows below it. */
const KEPT_CARDS = 33

/** Keeps the Hall's list in this browser, for a later visit without a network. */
export const keepList = (memory: Memory, cards: readonly Card[]): void =>
  memory.set(KEY, JSON.stringify(cards.slice(0, KEPT_CARDS)))

/** The list that {@link keepList} kept, or an empty one. */
export function readKeptList(memory: Memory): Card[] {
  try {
    const kept: unknown = JSON.parse(memory.get(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isCard) : []
  } catch {
    return []
  }
}

const isCard = (kept: unknown): kept is Card =>
  kept !== null && typeof kept === 'object' && 'id' in kept && 'imageUrl' in kept && 'teamColors' in kept
