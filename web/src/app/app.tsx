import { useState } from 'react'
import { createBrowserHistory } from '#web/router/history.ts'
import { whileOnline } from '#web/lib/online.ts'
import type { Platform } from '#web/lib/platform.tsx'
import { Router } from '#web/router/router.tsx'
import { LazyToaster } from '#web/ui/lazy-toaster.tsx'
import { Crash } from './crash.tsx'
import { Providers } from './providers.tsx'
import { AppRoutes } from './routes.tsx'
import { Shell } from './shell.tsx'
import { SignInQuestion } from './sign-in-question.tsx'

const loadLate = whileOnline(() => import('./late.tsx'))

export function App({ platform }: { platform: Platform }) {
  const [history] = useState(createBrowserHistory)
  return (
    <Crash Frame="main">
      <Providers platform={platform}>
        <Router history={history}>
          <Shell>
            <AppRoutes />
          </Shell>
          <SignInQuestion />
        </Router>
        <LazyToaster load={loadLate} />
      </Providers>
    </Crash>
  )
}
