import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useSkipClosedSheets } from '#web/lib/back-closes.ts'
import { Crash } from './crash.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './shell.module.css'

export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  useSkipClosedSheets()
  return (
    <>
      <a className={styles['skip']} href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        {/* One broken page leaves the way to the others. */}
        <Crash key={pathname} Frame="div">
          {children}
        </Crash>
      </main>
      <Footer />
    </>
  )
}
