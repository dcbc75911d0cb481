import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { SkipLink } from './shell.tsx'

/** The frame of pages that run no scripts: the site's own, without the menu. */
export const PlainShell = ({ children }: { children: ReactNode }) => (
  <>
    <SkipLink />
    <Header />
    <main id="main" tabIndex={-1}>
      {children}
    </main>
    <Footer />
  </>
)
