/** Waits this long for a quiet moment, in milliseconds. */
const AT_MOST_MS = 4_000
/** Browsers that cannot tell a quiet moment get this one. */
const LATER_MS = 1_500

/** Runs something when the page is idle (`requestIdleCallback`), after it was shown. */
export function whenIdle(run: () => void, signal: AbortSignal): void {
  const start = () => {
    if (!signal.aborted) run()
  }
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: AT_MOST_MS })
  else setTimeout(start, LATER_MS)
}
