import { type FormEvent, useRef, useState } from 'react'
import { type ContactFault, type ContactMessage, isReference } from '#shared/contracts/contact.ts'
import { SUCCESS } from '#shared/domain/messages.ts'
import { contactFailure, useContact } from '#web/data/contact.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useTypedBefore } from '#web/lib/typed-before.ts'
import { useSearchParams } from '#web/router/router.tsx'
import { useSingleFlight } from '#web/lib/use-single-flight.ts'
import { toast } from '#web/ui/toast.ts'
import { aboutCard, topicOf, withTopic } from './topics.ts'

/** Where the form goes without a script. */
export const CONTACT_PATH = '/contact'

const EMPTY: ContactMessage = { name: '', email: '', message: '', website: '' }

const messageIn = (fields: ReadonlyMap<string, string>): ContactMessage => ({
  name: fields.get('name') ?? '',
  email: fields.get('email') ?? '',
  // Browsers send line breaks as two characters.
  message: (fields.get('message') ?? '').replaceAll('\r\n', '\n'),
  website: fields.get('website') ?? '',
})

/** The form from the first letter to the answer. Nothing that was typed is lost unless it has been sent. */
export function useContactForm() {
  const { origin } = usePlatform()
  const { faultOf, send, isSending, secondsLeft } = useContact()
  const [asked] = useSearchParams()
  const typed = useTypedBefore(CONTACT_PATH)
  const [taken, setTaken] = useState(typed)
  const [topic, setTopic] = useState(() => topicOf(typed?.get('topic') ?? asked.get('topic')))
  const [message, setMessage] = useState(() =>
    typed === null ? { ...EMPTY, message: aboutCard(origin, asked.get('card')) } : messageIn(typed),
  )
  if (typed !== null && typed !== taken) {
    setTaken(typed)
    setTopic(topicOf(typed.get('topic') ?? null))
    setMessage(messageIn(typed))
  }
  const [fault, setFault] = useState<ContactFault | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  // The form was sent before the app was there, and led here.
  const [sent, setSent] = useState(() => {
    const reference = asked.get('sent')
    return { times: reference === null ? 0 : 1, reference: isReference(reference) ? reference : null }
  })
  const form = useRef<HTMLFormElement>(null)
  const whole = { ...message, message: withTopic(topic, message.message) }

  const sendOnce = useSingleFlight(async () => {
    const found = faultOf(whole)
    setFault(found)
    setFailure(null)
    if (found) {
      toast.error(found.message)
      const [first] = found.fields
      if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    try {
      const reference = await send(whole)
      setMessage(EMPTY)
      setTopic(topicOf(null))
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
    topic,
    setTopic: (id: string) => setTopic(topicOf(id)),
    message,
    write(part: Partial<ContactMessage>) {
      setMessage((before) => ({ ...before, ...part }))
      setFault(null)
      setFailure(null)
    },
    errorOf: (field: ContactFault['fields'][number]) => (fault?.fields.includes(field) ? fault.message : undefined),
    failure,
    length: whole.message.length,
    isSending,
    secondsLeft,
    /** How many messages have gone from this page, and what the last one is called. */
    sent,
    submit,
  }
}
