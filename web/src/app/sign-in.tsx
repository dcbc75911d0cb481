import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useEffect } from 'react'
import { configQuery } from '#web/data/config.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useEmail } from '#web/hooks/use-email.ts'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import navStyles from './nav.module.css'

/** The sign-in link or the sign-out button. */
export function SignIn({ onUsed }: { onUsed: () => void }) {
  const { api, account } = usePlatform()
  const { data: config } = useQuery(configQuery(api))
  const email = useEmail()

  useEffect(() => {
    const failure = account.failure()
    if (failure !== null) toast.error(failure)
  }, [account])

  if (email !== null) {
    const leave = () => {
      account.signOut()
      toast.success('You are signed out.')
      onUsed()
    }
    return (
      <>
        {account.isAdmin() && <a href="/admin">Reports</a>}
        <button type="button" className={navStyles['item']} onClick={leave}>
          Sign out
          <span className={textStyles['unseen']}> of {email}</span>
        </button>
      </>
    )
  }

  const goThere = (event: MouseEvent) => {
    onUsed()
    if (config === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // If the client fails to load, the plain link still works but returns to the home page.
    account.signIn(config.projectId).catch(() => location.assign('/auth'))
  }
  return (
    <a href="/auth" onClick={goThere}>
      Sign in
    </a>
  )
}
