import { LABELS } from '#shared/domain/messages.ts'
import { Page } from '#web/ui/page.tsx'
import { Link } from '#web/ui/link.tsx'

export function NotFound() {
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
