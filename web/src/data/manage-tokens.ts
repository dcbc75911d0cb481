import type { Memory } from '#web/lib/platform.tsx'

const KEY = 'manage-tokens'
/** More cards than a visitor manages by links. */
const KEPT = 100

/**
 * The token of a card's manage link, once this browser has followed one: its holder may rename, unpublish and
 * delete the card.
 */
export function manageTokenOf(memory: Memory, id: string): string | null {
  return read(memory).find(([kept]) => kept === id)?.[1] ?? null
}

/** The cards this browser holds a token for. */
export const managedIds = (memory: Memory): string[] => read(memory).map(([id]) => id)

/** Keeps a token, or with null forgets the one there was. */
export function keepManageToken(memory: Memory, id: string, token: string | null): void {
  const others = read(memory).filter(([kept]) => kept !== id)
  const all = token === null ? others : [...others, [id, token] as const]
  memory.set(KEY, all.length === 0 ? null : JSON.stringify(all.slice(-KEPT)))
}

/** @example manageTokenIn('#manage=abc') // 'abc' */
export const manageTokenIn = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('manage') || null

function read(memory: Memory): (readonly [string, string])[] {
  try {
    const kept: unknown = JSON.parse(memory.get(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isEntry) : []
  } catch {
    return []
  }
}

const isEntry = (entry: unknown): entry is readonly [string, string] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string'
