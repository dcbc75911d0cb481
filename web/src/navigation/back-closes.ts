import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { currentEntry, isSheetEntry, useLatestNavigation } from './latest-navigation.tsx'

/**
 * Makes Back close a sheet instead of leaving its page. An open sheet has a second history entry for the same address.
 * Closing it by its own button goes back one entry, unless the page itself is being left or another sheet follows.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const navigate = useNavigate()
  const navigation = useLatestNavigation()
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useEffect(() => {
    if (!isOpen) return
    /** The place of the sheet's entry in the history, once it has one. */
    let place: number | undefined
    const isCurrent = () => currentEntry().place === place && isSheetEntry(currentEntry())

    function enter() {
      const { pathname, search, hash, state } = navigation.location
      if (!isSheetEntry(currentEntry())) {
        // Closing the sheet must not scroll the page beneath it.
        window.history.scrollRestoration = 'manual'
        void navigate({ pathname, search, hash }, { state: { ...(state as object | null), over: true } })
      }
      place = currentEntry().place
    }
    function onPop() {
      if (place === undefined) return enter()
      if (isCurrent()) return
      const { pathname, search } = navigation.location
      if (pathname === window.location.pathname) keepSearch(search)
      close.current()
    }
    /** A query that changed while the sheet was open belongs to the page, whose own entry still has the one before. */
    function keepSearch(search: string) {
      if (search !== window.location.search) void navigate({ search }, { replace: true, state: currentEntry().state })
    }

    navigation.openSheet()
    // The entry of the sheet before may be on its way out; then `onPop` hears of it.
    if (!navigation.isLeavingSheet) enter()
    window.addEventListener('popstate', onPop)
    return () => {
      navigation.closeSheet()
      window.removeEventListener('popstate', onPop)
      // Deferred, because whatever closes the sheet may open another or go on to another page.
      setTimeout(() => {
        if (navigation.hasOpenSheet || place === undefined || !isCurrent()) return
        const { search } = window.location
        navigation.leaveSheet(() => keepSearch(search))
        void navigate(-1)
      })
    }
  }, [isOpen, navigation, navigate])
}

/** Skips the entry of a sheet that is closed, when Back or Forward leads to it. The shell calls it once for all pages. */
export function useSkipClosedSheets(): void {
  const here = useLocation()
  const navigate = useNavigate()
  const arrival = useNavigationType()
  useEffect(() => {
    if (arrival === 'POP' && isSheetEntry(here)) void navigate(-1)
  }, [arrival, here, navigate])
}
