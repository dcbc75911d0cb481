import { LEAGUE_KEY_HEADER } from '#shared/contracts/headers.ts'
import type { Memory } from '#web/lib/platform.tsx'
import { getLeagueKeys, toLeagueEntry } from './manage-tokens.ts'

/** Query key prefix of every league. */
export const LEAGUES_KEY = ['league'] as const

/** Returns the header that identifies the caller as a member or the commissioner of a league. */
export function toKeyHeader(memory: Memory, code: string): Record<string, string> {
  const keys = getLeagueKeys(memory, code)
  return keys === null ? {} : { [LEAGUE_KEY_HEADER]: keys }
}

/** A commissioner's key starts with `c.`, a member's with the seat number. */
const isCommissionerKey = (key: string): boolean => key.startsWith('c.')

/** Stores a key, replacing an earlier one for the same role. */
export function keepLeagueKey(memory: Memory, code: string, key: string): void {
  const others = (getLeagueKeys(memory, code)?.split(',') ?? []).filter(
    (stored) => isCommissionerKey(stored) !== isCommissionerKey(key),
  )
  memory.set(toLeagueEntry(code), [...others, key].join(','))
}

/** Replaces all of a league's keys. */
export function replaceLeagueKeys(memory: Memory, code: string, keys: readonly (string | null)[]): void {
  memory.set(toLeagueEntry(code), keys.filter((key) => key !== null).join(',') || null)
}
