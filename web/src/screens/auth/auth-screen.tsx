import type { AuthView } from '#shared/contracts/auth-view.ts'
import { useView } from '#web/data/view.ts'
import { linkLook } from '#web/ui/button.ts'
import formStyles from '#web/ui/form-page.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { SplitPage } from '#web/ui/split-page.tsx'
import { AuthForm } from './auth-form.tsx'
import { HandOver } from './hand-over.tsx'

/** People sign in here, for this site and for those that it lists. The Worker renders it, and no script of the app runs. */
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
