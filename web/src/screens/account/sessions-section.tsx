import { useState } from 'react'
import type { AccountResponse } from '#shared/contracts/account.ts'
import { useOwnAccount } from '#web/data/account.ts'
import { classes } from '#web/ui/classes.ts'
import { buttonLook } from '#web/ui/button.ts'
import { lateSheet } from '#web/ui/late-sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import accountStyles from './account.module.css'

const ProofSheet = lateSheet(() => import('./proof-sheet.tsx'))

/** The account's sessions. Device names are not stored, so it shows only times. */
export function SessionsSection({ account }: { account: AccountResponse }) {
  const { signOutEverywhere } = useOwnAccount()
  const [isConfirming, setIsConfirming] = useState(false)
  const end = async (password: string) => {
    await signOutEverywhere.mutateAsync(password)
    toast.blank("You're signed out everywhere.")
  }

  return (
    <section className={accountStyles['section']} aria-labelledby="sessions">
      <h2 className={textStyles['heading']} id="sessions">
        Signed in
      </h2>
      <ul>
        {account.sessions.map(({ since, isThis }) => (
          <li key={`${since}${String(isThis)}`}>
            Since{' '}
            <time dateTime={since}>
              {new Date(since).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}
            </time>
            {isThis ? <b> · this device</b> : null}
          </li>
        ))}
      </ul>
      <p className={classes(textStyles['small'], textStyles['mute'])}>
        Sessions expire after 30 days. We don't record device names.
      </p>
      <button type="button" className={buttonLook()} onClick={() => setIsConfirming(true)}>
        Sign out everywhere
      </button>
      <ProofSheet
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        account={account}
        title="Sign out everywhere?"
        keep="Stay signed in"
        action="Sign out everywhere"
        onConfirm={end}
      >
        <p>This signs you out on every device, including this one. Your cards stay.</p>
      </ProofSheet>
    </section>
  )
}
