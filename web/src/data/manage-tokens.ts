import type { Memory } from '#web/lib/platform.tsx'

const KEY = 'manage-tokens'
/** More cards than a visitor manages through links. */
const MAX_TOKENS = 100

/** Returns the token of a card's manage link, if this browser has opened one. It allows editing and deleting the card. */
export function getManageToken(memory: Memory, id: string): string | null {
  return read(memory).find(([cardId]) => cardId === id)?.[1] ?? null
}

/** Returns the ids of the cards that this browser has a token for. */
export const getManagedIds = (memory: Memory): string[] => read(memory).map(([id]) => id)

/** Stores a token. Null removes it. */
export function keepManageToken(memory: Memory, id: string, token: string | null): void {
  const others = read(memory).filter(([cardId]) => cardId !== id)
  const all = token === null ? others : [...others, [id, token] as const]
  memory.set(KEY, all.length === 0 ? null : JSON.stringify(all.slice(-MAX_TOKENS)))
}

/** Returns the storage key of a league's keys. */
export const toLeagueEntry = (code: string) => `league-keys:${code}`

/** Returns this browser's keys for a league, in the format of their header, or null. */
export const getLeagueKeys = (memory: Memory, code: string): string | null => memory.get(toLeagueEntry(code))

function read(memory: Memory): (readonly [string, string])[] {
  try {
    const stored: unknown = JSON.parse(memory.get(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}

const isEntry = (entry: unknown): entry is readonly [string, string] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string'
