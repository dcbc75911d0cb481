import { isServerReached } from '#web/lib/online.ts'

const RELOADED_KEY = 'reloaded-for-new-build'
const MIN_INTERVAL_MS = 10_000

/**
 * A page that is open while a new build is deployed imports modules that are gone from the server. It is reloaded, at
 * most once in ten seconds; otherwise the component that imported the module shows the error. It is not reloaded while
 * the server cannot be reached: the browser's error page would replace the form with all that was typed.
 */
export function reloadWhenStale() {
  window.addEventListener('vite:preloadError', () => void reloadWhereReached())
}

async function reloadWhereReached(): Promise<void> {
  const isRecent = () => Date.now() - Number(sessionStorage.getItem(RELOADED_KEY) ?? 0) < MIN_INTERVAL_MS
  if (isRecent() || !(await isServerReached()) || isRecent()) return
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
  location.reload()
}
