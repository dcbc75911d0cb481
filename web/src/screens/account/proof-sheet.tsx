import { CircleAlert } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type AccountResponse, FRESH_MINUTES } from '#shared/contracts/account.ts'
import { useSignIn } from '#web/data/account.ts'
import { getMessage } from '#web/lib/failure.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { buttonLook } from '#web/ui/button.ts'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { iconLook } from '#web/ui/icon.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import { isWrongPassword, WRONG_PASSWORD } from './password-faults.ts'

type ProofSheetProps = {
  open: boolean
  onClose: () => void
  account: AccountResponse
  title: string
  /** The label of the safe button, which comes first. */
  keep: string
  action: string
  onConfirm: (password: string) => Promise<void>
  children: ReactNode
}

const PASSWORD_MISSING = 'Enter your password first.'
const TOO_OLD = `You signed in more than ${FRESH_MINUTES} minutes ago.`

/** Confirms an action and asks for proof of identity: a recent sign-in, or else the password. */
export default function ProofSheet({
  open,
  onClose,
  account,
  title,
  keep,
  action,
  onConfirm,
  children,
}: ProofSheetProps) {
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const signIn = useSignIn()
  const asksPassword = account.hasPassword && !account.isFresh
  const canProve = account.hasPassword || account.isFresh

  function close() {
    setPassword('')
    setFailure(null)
    onClose()
  }
  function fail(message: string) {
    setFailure(message)
    field.current?.focus()
  }
  const submit = useSingleFlight(async () => {
    if (asksPassword && password === '') return fail(PASSWORD_MISSING)
    setIsBusy(true)
    setFailure(null)
    try {
      await onConfirm(asksPassword ? password : '')
      close()
    } catch (thrown) {
      fail(!isWrongPassword(thrown) ? getMessage(thrown) : asksPassword ? WRONG_PASSWORD : TOO_OLD)
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
            <button type="button" className={buttonLook('danger')} aria-disabled={isBusy} onClick={() => void submit()}>
              {action}
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
      {asksPassword ? (
        <Field label="Password" error={failure ?? undefined}>
          {(props) => (
            <input
              {...props}
              ref={field}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      ) : account.isFresh ? null : (
        <p className={textStyles['mute']}>
          This account has no password. Sign in again with an emailed link and come back within {FRESH_MINUTES} minutes.
        </p>
      )}
      {failure !== null && !asksPassword ? (
        <p className={fieldStyles['error']} role="alert">
          <CircleAlert className={iconLook} aria-hidden="true" />
          {failure}
        </p>
      ) : null}
    </Sheet>
  )
}
