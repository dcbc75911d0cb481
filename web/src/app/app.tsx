import { BrowserRouter } from 'react-router-dom'
import type { Platform } from '#web/lib/platform.tsx'
import { LazyToaster } from '#web/ui/lazy-toaster.tsx'
import { Crash } from './crash.tsx'
import { Providers } from './providers.tsx'
import { AppRoutes } from './routes.tsx'
import { Shell } from './shell.tsx'
import { SignInQuestion } from './sign-in-question.tsx'

const loadLate = () => import('./late.tsx')

export function App({ platform }: { platform: Platform }) {
  return (
    <Crash Frame="main">
      <Providers platform={platform}>
        <BrowserRouter>
          <Shell>
            <AppRoutes />
          </Shell>
        </BrowserRouter>
        <SignInQuestion />
        <LazyToaster load={loadLate} />
      </Providers>
    </Crash>
  )
}
