const RETRY_DELAY_MS = 3_000
const MAX_RETRIES = 5

/**
 * Retries style sheets that failed to load. The next press retries a failed chunk but not its styles, because Vite
 * requests each file once.
 */
export function retryFailedStyles() {
  window.addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && retry(target), true)
}

function retry(link: HTMLLinkElement) {
  const retries = Number(link.dataset['tries'] ?? 0) + 1
  if (link.rel !== 'stylesheet' || retries > MAX_RETRIES) return
  const copy = link.cloneNode() as HTMLLinkElement
  copy.dataset['tries'] = String(retries)
  const replace = () => link.replaceWith(copy)
  if (navigator.onLine) setTimeout(replace, RETRY_DELAY_MS)
  else window.addEventListener('online', replace, { once: true })
}
