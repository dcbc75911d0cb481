import { type ReactNode, useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { SIGNED_IN, WITHOUT_SCRIPTS } from '#shared/domain/messages.ts'
import { POSTED_KEY, type Posted } from '#web/data/posted.ts'
import { useSkipClosedSheets } from '#web/navigation/latest-navigation.tsx'
import { withdrawError } from '#web/ui/toast.ts'
import { WithoutScripts } from '#web/ui/without-scripts.tsx'
import { Crash } from './crash.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Nav } from './nav.tsx'
import styles from './shell.module.css'

export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  useSkipClosedSheets()
  return (
    <>
      <SkipLink />
      <ErrorsLeave key={pathname} />
      <Header>
        <Nav />
      </Header>
      <SignedIn />
      <main id="main" tabIndex={-1}>
        {/* A crashed page keeps the navigation usable. */}
        <Crash key={pathname} Frame="div">
          {children}
        </Crash>
      </main>
      <Footer />
    </>
  )
}

/** Dismisses a screen's error toast when the visitor leaves it. */
function ErrorsLeave() {
  useEffect(() => withdrawError, [])
  return null
}

export const SkipLink = () => (
  <a className={styles['skip']} href="#main">
    Skip to content
  </a>
)

/** Names the account that a visitor without JavaScript has just signed in to. With JavaScript, a toast does. */
function SignedIn() {
  const email = useQueryClient().getQueryData<Posted>(POSTED_KEY)?.signedInAs
  return email === undefined ? null : (
    <WithoutScripts>
      <output>
        {SIGNED_IN(email)} {WITHOUT_SCRIPTS.signedIn}
      </output>
    </WithoutScripts>
  )
}
