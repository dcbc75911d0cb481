import { Suspense } from 'react'
import { LABELS } from '#shared/domain/messages.ts'
import { useLocation } from '#web/router/router.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { EmptyPage } from '#web/ui/empty.tsx'
import { Link } from '#web/ui/link.tsx'
import pageStyles from '#web/ui/page.module.css'
import textStyles from '#web/ui/text.module.css'
import { screenAt } from './screens.tsx'

function NotFound() {
  return (
    <EmptyPage says="Page not found">
      <p className={textStyles['mute']}>There is no page at this address.</p>
      <Link className={buttonLook('primary')} to="/">
        {LABELS.generator}
      </Link>
    </EmptyPage>
  )
}

export function AppRoutes() {
  const found = screenAt(useLocation().pathname)
  return (
    <Suspense fallback={<div className={pageStyles['wait']} />}>
      {found ? <found.Screen key={found.path} /> : <NotFound />}
    </Suspense>
  )
}
