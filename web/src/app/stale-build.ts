const RELOADED_KEY = 'reloaded-for-new-build'
const MIN_INTERVAL_MS = 10_000

/**
 * A page that is open while a new build goes live asks for parts that are gone. It loads itself again, but not in
 * circles: when the part is missing for another reason, the crash screen says so. Without a network nothing is loaded
 * again, because what was typed would be gone.
 */
export function reloadWhenStale() {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) return
    const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0)
    if (Date.now() - last < MIN_INTERVAL_MS) return
    event.preventDefault()
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
    location.reload()
  })
}
