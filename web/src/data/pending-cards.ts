import { useStored } from '#web/hooks/hydrated.ts'
import type { Memory } from '#web/lib/platform.tsx'

const PENDING_KEY = 'league-cards'
/** More leagues than a person makes cards for in a day. */
const MAX_PENDING = 12

/** A generation whose card takes the seat once it is ready. Stored, so it survives a reload or a closed tab. */
export type PendingCard = { readonly code: string; readonly id: string; readonly at: number }

function readPending(text: string | null): PendingCard[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPending) : []
  } catch {
    return []
  }
}

function isPending(entry: unknown): entry is PendingCard {
  const { code, id, at } = (entry ?? {}) as Record<string, unknown>
  return typeof code === 'string' && typeof id === 'string' && typeof at === 'number'
}

/** Stores that a generation is for a league. A later one replaces an earlier one. */
export function keepPendingCard(memory: Memory, code: string, id: string, now: number): void {
  const all = readPending(memory.get(PENDING_KEY))
  if (all.some((stored) => stored.code === code && stored.id === id)) return
  const others = all.filter((stored) => stored.code !== code)
  memory.set(PENDING_KEY, JSON.stringify([...others, { code, id, at: now }].slice(-MAX_PENDING)))
}

export function dropPendingCard(memory: Memory, code: string): void {
  const others = readPending(memory.get(PENDING_KEY)).filter((stored) => stored.code !== code)
  memory.set(PENDING_KEY, others.length === 0 ? null : JSON.stringify(others))
}

/** Returns the generation whose card will take the caller's seat. */
export const getPendingCard = (memory: Memory, code: string): PendingCard | undefined =>
  readPending(memory.get(PENDING_KEY)).find((stored) => stored.code === code)

/** True for a generation whose card is about to be shared with a league. */
export function useIsPending(id: string): boolean {
  return readPending(useStored(PENDING_KEY)).some((stored) => stored.id === id)
}
