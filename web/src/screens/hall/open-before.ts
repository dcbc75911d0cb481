import { useState, useSyncExternalStore } from 'react'

/**
 * How far the list of teams in the prerendered HTML was scrolled when the app took its place, in pixels; null when it
 * was closed, or there was none. The app is drawn in short steps, during which it can be opened: React asks again when
 * they are over.
 */
export function useOpenBefore(): number | null {
  const [before] = useState(() => {
    const list = document.querySelector('main[data-first] details')
    return { list, scrollTop: null as number | null }
  })
  return useSyncExternalStore(
    never,
    () => look(before),
    () => null,
  )
}

type Before = { list: Element | null; scrollTop: number | null }

/** Once the list has left the page it is no longer scrolled: what was seen last is kept. */
function look(before: Before): number | null {
  const { list } = before
  if (list?.isConnected) before.scrollTop = list.hasAttribute('open') ? (list.lastElementChild?.scrollTop ?? 0) : null
  return before.scrollTop
}

/** It changes until the app is there, and never after. */
const never = () => () => {}
