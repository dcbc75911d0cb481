import { isServerReached } from '#web/lib/online.ts'

const RELOADED_KEY = 'reloaded-for-new-build'
const MIN_INTERVAL_MS = 10_000

/**
 * Reloads a page that was open while a new build was deployed, because its modules are gone from the server. Reloads at
 * most once in ten seconds; otherwise the importing component shows the error. Does not reload while the server is
 * unreachable, because the browser's error page would replace a filled-in form.
 */
export function reloadWhenStale() {
  window.addEventListener('vite:preloadError', () => void reloadIfReachable())
}

async function reloadIfReachable(): Promise<void> {
  const isRecent = () => Date.now() - Number(sessionStorage.getItem(RELOADED_KEY) ?? 0) < MIN_INTERVAL_MS
  if (isRecent() || !(await isServerReached()) || isRecent()) return
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
  location.reload()
}
