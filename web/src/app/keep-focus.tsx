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
  return () => {
    const successor = root.querySelectorAll<HTMLElement>(likeIt)[index]
    if (isTyped(held) && isTyped(successor)) keepCaret(held, successor)
    return successor
  }
}

/** A field by its name, because its id is another one in the app; a link by where it leads; a field for files as one. */
function selectorOf(element: Element): string {
  const name = element.getAttribute('name')
  if (name !== null) return `${element.localName}[name="${CSS.escape(name)}"]`
  if (element.id !== '') return `#${CSS.escape(element.id)}`
  if (element.matches('[type="file"]')) return '[type="file"]'
  return `${element.localName}[href="${CSS.escape(element.getAttribute('href') ?? '')}"]`
}

const isTyped = (element: Element | undefined): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

function keepCaret(from: HTMLInputElement | HTMLTextAreaElement, to: HTMLInputElement | HTMLTextAreaElement): void {
  const { selectionStart, selectionEnd } = from
  // Fields for an address or a number tell of no caret, and take none.
  if (selectionStart !== null) to.setSelectionRange(selectionStart, selectionEnd)
}
