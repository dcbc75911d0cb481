import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type ContactFault, type ContactMessage, isReference } from '#shared/contracts/contact.ts'
import { leadWithTopic } from '#shared/domain/contact-topics.ts'
import { FAILURE, SUCCESS } from '#shared/domain/messages.ts'
import { contactFailure, useContact } from '#web/data/contact.ts'
import { usePosted } from '#web/data/posted.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { pageUrl } from '#web/share/share-card.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { toast, withdrawError } from '#web/ui/toast.ts'

/** Where the form goes without a script. */
export const CONTACT_PATH = '/contact'

const EMPTY: ContactMessage = { name: '', email: '', message: '', website: '' }

const messageIn = (fields: FormData): ContactMessage => {
  const text = (name: string) => String(fields.get(name) ?? '')
  // Browsers send line breaks as two characters.
  return {
    name: text('name'),
    email: text('email'),
    message: text('message').replaceAll('\r\n', '\n'),
    website: text('website'),
  }
}

/** Returns the message that a link asks for: its topic, and the card it is about. */
function createMessage(origin: string, asked: URLSearchParams): string {
  const card = asked.get('card')
  return leadWithTopic(asked.get('topic')) + (card ? `${pageUrl(origin, card)}\n\n` : '')
}

/** The form from the first letter to the answer. Nothing that was typed is lost unless it has been sent. */
export function useContactForm() {
  const { origin } = usePlatform()
  const { faultOf, send, isSending, secondsLeft } = useContact()
  const [asked] = useSearchParams()
  const { key = '', refused } = usePosted()
  const [message, setMessage] = useState<ContactMessage>(() =>
    refused === undefined
      ? { ...EMPTY, message: createMessage(origin, asked) }
      : { name: refused.name, email: refused.email, message: refused.message, website: '' },
  )
  const isAtFields = Boolean(refused?.fault.fields.length)
  const [fault, setFault] = useState(() => (isAtFields ? (refused!.fault as ContactFault) : null))
  const [failure, setFailure] = useState(() =>
    isAtFields && refused?.fault.message !== FAILURE.contactFieldsMissing ? null : (refused?.fault.message ?? null),
  )
  // The form was sent before the app was there, and led here.
  const [sent, setSent] = useState(() => {
    const reference = asked.get('sent')
    return { times: reference === null ? 0 : 1, reference: isReference(reference) ? reference : null }
  })
  const form = useRef<HTMLFormElement>(null)
  // Text that was typed before hydration: React keeps it in the DOM and not in the state.
  useLayoutEffect(() => {
    setMessage(messageIn(new FormData(form.current!)))
  }, [])

  const sendOnce = useSingleFlight(async () => {
    const found = faultOf(message)
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
      const words = contactFailure(thrown)
      setFailure(words)
      toast.error(words)
    }
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void sendOnce()
  }

  return {
    form,
    /** The idempotency key of a form that is sent without scripts. */
    formKey: key,
    message,
    write(part: Partial<ContactMessage>) {
      setMessage((before) => ({ ...before, ...part }))
      setFault(null)
      setFailure(null)
      withdrawError()
    },
    errorOf(field: ContactFault['fields'][number]) {
      if (!fault?.fields.includes(field)) return undefined
      return fault.message === FAILURE.contactFieldsMissing ? FAILURE.contactFieldMissing[field] : fault.message
    },
    failure,
    length: message.message.length,
    isSending,
    secondsLeft,
    /** How many messages have gone from this page, and what the last one is called. */
    sent,
    submit,
  }
}
