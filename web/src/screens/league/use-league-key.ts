import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { LEAGUE_KEY_PARAMETER } from '#shared/domain/league.ts'
import { keepLeagueKey, LEAGUES_KEY } from '#web/data/league-keys.ts'
import { usePlatform } from '#web/lib/platform.tsx'

/**
 * Moves a personal link's key from the URL to this browser's storage, before the URL is copied or shared by accident.
 * The key is in the fragment, so it never reaches a server log.
 */
export function useLeagueKey(code: string): void {
  const { memory } = usePlatform()
  const cache = useQueryClient()
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const key = new URLSearchParams(hash.slice(1)).get(LEAGUE_KEY_PARAMETER)
  const [storedKey, setStoredKey] = useState<string | null>(null)

  // Stored during render, so that the first request for the league includes it.
  if (key && key !== storedKey) {
    keepLeagueKey(memory, code, key)
    setStoredKey(key)
  }
  useEffect(() => {
    if (!key) return
    void cache.invalidateQueries({ queryKey: [...LEAGUES_KEY, code] })
    void navigate(pathname + search, { replace: true })
  }, [key, cache, code, navigate, pathname, search])
}
