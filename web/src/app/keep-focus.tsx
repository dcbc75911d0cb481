import { useLayoutEffect, useState } from 'react'

/**
 * The app renders anew what the prerendered HTML has shown (it is not hydrated): a link or text that had the keyboard
 * focus has it again. To be drawn last.
 *
 * @param root where the app takes the place of what is there
 */
export function KeepFocus({ root }: { root: Element }) {
  const [successor] = useState(() => successorOf(document.activeElement, root))
  useLayoutEffect(() => successor()?.focus({ preventScroll: true }), [successor])
  return null
}

function successorOf(held: Element | null, root: Element): () => HTMLElement | undefined {
  if (held === null || !root.contains(held)) return () => undefined
  const likeIt = selectorOf(held)
  const index = [...root.querySelectorAll(likeIt)].indexOf(held)
  return () => root.querySelectorAll<HTMLElement>(likeIt)[index]
}

/** Nothing but links and the page's text can be held there: what could be pressed is inert. */
const selectorOf = (element: Element): string =>
  element.id === ''
    ? `${element.localName}[href="${CSS.escape(element.getAttribute('href') ?? '')}"]`
    : `#${CSS.escape(element.id)}`
