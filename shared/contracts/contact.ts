import * as z from 'zod/mini'
import { CONTACT_FIELD_MAX_CHARACTERS, CONTACT_COOLDOWN_MS } from '../domain/limits.ts'
import { isMailAddress } from '../domain/mail-address.ts'
import { FAILURE } from '../domain/messages.ts'

/**
 * `POST /functions/v1/contact-submit`. `website` is the honeypot: people never see it, but a form filler may fill it.
 */
export const ContactMessage = z.object({
  // Missing fields count as empty, and empty fields have words of their own.
  name: z.catch(z.string(), ''),
  email: z.catch(z.string(), ''),
  message: z.catch(z.string(), ''),
  website: z.catch(z.string(), ''),
})
export type ContactMessage = z.infer<typeof ContactMessage>

/** The reference of a message in mails and on the page that sent it. */
const REFERENCE = /^[0-9A-F]{8}$/
export const isReference = (text: unknown): text is string =>
  typeof text === 'string' && text.length === 8 && REFERENCE.test(text)

/** Its answer. A message that came with the honeypot filled has no reference. */
export const ContactAnswer = z.object({
  success: z.literal(true),
  reference: z.optional(z.string().check(z.maxLength(8, { abort: true }), z.regex(REFERENCE))),
})

/** @returns the reference in any answer to a message; null: it has none */
export function referenceIn(said: unknown): string | null {
  const reference = (said as { reference?: unknown } | null)?.reference
  return isReference(reference) ? reference : null
}

export type ContactFault = {
  code: 'fields' | 'email' | 'cooldown' | 'length'
  message: string
  fields: readonly ('name' | 'email' | 'message')[]
}

/**
 * Why a message cannot be sent yet, or null. The checks run in one order everywhere: all fields, the address,
 * the cooldown, and then how long they are. The browser asks before sending and the Worker asks again.
 *
 * @param lastSentAt milliseconds since 1970 of this sender's last message, or null
 */
export function contactFault(
  { name, email, message }: Omit<ContactMessage, 'website'>,
  {
    lastSentAt,
    now,
    cooldownMs = CONTACT_COOLDOWN_MS,
  }: { lastSentAt: number | null; now: number; cooldownMs?: number },
): ContactFault | null {
  const fields = { name: name.trim(), email: email.trim(), message: message.trim() }
  const names = ['name', 'email', 'message'] as const
  const empty = names.filter((field) => fields[field] === '')
  if (empty.length > 0) return { code: 'fields', message: FAILURE.contactFieldsMissing, fields: empty }
  // One that is too long is no other fault than its length, which comes last.
  const isTyped = fields.email.length > CONTACT_FIELD_MAX_CHARACTERS.email || isMailAddress(fields.email)
  if (!isTyped) return { code: 'email', message: FAILURE.contactEmailInvalid, fields: ['email'] }
  if (lastSentAt !== null && now - lastSentAt < cooldownMs)
    return { code: 'cooldown', message: FAILURE.contactTooSoon, fields: [] }
  const long = names.filter((field) => fields[field].length > CONTACT_FIELD_MAX_CHARACTERS[field])
  const [first] = long
  if (first !== undefined)
    return { code: 'length', message: FAILURE.contactTooLong(CONTACT_FIELD_MAX_CHARACTERS[first]), fields: long }
  return null
}
