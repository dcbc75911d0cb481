import './styles/index.css'
import './styles/teams.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/app.tsx'
import { LAZY_SCREENS } from './app/screens.ts'
import { retryFailedStyles } from './app/late-styles.ts'
import { isBackFromSignIn, announceAccount } from './app/sign-in-return.ts'
import { reloadWhenStale } from './app/stale-build.ts'
import { createQueryClient } from './data/query-client.ts'
import { takeServedState } from './data/served-state.ts'
import { createBrowserPlatform } from './lib/browser-platform.ts'

reloadWhenStale()
retryFailedStyles()
const isBack = isBackFromSignIn()
const platform = createBrowserPlatform()
if (isBack) void announceAccount(platform.account)
const client = createQueryClient()
takeServedState(client)
const root = document.querySelector('#root')!

const app = (
  <StrictMode>
    <BrowserRouter>
      <App platform={platform} client={client} screens={LAZY_SCREENS} />
    </BrowserRouter>
  </StrictMode>
)

/**
 * True if the HTML in `#root` is the current URL's screen. Vite's development server sends an empty page, and Back after
 * a reload can change the URL before the scripts have loaded.
 */
function isServed(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const { pathname, search } = new URL(navigation?.name ?? location.href)
  const isSameAddress = pathname === location.pathname && search === location.search
  // After a sign-in, the tokens have been removed from the URL.
  return root.firstElementChild !== null && (isSameAddress || isBack)
}

/** Hydrates the page that the server rendered, or renders one from scratch. */
function start() {
  dispatchEvent(new Event('app-starts'))
  startTransition(() => {
    if (isServed()) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}
platform.arrived.then(start, start)
