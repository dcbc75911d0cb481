import { createHost } from '../host.ts'
import { createBrowserPage } from './page.ts'

/** The host of a page. It wakes the client when the network is back or the tab is visible again. */
export const createBrowserHost = () => createHost({ onWake, page: createBrowserPage() })

function onWake(run: () => void) {
  const wakeIfVisible = () => {
    if (!document.hidden) run()
  }
  addEventListener('online', run)
  document.addEventListener('visibilitychange', wakeIfVisible)
  return () => {
    removeEventListener('online', run)
    document.removeEventListener('visibilitychange', wakeIfVisible)
  }
}
