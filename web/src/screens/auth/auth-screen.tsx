import type { AuthView } from '#shared/contracts/auth-view.ts'
import { useView } from '#web/data/view.ts'
import { linkLook } from '#web/ui/button.ts'
import formStyles from '#web/ui/form-page.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { SplitPage } from '#web/ui/split-page.tsx'
import { AuthForm } from './auth-form.tsx'
import { HandOver } from './hand-over.tsx'

/** The hosted sign-in page, for this site and other allowed ones. The Worker renders it, and no app script runs. */
export default function AuthScreen() {
  const view = useView<AuthView>()
  switch (view.kind) {
    case 'form':
      return <AuthForm {...view} />
    case 'hand over':
      return <HandOver {...view} />
    case 'done':
      return (
        <>
          <title>{view.title}</title>
          <SplitPage heading={view.title}>
            <Notice kind="good" isFocused>
              {view.text}
            </Notice>
            {view.mailed === null ? null : (
              <form method="post" action={`/auth/view/${view.mailed.form}?${view.query}`}>
                <p>
                  You entered <b>{view.mailed.email}</b>.
                </p>
                <input type="hidden" name="email" value={view.mailed.email} />
                <button className={linkLook} type="submit">
                  Use another address
                </button>
              </form>
            )}
            <a className={linkLook} href={`/auth?${view.query}`}>
              Sign in
            </a>
          </SplitPage>
        </>
      )
    case 'failed':
      return (
        <>
          <title>Sign in</title>
          <SplitPage heading="Something went wrong">
            <Notice kind="bad">{view.message}</Notice>
            <p className={formStyles['links']}>
              <a className={linkLook} href="/auth">
                Sign in
              </a>
              <a className={linkLook} href="/">
                Back to the site
              </a>
            </p>
          </SplitPage>
        </>
      )
  }
}
