import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { cardQuery } from '#web/data/cards.ts'
import { keepManageToken } from '#web/data/manage-tokens.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'

/** @example getManageTokenIn('#manage=abc') // 'abc' */
const getManageTokenIn = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('manage') || null

/**
 * Moves a manage link's token from the URL to this browser's storage, before the URL is copied or shared by accident.
 * The token is in the fragment, so it never reaches a server log.
 */
export function useManageLink(id: string): void {
  const platform = usePlatform()
  const { memory } = platform
  const cache = useQueryClient()
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const token = getManageTokenIn(hash)
  const [last, setLast] = useState<string | null>(null)

  // Stored during render, so that the first request for the card includes it.
  if (token !== null && token !== last) {
    keepManageToken(memory, id, token)
    setLast(token)
  }
  useEffect(() => {
    if (token === null) return
    toast.blank('You can manage this card here now.')
    // Other components may have read the served card before the token was stored.
    void cache.invalidateQueries({ queryKey: cardQuery(platform, id).queryKey })
    void navigate(pathname + search, { replace: true })
  }, [token, cache, platform, id, navigate, pathname, search])
}
