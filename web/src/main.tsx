import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createBrowserPlatform } from './lib/browser-platform.ts'

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <App platform={createBrowserPlatform()} />
  </StrictMode>,
)
