import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type ContactFault, type ContactMessage, isReference } from '#shared/contracts/contact.ts'
import { toTopicPrefix } from '#shared/domain/contact-topics.ts'
import { FAILURE, SUCCESS } from '#shared/domain/messages.ts'
import { contactFailure, useContact } from '#web/data/contact.ts'
import { usePosted } from '#web/data/posted.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { pageUrl } from '#web/share/share-card.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { toast, withdrawError } from '#web/ui/toast.ts'

/** The form's target without JavaScript. */
export const CONTACT_PATH = '/contact'

const EMPTY: ContactMessage = { name: '', email: '', message: '', website: '' }

const toMessage = (fields: FormData): ContactMessage => {
  const text = (name: string) => String(fields.get(name) ?? '')
  // Browsers submit line breaks as CRLF.
  return {
    name: text('name'),
    email: text('email'),
    message: text('message').replaceAll('\r\n', '\n'),
    website: text('website'),
  }
}

/** Returns the initial message for a link: its topic and card. */
function createMessage(origin: string, params: URLSearchParams): string {
  const card = params.get('card')
  return toTopicPrefix(params.get('topic')) + (card ? `${pageUrl(origin, card)}\n\n` : '')
}

/** State of the contact form. Only a successful submission clears typed text. */
export function useContactForm() {
  const { origin } = usePlatform()
  const { check, send, isSending, secondsLeft } = useContact()
  const [params] = useSearchParams()
  const { key = '', refused } = usePosted()
  const [message, setMessage] = useState<ContactMessage>(() =>
    refused === undefined
      ? { ...EMPTY, message: createMessage(origin, params) }
      : { ...EMPTY, name: refused.name, email: refused.email ?? '', message: refused.message ?? '' },
  )
  const isAtFields = Boolean(refused?.fault.fields.length)
  const [fault, setFault] = useState(() => (isAtFields ? (refused!.fault as ContactFault) : null))
  const [failure, setFailure] = useState(() =>
    isAtFields && refused?.fault.message !== FAILURE.contactFieldsMissing ? null : (refused?.fault.message ?? null),
  )
  // `?sent=` means that the form was submitted before the scripts loaded.
  const [sent, setSent] = useState(() => {
    const reference = params.get('sent')
    return { times: reference === null ? 0 : 1, reference: isReference(reference) ? reference : null }
  })
  const form = useRef<HTMLFormElement>(null)
  // Reads text typed before hydration, which React leaves in the DOM but not in the state.
  useLayoutEffect(() => {
    setMessage(toMessage(new FormData(form.current!)))
  }, [])

  const sendOnce = useSingleFlight(async () => {
    const found = check(message)
    setFault(found)
    setFailure(null)
    if (found) {
      toast.error(found.message)
      const [first] = found.fields
      if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    try {
      const reference = await send(message)
      setMessage(EMPTY)
      setSent(({ times }) => ({ times: times + 1, reference }))
      toast.success(SUCCESS.messageSent)
    } catch (thrown) {
      const reason = contactFailure(thrown)
      setFailure(reason)
      toast.error(reason)
    }
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void sendOnce()
  }

  return {
    form,
    /** Idempotency key of the form without JavaScript. */
    formKey: key,
    message,
    write(part: Partial<ContactMessage>) {
      setMessage((before) => ({ ...before, ...part }))
      setFault(null)
      setFailure(null)
      withdrawError()
    },
    getError(field: ContactFault['fields'][number]) {
      if (!fault?.fields.includes(field)) return undefined
      return fault.message === FAILURE.contactFieldsMissing ? FAILURE.contactFieldMissing[field] : fault.message
    },
    failure,
    length: message.message.length,
    isSending,
    secondsLeft,
    /** Number of messages sent from this page, and the last one's reference. */
    sent,
    submit,
  }
}
