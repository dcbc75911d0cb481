import { useCallback, useLayoutEffect, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useLatestNavigation } from './latest-navigation.tsx'

/** Changes the query string and keeps the history state. A stable function. */
export type SetSearch = (change: (params: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void

/**
 * The query string and its setter. React Router's setter starts from the last render's query, so the second of two
 * changes in one commit would undo the first. A change after the visitor has left the page does nothing.
 */
export function useSearch(): [URLSearchParams, SetSearch] {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const navigation = useLatestNavigation()
  const { pathname } = useLocation()
  const mountedAt = useRef('')
  useLayoutEffect(() => {
    mountedAt.current = window.location.pathname
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the URL is read once per page
  }, [pathname])
  const setSearch = useCallback<SetSearch>(
    (change, options) => {
      const { location } = navigation
      // The next page's URL is already set while it loads.
      if (window.location.pathname !== mountedAt.current || location.pathname !== pathname) return
      const search = `?${change(new URLSearchParams(location.search))}`
      navigation.arriveAt({ ...location, search })
      void navigate({ search }, { state: location.state, ...options })
    },
    [navigation, navigate, pathname],
  )
  return [params, setSearch]
}
