import { useMemo, useState, useSyncExternalStore } from 'react'

/**
 * What was typed into a form of the prerendered HTML before the app took its place, by the fields' names; null without
 * such a form. The app is drawn in short steps, during which typing goes on: React compares it again when they are over.
 *
 * @param action where the form sends its fields
 */
export function useTypedBefore(action: string): ReadonlyMap<string, string> | null {
  const [form] = useState(() => document.querySelector<HTMLFormElement>(`main[data-first] form[action="${action}"]`))
  // The element keeps its fields when it has left the page.
  const text = useSyncExternalStore(
    never,
    () => form && JSON.stringify([...new FormData(form)]),
    () => null,
  )
  return useMemo(() => (text === null ? null : new Map(JSON.parse(text) as [string, string][])), [text])
}

/** It changes until the app is there, and never after. */
const never = () => () => {}
