import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useState } from 'react'
import { type Location, useLocation } from 'react-router-dom'

/** True if a history entry belongs to an open sheet. */
export const isSheetEntry = ({ state }: Pick<Location, 'state'>): boolean =>
  (state as { over?: true } | null)?.over === true

/**
 * The browser's current history entry as React Router keeps it: its state and its place. It is up to date before the
 * next render. Empty where the history is in memory.
 */
export function currentEntry(): { state: unknown; place: number | undefined } {
  const { usr, idx } = (window.history.state ?? {}) as { usr?: unknown; idx?: number }
  return { state: usr, place: idx }
}

type ShownPage = { readonly pathname: string; readonly title: string }

/** The navigation at this moment, for effects and timers. `useLocation` only knows the last render. */
class LatestNavigation {
  location: Location
  #openSheets = 0
  #isLeavingSheet = false
  #shownPage: ShownPage | null = null

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

  /** True if the entry of a closed sheet is being left, which the browser does asynchronously. */
  get isLeavingSheet(): boolean {
    return this.#isLeavingSheet
  }

  /** Remembers that the entry of a closed sheet is being left, until the browser has done it. */
  leaveSheet(onLeft: () => void): void {
    this.#isLeavingSheet = true
    const end = () => {
      this.#isLeavingSheet = false
      onLeft()
    }
    window.addEventListener('popstate', end, { once: true })
  }

  /** Returns the page that was shown before; null for the first one. */
  showPage(page: ShownPage): ShownPage | null {
    const before = this.#shownPage
    this.#shownPage = page
    return before
  }
}

const Context = createContext<LatestNavigation | null>(null)

/** Keeps the latest navigation. It belongs inside the router, around everything else. */
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
