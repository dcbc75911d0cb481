/** Maximum wait for an idle page. */
const TIMEOUT_MS = 4_000
/** Delay in browsers without `requestIdleCallback`. */
const FALLBACK_MS = 1_500

/** Runs a function when the page is idle (`requestIdleCallback`). */
export function whenIdle(run: () => void, signal: AbortSignal): void {
  const start = () => {
    if (!signal.aborted) run()
  }
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: TIMEOUT_MS })
  else setTimeout(start, FALLBACK_MS)
}
