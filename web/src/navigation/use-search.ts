import { useCallback } from 'react'
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router-dom'
import { useLatestNavigation } from './latest-navigation.tsx'

/** Changes the query of the address and keeps the history state. Its identity stays the same from render to render. */
export type SetSearch = (change: (params: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void

/**
 * The query of the address and its setter. React Router's own setter starts from the query of the last render, so the
 * second of two changes in one commit undoes the first.
 */
export function useSearch(): [URLSearchParams, SetSearch] {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const navigation = useLatestNavigation()
  const setSearch = useCallback<SetSearch>(
    (change, options) => {
      const { location } = navigation
      const search = `?${change(new URLSearchParams(location.search))}`
      navigation.arriveAt({ ...location, search })
      void navigate({ search }, { state: location.state, ...options })
    },
    [navigation, navigate],
  )
  return [params, setSearch]
}
