import { Crash } from './crash.tsx'
import { Providers } from './providers.tsx'
import { AppRoutes } from './routes.tsx'
import { Shell } from './shell.tsx'
import type { Platform } from '#web/lib/platform.tsx'
import { BrowserRouter } from 'react-router-dom'

export function App({ platform }: { platform: Platform }) {
  return (
    <Crash>
      <Providers platform={platform}>
        <BrowserRouter>
          <Shell>
            <AppRoutes />
          </Shell>
        </BrowserRouter>
      </Providers>
    </Crash>
  )
}
