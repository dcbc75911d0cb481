import { Outlet } from 'react-router-dom'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { SkipLink } from './shell.tsx'

/** The layout of pages without scripts: the site's own, without the menu. */
export const PlainShell = () => (
  <>
    <SkipLink />
    <Header />
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
    <Footer />
  </>
)
