import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useState } from 'react'
import { type Location, useLocation, useNavigate, useNavigationType } from 'react-router-dom'

/** True if a history entry belongs to an open sheet. */
export const isSheetEntry = ({ state }: Pick<Location, 'state'>): boolean =>
  (state as { over?: true } | null)?.over === true

/**
 * Returns the state and index of the current history entry, as React Router stores them. It is current even before the
 * next render. Empty for an in-memory history.
 */
export function currentEntry(): { state: unknown; place: number | undefined } {
  const { usr, idx } = (window.history.state ?? {}) as { usr?: unknown; idx?: number }
  return { state: usr, place: idx }
}

type VisitedPage = { readonly pathname: string; readonly title: string }

/** The current navigation, for effects and timers. `useLocation` only knows the last render. */
class LatestNavigation {
  location: Location
  #openSheets = 0
  #isLeavingSheet = false
  #lastPage: VisitedPage | null = null

  constructor(location: Location) {
    this.location = location
  }

  arriveAt(location: Location): void {
    this.location = location
  }

  get hasOpenSheet(): boolean {
    return this.#openSheets > 0
  }

  openSheet(): void {
    this.#openSheets++
  }

  closeSheet(): void {
    this.#openSheets--
  }

  /** True while the browser leaves a closed sheet's entry, which is asynchronous. */
  get isLeavingSheet(): boolean {
    return this.#isLeavingSheet
  }

  /** Marks a closed sheet's entry as being left, until the browser is done. */
  leaveSheet(onLeft: () => void): void {
    this.#isLeavingSheet = true
    const end = () => {
      this.#isLeavingSheet = false
      onLeft()
    }
    window.addEventListener('popstate', end, { once: true })
  }

  /** Records a page. Returns the previous one, or null. */
  showPage(page: VisitedPage): VisitedPage | null {
    const before = this.#lastPage
    this.#lastPage = page
    return before
  }
}

const Context = createContext<LatestNavigation | null>(null)

/** Provides the latest navigation. Render it inside the router, around everything else. */
export function LatestNavigationProvider({ children }: { children: ReactNode }) {
  const location = useLocation()
  const [navigation] = useState(() => new LatestNavigation(location))
  useLayoutEffect(() => navigation.arriveAt(location), [navigation, location])
  useEffect(() => {
    const restoreScrolling = () => {
      if (!isSheetEntry(currentEntry())) window.history.scrollRestoration = 'auto'
    }
    window.addEventListener('popstate', restoreScrolling)
    return () => window.removeEventListener('popstate', restoreScrolling)
  }, [])
  return <Context value={navigation}>{children}</Context>
}

/** @throws outside of a {@link LatestNavigationProvider} */
export function useLatestNavigation(): LatestNavigation {
  const navigation = useContext(Context)
  if (navigation === null) throw new Error('useLatestNavigation needs a LatestNavigationProvider')
  return navigation
}

/** Skips a closed sheet's entry when Back or Forward leads to it. The shell calls this once for all pages. */
export function useSkipClosedSheets(): void {
  const location = useLocation()
  const navigate = useNavigate()
  const arrival = useNavigationType()
  useEffect(() => {
    if (arrival === 'POP' && isSheetEntry(location)) void navigate(-1)
  }, [arrival, location, navigate])
}
