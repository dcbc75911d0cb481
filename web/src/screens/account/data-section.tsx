import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { AccountResponse } from '#shared/contracts/account.ts'
import { useOwnAccount } from '#web/data/account.ts'
import { getMessage } from '#web/lib/failure.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { buttonLook } from '#web/ui/button.ts'
import { lateSheet } from '#web/ui/late-sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import accountStyles from './account.module.css'

const ProofSheet = lateSheet(() => import('./proof-sheet.tsx'))

/** Exporting the user's data, and deleting the account. */
export function DataSection({ account }: { account: AccountResponse }) {
  const { exportAll, remove } = useOwnAccount()
  const navigate = useNavigate()
  const [isConfirming, setIsConfirming] = useState(false)
  const cards = account.cards === 1 ? '1 card' : `${account.cards} cards`

  const download = useSingleFlight(async () => {
    try {
      await exportAll.mutateAsync()
    } catch (thrown) {
      toast.error(getMessage(thrown))
    }
  })
  const deleteAccount = async (password: string) => {
    await remove.mutateAsync(password)
    toast.blank('Your account was deleted.')
    void navigate('/')
  }

  return (
    <section className={accountStyles['section']} aria-labelledby="data">
      <h2 className={textStyles['heading']} id="data">
        Your data
      </h2>
      <p>
        {account.cards === 0 ? 'No card is' : `${cards} ${account.cards === 1 ? 'is' : 'are'}`} saved with this account.
        See the <Link to="/privacy-policy">privacy policy</Link> for what we keep.
      </p>
      <p>
        Cards you made before you signed in are in <Link to="/my-cards">My cards</Link>, where you can add them to your
        account.
      </p>
      <div className={accountStyles['row']}>
        <button
          type="button"
          className={buttonLook()}
          aria-disabled={exportAll.isPending}
          onClick={() => void download()}
        >
          Download my data
        </button>
        <button type="button" className={buttonLook('danger')} onClick={() => setIsConfirming(true)}>
          Delete account
        </button>
      </div>
      <ProofSheet
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        account={account}
        title="Delete your account?"
        keep="Keep the account"
        action={account.cards === 0 ? 'Delete account' : `Delete account and ${cards}`}
        onConfirm={deleteAccount}
      >
        <p>
          This permanently deletes your account
          {account.cards === 0 ? '' : ` and ${cards}, with all pictures and votes`}. Cards you made without signing in
          stay in the browser that made them. We can't undo this.
        </p>
      </ProofSheet>
    </section>
  )
}
