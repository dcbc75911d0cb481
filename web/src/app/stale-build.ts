import { isServerReached } from '#web/lib/online.ts'

const RELOADED_KEY = 'reloaded-for-new-build'
const MIN_INTERVAL_MS = 10_000

/**
 * A page that is open while a new build goes live asks for parts that are gone. It loads itself again, but not in
 * circles: when the part is missing for another reason, whoever asked for it says so. Where the server cannot be reached
 * nothing is loaded again, because the browser's own page of errors would take the place of what was typed.
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
