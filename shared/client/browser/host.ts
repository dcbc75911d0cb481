import { createHost } from '../host.ts'
import { createBrowserPage } from './page.ts'

/** The host of a page: it reports when the network is back and when the tab is visible again. */
export const createBrowserHost = () => createHost({ onWake, page: createBrowserPage() })

function onWake(run: () => void) {
  const wakeIfSeen = () => {
    if (!document.hidden) run()
  }
  addEventListener('online', run)
  document.addEventListener('visibilitychange', wakeIfSeen)
  return () => {
    removeEventListener('online', run)
    document.removeEventListener('visibilitychange', wakeIfSeen)
  }
}
