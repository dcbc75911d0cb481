import type { CSSProperties } from 'react'

/**
 * Sets single properties of an element's style by script. In served HTML they would be a style attribute, which the
 * page's policy refuses: the element is without them until the app has taken over.
 */
export const setStyle =
  (style: (CSSProperties & Record<`--${string}`, string>) | CSSProperties | undefined) =>
  (element: HTMLElement | null): void => {
    for (const [name, value] of Object.entries(style ?? {})) {
      if (name.startsWith('--')) element?.style.setProperty(name, String(value))
      else Object.assign(element?.style ?? {}, { [name]: value })
    }
  }
