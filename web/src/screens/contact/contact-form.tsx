import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { CONTACT_FIELD_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { Field } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { TOPICS } from './topics.ts'
import { useContactForm } from './use-contact-form.ts'

export function ContactForm() {
  const { form, topic, setTopic, message, write, errorOf, failure, length, ...rest } = useContactForm()
  const { isSending, secondsLeft, sent, submit } = rest

  return (
    <>
      {sent > 0 ? <Sent key={sent} /> : null}
      <form onSubmit={submit} noValidate ref={form}>
        <div>
          <Field label="Topic">
            {(props) => (
              <select {...props} name="topic" value={topic.id} onChange={(event) => setTopic(event.target.value)}>
                {TOPICS.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <output className="small mute hint">{topic.hint}</output>
        </div>
        <Field label="Name" error={errorOf('name')}>
          {(props) => (
            <input
              {...props}
              name="name"
              autoComplete="name"
              value={message.name}
              onChange={(event) => write({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label="Email" error={errorOf('email')}>
          {(props) => (
            <input
              {...props}
              name="email"
              type="email"
              autoComplete="email"
              value={message.email}
              onChange={(event) => write({ email: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Message"
          error={errorOf('message')}
          counter={`${length} of ${CONTACT_FIELD_MAX_CHARACTERS.message}`}
        >
          {(props) => (
            <textarea
              {...props}
              name="message"
              rows={6}
              value={message.message}
              onChange={(event) => write({ message: event.target.value })}
            />
          )}
        </Field>
        <Honeypot value={message.website} onChange={(website) => write({ website })} />
        <div>
          <button
            type="submit"
            className={isSending || secondsLeft > 0 ? 'btn pri full wait' : 'btn pri full'}
            aria-disabled={isSending || secondsLeft > 0}
          >
            {wordsOn(isSending, secondsLeft)}
          </button>
          <p className="err" role="alert">
            {failure}
          </p>
        </div>
      </form>
    </>
  )
}

function wordsOn(isSending: boolean, secondsLeft: number): string {
  if (isSending) return LABELS.sending
  return secondsLeft > 0 ? `Send again in ${secondsLeft} s` : LABELS.sendMessage
}

/** Honeypot: people never meet this field, by eye, by key or by screen reader; a sender that fills it is a bot. */
const Honeypot = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <div className="honeypot" aria-hidden="true">
    <label>
      Website
      <input
        name="website"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  </div>
)

/** What a message's sender reads next. It takes the focus from the button, which cannot be pressed for a while. */
function Sent() {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div className="sent" tabIndex={-1} ref={panel}>
      <h2 className="h2">
        <Check className="i" aria-hidden="true" />
        Message sent
      </h2>
      <p>We answer at the address you gave.</p>
      <Link className="link" to="/hall-of-fame">
        See the Hall of Fame
      </Link>
    </div>
  )
}
