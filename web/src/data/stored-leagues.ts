import { League } from '#shared/contracts/league.ts'
import type { Memory } from '#web/lib/platform.tsx'
import { replaceLeagueKeys } from './league-keys.ts'

export const STORED_LEAGUES_KEY = 'leagues'
/** More leagues than one person plays in. */
const MAX_LEAGUES = 12

/** A league that this browser has opened, as of the last visit. */
export type StoredLeague = { readonly code: string; readonly league: League }

/** Stores a league for offline visits and the list of this browser's leagues. The newest comes first. */
export function keepLeague(memory: Memory, code: string, league: League): void {
  const others = readStoredLeagues(memory.get(STORED_LEAGUES_KEY)).filter((stored) => stored.code !== code)
  memory.set(STORED_LEAGUES_KEY, JSON.stringify([{ code, league }, ...others].slice(0, MAX_LEAGUES)))
}

/** Removes a deleted league and its keys. */
export function dropLeague(memory: Memory, code: string): void {
  const stored = readStoredLeagues(memory.get(STORED_LEAGUES_KEY))
  const others = stored.filter((one) => one.code !== code)
  if (others.length < stored.length) memory.set(STORED_LEAGUES_KEY, others.length > 0 ? JSON.stringify(others) : null)
  replaceLeagueKeys(memory, code, [])
}

/** @param text the value stored under {@link STORED_LEAGUES_KEY} */
export function readStoredLeagues(text: string | null): readonly StoredLeague[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(readStoredLeague) : []
  } catch {
    return []
  }
}

/** Parses an entry. The schema's defaults fill in fields that an earlier build did not store. */
function readStoredLeague(entry: unknown): StoredLeague[] {
  const { code, league } = (entry ?? {}) as { code?: unknown; league?: unknown }
  const { success, data } = League.safeParse(league)
  return typeof code === 'string' && success ? [{ code, league: data }] : []
}
