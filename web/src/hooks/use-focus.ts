import { type RefObject, useEffect, useRef } from 'react'

/** Gives the focus to an element that replaces the button which had it. */
export function useFocus<T extends HTMLElement>(isWanted: boolean): RefObject<T | null> {
  const element = useRef<T>(null)
  useEffect(() => {
    if (isWanted) element.current?.focus({ preventScroll: true })
  }, [isWanted])
  return element
}
