import type { AppError } from '#shared/client/errors.ts'
import { isReference } from '#shared/contracts/contact.ts'
import { TOPIC_LABELS } from '#shared/domain/contact-topics.ts'

export type Topic = keyof typeof TOPIC_LABELS

/** What stands in the contact form's fields. `key` is the form's own, the same whenever it is sent again. */
export type Typed = {
  readonly topic: Topic
  readonly name: string
  readonly email: string
  readonly message: string
  readonly website: string
  readonly key: string
}

/** The contact form as a page shows it. */
export type ContactState = {
  readonly typed: Typed
  /** Why it was not sent; null: it was not, yet. */
  readonly error: AppError | null
  /** The message before has gone, and what it is called where that is known. */
  readonly isSent: boolean
  readonly reference: string | null
}

const SENT = 'sent'
/** Where a form that was sent leads to. */
export const sentPath = (reference: string | null): string => `/contact?${SENT}=${reference ?? ''}`
const KEY = /^[0-9a-f]{32}$/

const topicOf = (id: string | null): Topic =>
  id !== null && Object.hasOwn(TOPIC_LABELS, id) ? (id as Topic) : 'general'

/** The form as an address asks for it: with a topic, and about a card. */
export function contactAsked(params: URLSearchParams, origin: string, key: string): ContactState {
  const card = params.get('card')
  const message = card ? `${origin}/card/${encodeURIComponent(card)}\n\n` : ''
  const typed = { topic: topicOf(params.get('topic')), name: '', email: '', message, website: '', key }
  const sent = params.get(SENT)
  return { typed, error: null, isSent: sent !== null, reference: isReference(sent) ? sent : null }
}

/** What was sent by the form. @param newKey in place of a key that is none of ours */
export function typedIn(fields: URLSearchParams, newKey: string): Typed {
  const text = (name: string) => fields.get(name) ?? ''
  const key = text('key').length === 32 && KEY.test(text('key')) ? text('key') : newKey
  return {
    topic: topicOf(fields.get('topic')),
    name: text('name'),
    email: text('email'),
    // Browsers send line breaks as two characters (HTML, 4.10.21.4).
    message: text('message').replaceAll('\r\n', '\n'),
    website: text('website'),
    key,
  }
}
