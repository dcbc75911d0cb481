import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { currentEntry, isSheetEntry, useLatestNavigation } from './latest-navigation.tsx'

/**
 * Makes Back close a sheet instead of leaving its page. An open sheet adds a history entry for the same URL. Its own
 * close button goes back one entry, unless the visitor is leaving the page or another sheet follows.
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
    /** Index of the sheet's history entry, once it has one. */
    let place: number | undefined
    const isCurrent = () => currentEntry().place === place && isSheetEntry(currentEntry())

    function enter() {
      const { pathname, search, hash, state } = navigation.location
      if (!isSheetEntry(currentEntry())) {
        // Closing the sheet must not scroll the page below it.
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
    /** Copies a query change made while the sheet was open to the page's entry, which still has the old query. */
    function keepSearch(search: string) {
      if (search !== window.location.search) void navigate({ search }, { replace: true, state: currentEntry().state })
    }

    navigation.openSheet()
    // If the previous sheet's entry is still being left, `onPop` enters later.
    if (!navigation.isLeavingSheet) enter()
    window.addEventListener('popstate', onPop)
    return () => {
      navigation.closeSheet()
      window.removeEventListener('popstate', onPop)
      // Deferred, because the code that closes the sheet may then open another or leave the page.
      setTimeout(() => {
        if (navigation.hasOpenSheet || place === undefined || !isCurrent()) return
        const { search } = window.location
        navigation.leaveSheet(() => keepSearch(search))
        void navigate(-1)
      })
    }
  }, [isOpen, navigation, navigate])
}
