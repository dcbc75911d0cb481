import { Suspense } from 'react'
import { LABELS } from '#shared/domain/messages.ts'
import { useLocation } from '#web/router/router.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { screenAt } from './screens.tsx'

function NotFound() {
  return (
    <Page title="Page not found" className="wrap empty">
      <h1 className="h1" tabIndex={-1}>
        Out of bounds.
      </h1>
      <p className="mute">There is no page at this address.</p>
      <Link className="btn" to="/">
        {LABELS.generator}
      </Link>
    </Page>
  )
}

export function AppRoutes() {
  const found = screenAt(useLocation().pathname)
  return (
    <Suspense fallback={<div className="page-wait" />}>
      {found ? <found.Screen key={found.path} /> : <NotFound />}
    </Suspense>
  )
}
