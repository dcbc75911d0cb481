import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { AccountResponse } from '#shared/contracts/account.ts'
import { useOwnAccount } from '#web/data/account.ts'
import { configQuery } from '#web/data/config.ts'
import { classes } from '#web/ui/classes.ts'
import { getMessage } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { Field } from '#web/ui/field.tsx'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import { isWeakPassword, isWrongPassword, WRONG_PASSWORD } from './password-faults.ts'
import accountStyles from './account.module.css'

/** Changes the password with the current one or, without it, by an emailed link. */
export function PasswordSection({ account }: { account: AccountResponse }) {
  const { api } = usePlatform()
  const config = useQuery(configQuery(api))
  const { changePassword, mailPasswordLink } = useOwnAccount()
  const [old, setOld] = useState('')
  const [next, setNext] = useState('')
  const [oldField, nextField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const projectId = config.data?.projectId

  const change = useSingleFlight(async () => {
    try {
      await changePassword.mutateAsync({ oldPassword: old, newPassword: next })
      setOld('')
      setNext('')
      toast.success('Password changed. Your other devices were signed out.')
    } catch (thrown) {
      // The field shows the password's error.
      if (isWrongPassword(thrown)) oldField.current?.focus()
      else if (isWeakPassword(thrown)) nextField.current?.focus()
      else toast.error(getMessage(thrown))
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void change()
  }
  const mail = useSingleFlight(async () => {
    if (projectId === undefined) return
    try {
      await mailPasswordLink.mutateAsync({ email: account.email, projectId })
    } catch (thrown) {
      toast.error(getMessage(thrown))
    }
  })

  return (
    <section className={accountStyles['section']} aria-labelledby="password">
      <h2 className={textStyles['heading']} id="password">
        Password
      </h2>
      {account.hasPassword ? (
        <form onSubmit={submit}>
          <input type="hidden" name="username" autoComplete="username" value={account.email} readOnly />
          <Field label="Current password" error={isWrongPassword(changePassword.error) ? WRONG_PASSWORD : undefined}>
            {(props) => (
              <input
                {...props}
                ref={oldField}
                type="password"
                autoComplete="current-password"
                required
                value={old}
                onChange={(event) => setOld(event.target.value)}
              />
            )}
          </Field>
          <Field
            label="New password"
            error={isWeakPassword(changePassword.error) ? getMessage(changePassword.error) : undefined}
          >
            {(props) => (
              <input
                {...props}
                ref={nextField}
                type="password"
                autoComplete="new-password"
                required
                minLength={8}
                value={next}
                onChange={(event) => setNext(event.target.value)}
              />
            )}
          </Field>
          <button type="submit" className={buttonLook()} aria-disabled={changePassword.isPending}>
            Change password
          </button>
        </form>
      ) : (
        <p className={textStyles['mute']}>
          This account has no password. You sign in with emailed links or another service.
        </p>
      )}
      <button type="button" className={linkLook} onClick={() => void mail()}>
        {account.hasPassword ? 'Forgot it? Email me a link' : 'Email me a link to set one'}
      </button>
      <output className={classes(textStyles['small'], textStyles['mute'])}>
        {mailPasswordLink.isSuccess ? `A link is on its way to ${account.email}. It expires in an hour.` : null}
      </output>
    </section>
  )
}
