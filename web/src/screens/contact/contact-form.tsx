import { type FormEvent, useRef, useState } from 'react'
import type { ContactFault, ContactMessage } from '#shared/contracts/contact.ts'
import { CONTACT_FIELD_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { LABELS, SUCCESS } from '#shared/domain/messages.ts'
import { contactFailure, useContact } from '#web/data/contact.ts'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { Honeypot } from './honeypot.tsx'

const EMPTY: ContactMessage = { name: '', email: '', message: '', website: '' }
const COUNTER_FROM = 4000

export function ContactForm() {
  const { faultOf, send, isSending } = useContact()
  const [message, setMessage] = useState(EMPTY)
  const [fault, setFault] = useState<ContactFault | null>(null)
  const form = useRef<HTMLFormElement>(null)

  const errorOf = (field: ContactFault['fields'][number]) => (fault?.fields.includes(field) ? fault.message : undefined)
  const write = (part: Partial<ContactMessage>) => {
    setMessage((before) => ({ ...before, ...part }))
    setFault(null)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const found = faultOf(message)
    setFault(found)
    if (found) {
      toast.error(found.message)
      const [first] = found.fields
      if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    try {
      await send(message)
      setMessage(EMPTY)
      toast.success(SUCCESS.messageSent)
    } catch (thrown) {
      toast.error(contactFailure(thrown))
    }
  }

  return (
    <form onSubmit={submit} noValidate ref={form}>
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
      <Field label="Message" error={errorOf('message')} counter={counterOf(message.message)}>
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
      <button type="submit" className="btn pri full" aria-disabled={isSending}>
        {isSending ? LABELS.sending : LABELS.sendMessage}
      </button>
    </form>
  )
}

const counterOf = ({ length }: string): string | undefined =>
  length >= COUNTER_FROM ? `${length} of ${CONTACT_FIELD_MAX_CHARACTERS.message}` : undefined
