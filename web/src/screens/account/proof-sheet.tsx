import { CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AccountAnswer, FRESH_MINUTES } from '#shared/contracts/account.ts'
import { useSignIn } from '#web/data/account.ts'
import { wordsOf } from '#web/lib/failure.ts'
import { useSingleFlight } from '#web/lib/use-single-flight.ts'
import { buttonLook } from '#web/ui/button.ts'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { iconLook } from '#web/ui/icon.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import textStyles from '#web/ui/text.module.css'

type ProofSheetProps = {
  open: boolean
  onClose: () => void
  account: AccountAnswer
  title: string
  /** The safe way out, first. */
  keep: string
  act: string
  onAct: (password: string) => Promise<void>
  children: ReactNode
}

/** Says what is about to happen, and asks for a proof: the password, or a sign-in of the last minutes. */
export default function ProofSheet({ open, onClose, account, title, keep, act, onAct, children }: ProofSheetProps) {
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const signIn = useSignIn()
  const canProve = account.hasPassword || account.isFresh

  function close() {
    setPassword('')
    setFailure(null)
    onClose()
  }
  const go = useSingleFlight(async () => {
    setIsBusy(true)
    setFailure(null)
    try {
      await onAct(password)
      close()
    } catch (thrown) {
      setFailure(wordsOf(thrown))
    } finally {
      setIsBusy(false)
    }
  })

  return (
    <Sheet
      open={open}
      onClose={close}
      title={title}
      kind="dialog"
      footer={
        <>
          <button type="button" className={buttonLook()} onClick={close}>
            {keep}
          </button>
          {canProve ? (
            <button type="button" className={buttonLook('danger')} aria-disabled={isBusy} onClick={() => void go()}>
              {act}
            </button>
          ) : (
            <button type="button" className={buttonLook()} onClick={signIn}>
              Sign in again
            </button>
          )}
        </>
      }
    >
      {children}
      {account.hasPassword ? (
        <Field label="Password" error={failure ?? undefined}>
          {(props) => (
            <input
              {...props}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      ) : (
        <p className={textStyles['mute']}>
          {account.isFresh
            ? 'You have signed in a moment ago, so no further proof is needed.'
            : `This account has no password. Sign in once more by a mailed link and come back within ${FRESH_MINUTES} minutes.`}
        </p>
      )}
      {failure !== null && !account.hasPassword ? (
        <p className={fieldStyles['error']} role="alert">
          <CircleAlert className={iconLook} aria-hidden="true" />
          {failure}
        </p>
      ) : null}
    </Sheet>
  )
}
