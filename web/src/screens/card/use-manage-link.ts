import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { cardQuery } from '#web/data/cards.ts'
import { keepManageToken, manageTokenIn } from '#web/data/manage-tokens.ts'
import { usePlatform } from '#web/lib/platform.tsx'

/**
 * Takes the token of a manage link out of the address, before the address is copied or shared by accident, and keeps
 * it in this browser. Only the part behind `#` holds it: it never reaches a server's log.
 */
export function useManageLink(id: string): void {
  const platform = usePlatform()
  const { memory } = platform
  const cache = useQueryClient()
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const token = manageTokenIn(hash)
  const [kept, setKept] = useState<string | null>(null)

  // While rendering, so that the first question about the card already carries it.
  if (token !== null && token !== kept) {
    keepManageToken(memory, id, token)
    setKept(token)
  }
  useEffect(() => {
    if (token === null) return
    // The site's links read the card that the HTML brought, and may have done so before the token was kept.
    void cache.invalidateQueries({ queryKey: cardQuery(platform, id).queryKey })
    void navigate(pathname + search, { replace: true })
  }, [token, cache, platform, id, navigate, pathname, search])
}
