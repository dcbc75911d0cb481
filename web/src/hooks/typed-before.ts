import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Returns a ref for a controlled field that may be filled in before hydration. React leaves that text in the DOM but not
 * in the state, so the next render would clear it.
 *
 * @param onTyped called once with that text
 */
export function useTypedBefore(onTyped: (text: string) => void): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  const callback = useRef(onTyped)
  useLayoutEffect(() => {
    const { value, defaultValue } = field.current!
    if (value !== defaultValue) callback.current(value)
  }, [])
  return field
}
