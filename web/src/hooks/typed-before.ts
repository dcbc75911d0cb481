import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Returns a ref for a controlled field whose text may have been typed before hydration. React keeps that text in the
 * DOM and not in the state, so the next render would wipe it.
 *
 * @param onTyped called once with such a text
 */
export function useTypedBefore(onTyped: (text: string) => void): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  const take = useRef(onTyped)
  useLayoutEffect(() => {
    const { value, defaultValue } = field.current!
    if (value !== defaultValue) take.current(value)
  }, [])
  return field
}
