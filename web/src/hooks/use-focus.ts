import { type RefObject, useEffect, useRef } from 'react'

/** Focuses an element that replaces the focused button. */
export function useFocus<T extends HTMLElement>(isWanted: boolean): RefObject<T | null> {
  const element = useRef<T>(null)
  useEffect(() => {
    if (isWanted) element.current?.focus({ preventScroll: true })
  }, [isWanted])
  return element
}
