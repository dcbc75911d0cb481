import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { CONTACT_FIELD_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import { CONTACT_PATH, useContactForm } from './use-contact-form.ts'
import styles from './contact-form.module.css'

export function ContactForm() {
  const { form, message, write, getError, failure, length, ...rest } = useContactForm()
  const { isSending, secondsLeft, sent, submit } = rest
  const { formKey } = rest
  const values = {
    name: message.name,
    email: message.email,
    message: message.message,
    length: String(length),
  }

  return (
    <>
      {sent.times > 0 ? <Sent key={sent.times} reference={sent.reference} /> : null}
      <form method="post" action={CONTACT_PATH} onSubmit={submit} noValidate ref={form}>
        <input type="hidden" name="key" value={formKey} />
        <Field label="Name" error={getError('name')}>
          {(props) => (
            <input
              {...props}
              name="name"
              autoComplete="name"
              value={values.name}
              onChange={(event) => write({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label="Email" error={getError('email')}>
          {(props) => (
            <input
              {...props}
              name="email"
              type="email"
              autoComplete="email"
              value={values.email}
              onChange={(event) => write({ email: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Message"
          error={getError('message')}
          counter={`${values.length} of ${CONTACT_FIELD_MAX_CHARACTERS.message}`}
        >
          {(props) => (
            <textarea
              {...props}
              name="message"
              rows={6}
              value={values.message}
              onChange={(event) => write({ message: event.target.value })}
            />
          )}
        </Field>
        <Honeypot value={message.website} onChange={(website) => write({ website })} />
        <div>
          <button
            type="submit"
            className={
              isSending || secondsLeft > 0 ? buttonLook('primary', 'full', 'busy') : buttonLook('primary', 'full')
            }
            aria-disabled={isSending || secondsLeft > 0}
          >
            {getButtonLabel(isSending, secondsLeft)}
          </button>
          <p className={fieldStyles['error']} role="alert">
            {failure}
          </p>
        </div>
      </form>
    </>
  )
}

function getButtonLabel(isSending: boolean, secondsLeft: number): string {
  if (isSending) return LABELS.sending
  return secondsLeft > 0 ? `Send again in ${secondsLeft} s` : LABELS.sendMessage
}

/** The honeypot field: hidden from sight, keyboard and screen readers, and ignored by password managers. */
const Honeypot = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <div className={styles['honeypot']} aria-hidden="true">
    <label>
      Website
      <input
        name="website"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-lpignore="true"
        data-bwignore="true"
        data-form-type="other"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  </div>
)

/** Confirms a sent message. Takes the focus from the button, which is disabled during the cooldown. */
function Sent({ reference }: { reference: string | null }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div className={styles['sent']} tabIndex={-1} ref={panel}>
      <h2 className={textStyles['heading']}>
        <Check className={iconLook} aria-hidden="true" />
        Message sent
      </h2>
      <p>We'll reply to your email.</p>
      {reference === null ? null : (
        <p>
          Your reference number is <b>{reference}</b>.
        </p>
      )}
      <Link className={linkLook} to="/hall-of-fame">
        See the Hall of Fame
      </Link>
    </div>
  )
}
