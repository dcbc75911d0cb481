const AGAIN_MS = 3_000
const MOST_TRIES = 5

/**
 * Asks again for a style sheet that did not come. A part of the app that fails with its styles is fetched again by the
 * next press, its styles are not: Vite asks for each file once.
 */
export function fetchLostStyles() {
  window.addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && fetchAgain(target), true)
}

function fetchAgain(link: HTMLLinkElement) {
  const tries = Number(link.dataset['tries'] ?? 0) + 1
  if (link.rel !== 'stylesheet' || tries > MOST_TRIES) return
  const other = link.cloneNode() as HTMLLinkElement
  other.dataset['tries'] = String(tries)
  const replace = () => link.replaceWith(other)
  if (navigator.onLine) setTimeout(replace, AGAIN_MS)
  else window.addEventListener('online', replace, { once: true })
}
