import type { ReactElement } from 'react'
import type { toast as Sonner } from 'sonner'
import { TOAST_DURATION_MS } from '#shared/domain/limits.ts'

type Extra = {
  description?: string
  /** A button in the toast, which then stays longer. */
  action?: { label: string; onClick: () => void }
  /** Overrides the time that the toast stays. */
  durationMs?: number
}
type Show = (sonner: typeof Sonner) => void

/** The toaster loads after the first paint. An earlier toast is queued and triggers the load. */
let toaster: typeof Sonner | null = null
let queue: Show[] = []
const listeners = new Set<() => void>()

function show(message: Show) {
  if (toaster) return message(toaster)
  queue.push(message)
  for (const listener of listeners) listener()
}

/** Sets the mounted toaster, or null when it unmounts, and shows queued toasts. */
export function placeToasts(sonner: typeof Sonner | null) {
  toaster = sonner
  if (!sonner) return
  const queued = queue
  queue = []
  for (const message of queued) message(sonner)
}

/** Calls back when a toast is queued because the toaster has not loaded. */
export function onToastWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let toasts = 0
/** The id of the last error, which may still be visible. */
let lastError: string | null = null

function say(kind: 'success' | 'error' | 'loading' | 'info' | 'warning' | 'message', duration: number) {
  /** @returns its id */
  return (message: string, { durationMs, ...extra }: Extra = {}): string => {
    const id = `toast-${++toasts}`
    if (kind === 'success' || kind === 'error') withdrawError()
    if (kind === 'error') lastError = id
    const defaultMs = extra.action ? TOAST_DURATION_MS.action : duration
    show((sonner) => sonner[kind](message, { ...extra, id, duration: durationMs ?? defaultMs }))
    return id
  }
}

/** Dismisses the last error, which a newer toast or another screen makes obsolete. */
export function withdrawError(): void {
  const id = lastError
  lastError = null
  if (id !== null) show((sonner) => sonner.dismiss(id))
}

/** Shows toasts. Each kind has its own duration, and all can be dismissed. */
export const toast = {
  success: say('success', TOAST_DURATION_MS.success),
  error: say('error', TOAST_DURATION_MS.error),
  info: say('info', TOAST_DURATION_MS.blank),
  warning: say('warning', TOAST_DURATION_MS.blank),
  blank: say('message', TOAST_DURATION_MS.blank),
  loading: say('loading', TOAST_DURATION_MS.loading),
  /** Shows any element as a toast. @returns its id */
  custom(content: ReactElement): string {
    const id = `toast-${++toasts}`
    show((sonner) => sonner.custom(() => content, { id, duration: TOAST_DURATION_MS.custom }))
    return id
  },
  dismiss: (id: string) => show((sonner) => sonner.dismiss(id)),
}
