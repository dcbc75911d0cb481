import type { QueryClient } from '@tanstack/react-query'
import { Route, Routes } from 'react-router-dom'
import { LatestNavigationProvider } from '#web/navigation/latest-navigation.tsx'
import { whileOnline } from '#web/lib/online.ts'
import type { Platform } from '#web/lib/platform.tsx'
import { LazyToaster } from '#web/ui/lazy-toaster.tsx'
import { Crash } from './crash.tsx'
import { PlainShell } from './plain-shell.tsx'
import { Providers } from './providers.tsx'
import { AppRoutes } from './routes.tsx'
import type { Screens } from './screens.ts'
import { Shell } from './shell.tsx'
import { SignInQuestion } from './sign-in-question.tsx'

const loadLate = whileOnline(() => import('./late.tsx'))

/** The whole app. Render it inside a `BrowserRouter` or a `StaticRouter`. */
export const App = ({ platform, client, screens }: { platform: Platform; client: QueryClient; screens: Screens }) => (
  <Crash Frame="main">
    <Providers platform={platform} client={client}>
      <LatestNavigationProvider>
        <Routes>
          <Route element={<PlainShell />}>
            <Route path="/auth/*" element={<screens.Auth />} />
            <Route path="/admin/*" element={<screens.Admin />} />
          </Route>
          <Route
            path="*"
            element={
              <Shell>
                <AppRoutes screens={screens} />
              </Shell>
            }
          />
        </Routes>
        <SignInQuestion />
        <LazyToaster load={loadLate} />
      </LatestNavigationProvider>
    </Providers>
  </Crash>
)
