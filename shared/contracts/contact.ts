import * as z from 'zod/mini'
import { CONTACT_FIELD_MAX_CHARACTERS, CONTACT_COOLDOWN_MS } from '../domain/limits.ts'
import { isMailAddress } from '../domain/mail-address.ts'
import { FAILURE } from '../domain/messages.ts'

/**
 * `POST /functions/v1/contact-submit`. `website` is the honeypot: people never see it, but bots may fill it in.
 */
export const ContactMessage = z.object({
  // Missing fields count as empty, which has its own error message.
  name: z.catch(z.string(), ''),
  email: z.catch(z.string(), ''),
  message: z.catch(z.string(), ''),
  website: z.catch(z.string(), ''),
})
export type ContactMessage = z.infer<typeof ContactMessage>

/** A message's reference, in emails and on the confirmation page. */
const REFERENCE = /^[0-9A-F]{8}$/
export const isReference = (text: unknown): text is string => typeof text === 'string' && REFERENCE.test(text)

/** The response. A message with the honeypot filled in gets no reference. */
export const ContactResponse = z.object({
  success: z.literal(true),
  reference: z.optional(z.string().check(z.maxLength(8, { abort: true }), z.regex(REFERENCE))),
})

/** Returns the reference in a response, or null. */
export function getReference(body: unknown): string | null {
  const reference = (body as { reference?: unknown } | null)?.reference
  return isReference(reference) ? reference : null
}

export type ContactFault = {
  code: 'fields' | 'email' | 'cooldown' | 'length'
  message: string
  fields: readonly ('name' | 'email' | 'message')[]
}

/**
 * Returns why a message cannot be sent, or null. The order of the checks is fixed: missing fields, the email address,
 * the cooldown, then lengths. The browser checks before sending, and the Worker checks again.
 *
 * @param lastSentAt time of this sender's last message in milliseconds since 1970, or null
 */
export function findContactFault(
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
  // An address that is too long fails the length check below instead.
  const isEmailValid = fields.email.length > CONTACT_FIELD_MAX_CHARACTERS.email || isMailAddress(fields.email)
  if (!isEmailValid) return { code: 'email', message: FAILURE.contactEmailInvalid, fields: ['email'] }
  if (lastSentAt !== null && now - lastSentAt < cooldownMs)
    return { code: 'cooldown', message: FAILURE.contactTooSoon, fields: [] }
  const tooLong = names.filter((field) => fields[field].length > CONTACT_FIELD_MAX_CHARACTERS[field])
  const [first] = tooLong
  if (first !== undefined)
    return { code: 'length', message: FAILURE.contactTooLong(CONTACT_FIELD_MAX_CHARACTERS[first]), fields: tooLong }
  return null
}
