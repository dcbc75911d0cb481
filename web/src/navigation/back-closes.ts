import { useEffect, useRef } from 'react'
import { type Location, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { useLatestNavigation } from './latest-navigation.tsx'

/** The history state of the extra entry that an open sheet has. */
type SheetState = { over?: true } | null

/** Whether a history entry belongs to an open sheet. */
export const isSheetEntry = ({ state }: Pick<Location, 'state'>): boolean => (state as SheetState)?.over === true

const OPENING = 'opening'

/** The key of the browser's current entry. React Router stores it there before it renders the new location. */
const keyInBrowser = () => (window.history.state as { key?: string } | null)?.key

/**
 * Makes Back close a sheet instead of leaving its page. An open sheet has a second history entry for the same address.
 * Closing it by its own button goes back one entry, unless the page itself is being left or another sheet follows.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const here = useLocation()
  const { key } = here
  const isOver = isSheetEntry(here)
  const navigate = useNavigate()
  const latest = useLatestNavigation()
  const close = useRef(onClose)
  /** The key of the sheet's entry, once it has one. */
  const entry = useRef<string | null>(null)
  useEffect(() => {
    close.current = onClose
  })

  useEffect(() => {
    if (!isOpen) return
    const { current: navigation } = latest
    navigation.openSheets++
    return () => {
      const { current: closedAt } = entry
      entry.current = null
      navigation.openSheets--
      // Deferred, because whatever closes the sheet may open another or go on to another page.
      setTimeout(() => {
        if (navigation.openSheets > 0 || closedAt === null || keyInBrowser() !== closedAt) return
        navigation.isLeavingSheet = true
        void navigate(-1)
      })
    }
  }, [isOpen, latest, navigate])

  useEffect(() => {
    if (!isOpen) return
    const { location, isLeavingSheet } = latest.current
    if (isOver) {
      if (!isLeavingSheet) entry.current = key
    } else if (entry.current === null) {
      entry.current = OPENING
      const { pathname, search, hash } = location
      void navigate({ pathname, search, hash }, { state: { ...(location.state as object | null), over: true } })
    } else if (entry.current !== OPENING) {
      entry.current = null
      close.current()
    }
  }, [isOpen, isOver, key, latest, navigate])
}

/** Skips the entry of a sheet that is closed, when Back or Forward leads to it. The shell calls it once for all pages. */
export function useSkipClosedSheets(): void {
  const here = useLocation()
  const { key } = here
  const navigate = useNavigate()
  const isSkipped = useNavigationType() === 'POP' && isSheetEntry(here)
  useEffect(() => {
    if (isSkipped) void navigate(-1)
  }, [isSkipped, key, navigate])
}
