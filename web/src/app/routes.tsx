import { Suspense } from 'react'
import { LABELS } from '#shared/domain/messages.ts'
import { classes } from '#web/ui/classes.ts'
import { useLocation } from '#web/router/router.tsx'
import { buttonLook } from '#web/ui/button.ts'
import emptyStyles from '#web/ui/empty.module.css'
import { Link } from '#web/ui/link.tsx'
import pageStyles from '#web/ui/page.module.css'
import { Page } from '#web/ui/page.tsx'
import textStyles from '#web/ui/text.module.css'
import { screenAt } from './screens.tsx'

function NotFound() {
  return (
    <Page title="Page not found" className={classes(textStyles['wrap'], emptyStyles['empty'], emptyStyles['page'])}>
      <h1 className={textStyles['title']} tabIndex={-1}>
        Out of bounds.
      </h1>
      <p className={textStyles['mute']}>There is no page at this address.</p>
      <Link className={buttonLook()} to="/">
        {LABELS.generator}
      </Link>
    </Page>
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
