import type { ReactNode } from 'react'
import { useLocation } from '#web/router/router.tsx'
import { Crash } from './crash.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './shell.module.css'

type ShellProps = {
  children: ReactNode
  /** In the HTML that is there before the app: what is shown when the app cannot be fetched. */
  unstarted?: ReactNode
}

export function Shell({ children, unstarted }: ShellProps) {
  const { pathname } = useLocation()
  return (
    <>
      <a className={styles['skip']} href="#main">
        Skip to content
      </a>
      <Header />
      {unstarted}
      <main {...(unstarted ? { 'data-first': '' } : {})} id="main" tabIndex={-1}>
        {/* One broken page leaves the way to the others. */}
        <Crash key={pathname} Frame="div">
          {children}
        </Crash>
      </main>
      <Footer />
    </>
  )
}
