import './styles/index.css'
import './styles/teams.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { KeepFocus } from './app/keep-focus.tsx'
import { fetchLostStyles } from './app/late-styles.ts'
import { loadScreen } from './app/screens.tsx'
import { isBackFromSignIn, welcomeBack } from './app/sign-in-return.ts'
import { reloadWhenStale } from './app/stale-build.ts'
import { createBrowserPlatform } from './lib/browser-platform.ts'

reloadWhenStale()
fetchLostStyles()
const isBack = isBackFromSignIn()
const platform = createBrowserPlatform()
if (isBack) void welcomeBack(platform.account)
const root = document.querySelector('#root')!

// The page is there to be read and scrolled already: the app is drawn in short steps that let it.
const start = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App platform={platform} />
        <KeepFocus root={root} />
      </StrictMode>,
    ),
  )

// The page shows its first paint until the screen can take over. One that cannot be fetched says so when it is shown.
Promise.all([loadScreen(location.pathname), platform.arrived]).then(start, start)
