import { type FormEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ContactFault, ContactMessage } from '#shared/contracts/contact.ts'
import { SUCCESS } from '#shared/domain/messages.ts'
import { contactFailure, useContact } from '#web/data/contact.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useSingleFlight } from '#web/lib/use-single-flight.ts'
import { toast } from '#web/ui/toast.ts'
import { aboutCard, topicOf, withTopic } from './topics.ts'

const EMPTY: ContactMessage = { name: '', email: '', message: '', website: '' }

/** The form from the first letter to the answer. Nothing that was typed is lost unless it has been sent. */
export function useContactForm() {
  const { origin } = usePlatform()
  const { faultOf, send, isSending, secondsLeft } = useContact()
  const [asked] = useSearchParams()
  const [topic, setTopic] = useState(() => topicOf(asked.get('topic')))
  const [message, setMessage] = useState(() => ({ ...EMPTY, message: aboutCard(origin, asked.get('card')) }))
  const [fault, setFault] = useState<ContactFault | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [sent, setSent] = useState(0)
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
      await send(whole)
      setMessage(EMPTY)
      setTopic(topicOf(null))
      setSent((times) => times + 1)
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
    /** How many messages have gone from this page. */
    sent,
    submit,
  }
}
