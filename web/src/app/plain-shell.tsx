import { Outlet } from 'react-router-dom'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { SkipLink } from './shell.tsx'

/** The frame of pages that run no scripts: the site's own, without the menu. */
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
