import { createContext, type ReactNode, type RefObject, useContext, useLayoutEffect, useRef } from 'react'
import { type Location, useLocation } from 'react-router-dom'

/** What effects and timers need to know of the moment; `useLocation` only knows the last render. */
type Navigation = {
  location: Location
  openSheets: number
  /** The page that was shown last; null before the first one. */
  shownPage: { pathname: string; title: string } | null
  /** A closed sheet's entry is being left; the browser does that asynchronously. */
  isLeavingSheet: boolean
}

const LatestNavigation = createContext<RefObject<Navigation> | null>(null)

/** Keeps the latest navigation. It belongs inside the router, around everything else. */
export function LatestNavigationProvider({ children }: { children: ReactNode }) {
  const location = useLocation()
  const latest = useRef<Navigation>({ location, openSheets: 0, shownPage: null, isLeavingSheet: false })
  useLayoutEffect(() => {
    latest.current.location = location
  }, [location])
  return <LatestNavigation value={latest}>{children}</LatestNavigation>
}

/** @throws outside of a {@link LatestNavigationProvider} */
export function useLatestNavigation(): RefObject<Navigation> {
  const latest = useContext(LatestNavigation)
  if (latest === null) throw new Error('useLatestNavigation needs a LatestNavigationProvider')
  return latest
}
