import './styles/index.css'
import './styles/teams.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/app.tsx'
import { LAZY_SCREENS } from './app/screens.ts'
import { fetchLostStyles } from './app/late-styles.ts'
import { isBackFromSignIn, welcomeBack } from './app/sign-in-return.ts'
import { reloadWhenStale } from './app/stale-build.ts'
import { createQueryClient } from './data/query-client.ts'
import { takeServedState } from './data/served-state.ts'
import { createBrowserPlatform } from './lib/browser-platform.ts'

reloadWhenStale()
fetchLostStyles()
const isBack = isBackFromSignIn()
const platform = createBrowserPlatform()
if (isBack) void welcomeBack(platform.account)
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

/** Vite's development server sends an empty page. */
const isServed = root.firstElementChild !== null

function start() {
  dispatchEvent(new Event('app-starts'))
  startTransition(() => {
    if (isServed) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}
platform.arrived.then(start, start)
