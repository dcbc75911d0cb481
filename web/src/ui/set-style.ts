import type { CSSProperties } from 'react'

/**
 * Returns a ref that sets an element's style by script. The page's policy blocks style attributes in served HTML, so the
 * style applies only after hydration.
 */
export const setStyle =
  (style: (CSSProperties & Record<`--${string}`, string>) | CSSProperties = {}) =>
  (element: HTMLElement | null) => {
    if (element === null) return
    const set = (name: string, value: string) =>
      name.startsWith('--') ? element.style.setProperty(name, value) : Object.assign(element.style, { [name]: value })
    for (const [name, value] of Object.entries(style)) set(name, String(value))
    return () => {
      for (const name of Object.keys(style)) set(name, '')
    }
  }
