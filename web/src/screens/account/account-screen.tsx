import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LoadFailed } from '#web/card/load-failed.tsx'
import { accountQuery } from '#web/data/account.ts'
import { useSignIn } from '#web/data/account.ts'
import { classes } from '#web/ui/classes.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useHydrated } from '#web/hooks/hydrated.ts'
import { useEmail } from '#web/hooks/use-email.ts'
import { buttonLook } from '#web/ui/button.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'
import textStyles from '#web/ui/text.module.css'
import { DataSection } from './data-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import accountStyles from './account.module.css'

/** The account page. */
export default function AccountScreen() {
  const { api, account } = usePlatform()
  const email = useEmail()
  const { data, isPending, isError, refetch } = useQuery(accountQuery(api, email))

  // A stored session has to load first.
  const isHydrated = useHydrated()
  const [hasToken, setHasToken] = useState(false)
  const isLoading = isHydrated && account.isExpected() && !hasToken
  useEffect(() => {
    void account.token().then(() => setHasToken(true))
  }, [account])

  return (
    <Page title="Account" className={classes(textStyles['wrap'], accountStyles['account'])}>
      <h1 className={textStyles['title']} tabIndex={-1}>
        Account
      </h1>
      {email === null ? (
        isLoading ? (
          <output className={textStyles['mute']}>Loading your account</output>
        ) : (
          <SignedOut />
        )
      ) : null}
      {email !== null && isPending ? <output className={textStyles['mute']}>Loading your account</output> : null}
      {email !== null && isError ? <LoadFailed words="Couldn't load your account" onRetry={refetch} /> : null}
      {email !== null && data ? (
        <>
          <p>
            Signed in as <b>{data.email}</b>, since {longDate(data.createdAt)}.
          </p>
          <PasswordSection account={data} />
          <SessionsSection account={data} />
          <DataSection account={data} />
        </>
      ) : null}
    </Page>
  )
}

function SignedOut() {
  const signIn = useSignIn()
  const button = { id: 'sign-in', className: buttonLook('primary') }
  return (
    <Empty title="You're not signed in.">
      <p className={textStyles['mute']}>
        You don't need an account, but with one your saved cards follow you to every device.
      </p>
      <a
        {...button}
        href="/auth"
        onClick={(event) => {
          event.preventDefault()
          void signIn()
        }}
      >
        Sign in
      </a>
    </Empty>
  )
}

/** @example longDate('2026-11-20T10:00:00Z') // 'November 20, 2026' */
const longDate = (iso: string): string => new Date(iso).toLocaleDateString('en-US', { dateStyle: 'long' })
