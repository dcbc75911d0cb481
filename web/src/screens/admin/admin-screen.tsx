import type { AdminView } from '#shared/contracts/admin-view.ts'
import { useView } from '#web/data/view.ts'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import formStyles from '#web/ui/form-page.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { SplitPage } from '#web/ui/split-page.tsx'
import { Analytics } from './analytics.tsx'
import { Door } from './door.tsx'
import { Messages } from './messages.tsx'
import { Queue } from './queue.tsx'
import { RemovalQuestion } from './removal-question.tsx'

/** The admin pages. The Worker renders them, and none of the app's scripts run. */
export default function AdminScreen() {
  const view = useView<AdminView>()
  return (
    <>
      <title>{TITLES[view.kind]}</title>
      <AdminPage {...view} />
    </>
  )
}

const TITLES: Readonly<Record<AdminView['kind'], string>> = {
  door: 'Admin',
  'link sent': 'Admin',
  enter: 'Admin',
  'signed in': 'Admin',
  failed: 'Admin',
  queue: 'Reports | Admin',
  removal: 'Remove this card? | Admin',
  messages: 'Messages | Admin',
  analytics: 'Analytics | Admin',
}

function AdminPage(view: AdminView) {
  switch (view.kind) {
    case 'door':
      return <Door {...view} />
    case 'queue':
      return <Queue {...view} />
    case 'removal':
      return <RemovalQuestion {...view} />
    case 'messages':
      return <Messages {...view} />
    case 'analytics':
      return <Analytics {...view} />
    case 'link sent':
      return (
        <SplitPage heading="Check your email" lead="The link works once, for 15 minutes.">
          <Notice kind="good">If that address belongs to an admin, a link is on its way.</Notice>
        </SplitPage>
      )
    case 'enter':
      return (
        <SplitPage heading="Admin" lead="You followed the link in your email.">
          <form method="post" action="/admin/enter">
            <input type="hidden" name="token" value={view.token} />
            <button className={buttonLook('primary', 'full')} type="submit">
              Continue
            </button>
          </form>
        </SplitPage>
      )
    case 'signed in':
      return (
        <SplitPage heading="Admin" lead="You are signed in.">
          {/* Replaces this page in the history, because its URL holds tokens. */}
          <meta httpEquiv="refresh" content="0; url=/admin" />
          <a className={buttonLook('primary', 'full')} href="/admin">
            Open the reports
          </a>
        </SplitPage>
      )
    case 'failed':
      return (
        <SplitPage heading="Something went wrong" lead="For the people who run this site.">
          <Notice kind="bad">{view.message}</Notice>
          <p className={formStyles['links']}>
            <a className={linkLook} href="/admin">
              Admin
            </a>
            <a className={linkLook} href="/">
              Back to the site
            </a>
          </p>
        </SplitPage>
      )
  }
}
