import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { AccountAnswer } from '#shared/contracts/account.ts'
import { useOwnAccount } from '#web/data/account.ts'
import { wordsOf } from '#web/lib/failure.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { buttonLook } from '#web/ui/button.ts'
import { lateSheet } from '#web/ui/late-sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import accountStyles from './account.module.css'

const ProofSheet = lateSheet(() => import('./proof-sheet.tsx'))

/** Taking everything along, and leaving for good. */
export function DataSection({ account }: { account: AccountAnswer }) {
  const { exportAll, remove } = useOwnAccount()
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  const cards = account.cards === 1 ? '1 card' : `${account.cards} cards`

  const download = useSingleFlight(async () => {
    try {
      await exportAll.mutateAsync()
    } catch (thrown) {
      toast.error(wordsOf(thrown))
    }
  })
  const leave = async (password: string) => {
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
        <button type="button" className={buttonLook('danger')} onClick={() => setIsAsked(true)}>
          Delete account
        </button>
      </div>
      <ProofSheet
        open={isAsked}
        onClose={() => setIsAsked(false)}
        account={account}
        title="Delete your account?"
        keep="Keep the account"
        act={account.cards === 0 ? 'Delete account' : `Delete account and ${cards}`}
        onAct={leave}
      >
        <p>
          Your account goes for good{account.cards === 0 ? '' : `, and with it ${cards} with all pictures and votes`}.
          Cards that you made without signing in stay with the browser that made them. Nobody can bring it back, not
          even us.
        </p>
      </ProofSheet>
    </section>
  )
}
