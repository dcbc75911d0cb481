import { useCallback, useLayoutEffect, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useLatestNavigation } from './latest-navigation.tsx'

/** Changes the query of the address and keeps the history state. Its identity stays the same from render to render. */
export type SetSearch = (change: (params: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void

/**
 * The query of the address and its setter. React Router's own setter starts from the query of the last render, so the
 * second of two changes in one commit undoes the first. A change that comes after the visitor has left the page does
 * nothing.
 */
export function useSearch(): [URLSearchParams, SetSearch] {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const navigation = useLatestNavigation()
  const { pathname } = useLocation()
  const shownAt = useRef('')
  useLayoutEffect(() => {
    shownAt.current = window.location.pathname
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the address is read once for each page
  }, [pathname])
  const setSearch = useCallback<SetSearch>(
    (change, options) => {
      const { location } = navigation
      // A page that is still loading has its address already.
      if (window.location.pathname !== shownAt.current || location.pathname !== pathname) return
      const search = `?${change(new URLSearchParams(location.search))}`
      navigation.arriveAt({ ...location, search })
      void navigate({ search }, { state: location.state, ...options })
    },
    [navigation, navigate, pathname],
  )
  return [params, setSearch]
}
