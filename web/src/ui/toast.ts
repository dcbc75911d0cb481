import type { ReactElement } from 'react'
import type { toast as Sonner } from 'sonner'
import { TOAST_DURATION_MS } from '#shared/domain/limits.ts'

type Extra = {
  description?: string
  /** A button in the toast, which stays longer with it. */
  action?: { label: string; onClick: () => void }
}
type Show = (sonner: typeof Sonner) => void

/** Where toasts are shown comes after the first paint; what is said before waits for it, and hurries it. */
let place: typeof Sonner | null = null
let waiting: Show[] = []
const calls = new Set<() => void>()

function show(message: Show) {
  if (place) return message(place)
  waiting.push(message)
  for (const call of calls) call()
}

/** Tells that there is a place for toasts now, or (null) no longer. */
export function placeToasts(sonner: typeof Sonner | null) {
  place = sonner
  if (!sonner) return
  const said = waiting
  waiting = []
  for (const message of said) message(sonner)
}

/** Hears of the first toast that has no place yet. */
export function onToastWaiting(call: () => void): () => void {
  calls.add(call)
  return () => void calls.delete(call)
}

let toasts = 0
/** The id of the error that may still be shown. */
let lastError: string | null = null

function say(kind: 'success' | 'error' | 'loading' | 'info' | 'warning' | 'message', duration: number) {
  /** @returns its id */
  return (message: string, extra: Extra = {}): string => {
    const id = `toast-${++toasts}`
    if (kind === 'success' || kind === 'error') withdrawError()
    if (kind === 'error') lastError = id
    const shown = extra.action ? TOAST_DURATION_MS.action : duration
    show((sonner) => sonner[kind](message, { ...extra, id, duration: shown }))
    return id
  }
}

/** Withdraws the last error: a newer one, a success or another screen makes it old news. */
export function withdrawError(): void {
  const id = lastError
  lastError = null
  if (id !== null) show((sonner) => sonner.dismiss(id))
}

/** Short messages in the corner. Each kind has its own time; all of them can be dismissed. */
export const toast = {
  success: say('success', TOAST_DURATION_MS.success),
  error: say('error', TOAST_DURATION_MS.error),
  info: say('info', TOAST_DURATION_MS.blank),
  warning: say('warning', TOAST_DURATION_MS.blank),
  blank: say('message', TOAST_DURATION_MS.blank),
  loading: say('loading', TOAST_DURATION_MS.loading),
  /** Anything that can be shown, in a toast of its own. @returns its id */
  custom(content: ReactElement): string {
    const id = `toast-${++toasts}`
    show((sonner) => sonner.custom(() => content, { id, duration: TOAST_DURATION_MS.custom }))
    return id
  },
  dismiss: (id: string) => show((sonner) => sonner.dismiss(id)),
}
