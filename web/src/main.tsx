import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { reloadWhenStale } from './app/stale-build.ts'
import { createBrowserPlatform } from './lib/browser-platform.ts'

reloadWhenStale()

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <App platform={createBrowserPlatform()} />
  </StrictMode>,
)
