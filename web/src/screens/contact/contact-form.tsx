import { CONTACT_FIELD_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { Field } from '#web/ui/field.tsx'
import { Honeypot } from './honeypot.tsx'
import { Sent } from './sent.tsx'
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
