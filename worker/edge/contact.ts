import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { contactFault, ContactMessage } from '#shared/contracts/contact.ts'
import { IDEMPOTENCY_KEY } from '#shared/contracts/headers.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { retryAfterSeconds } from '#shared/time.ts'
import { bearerOf } from '#worker/http/bearer.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { describeError, log } from '#worker/http/log.ts'
import { hashOf } from '#worker/http/secrets.ts'
import { isSameSecret, newId } from '#worker/http/signature.ts'
import { requireUnderCap } from '#worker/limits/network-caps.ts'
import { contactMail } from '#worker/mail/templates.ts'
import type { EdgeContext, EdgeEnv } from './app-env.ts'

/** Far more than the longest message in any script. */
const BODY_MAX_BYTES = 64 * 1024
/** The beginning of its id is what a message is called in mails. */
const REFERENCE_CHARACTERS = 8

export const contact = new Hono<EdgeEnv>().post('/contact-submit', async (c) => {
  requirePublicKey(c)
  const message = parseInput(ContactMessage, await readJson(c, BODY_MAX_BYTES))
  const reference = await submitMessage(c, message, c.req.header(IDEMPOTENCY_KEY) ?? null)
  return c.json({ success: true, reference })
})

/**
 * Stores a message and mails it to the admin. What a bot has filled, and what has been sent before under the same key,
 * is answered like any other and goes nowhere.
 *
 * @param key what all attempts to send this message have in common; null: it is sent once
 * @returns its reference, which stands in the mail too
 * @throws AppError `VALIDATION_ERROR` with the fields in `details`; `TOO_SOON` with the time to wait; and what storing throws
 */
export async function submitMessage(c: EdgeContext, typed: ContactMessage, key: string | null): Promise<string> {
  const message = trimmed(typed)
  // A bot that fills what people cannot see is told what people are told, and nothing happens.
  if (message.website !== '') return referenceOf(newId())

  const { buckets, clock, config, contactCooldown } = c.var.services
  const now = clock()
  const fault = contactFault(message, { lastSentAt: null, now, cooldownMs: config.contact.cooldownMs })
  if (fault !== null)
    throw new AppError('VALIDATION_ERROR', fault.message, {
      details: fault.fields.map((path) => ({ path, message: fault.message })),
    })

  const { id, address } = c.var.visitor
  const senders = [id, `network-${address}`]
  const repeated = await repeatedIdOf(c, key)
  const submission = repeated ?? newId()
  const reference = referenceOf(submission)
  const wait = await contactCooldown.enter(senders, repeated)
  // The answer to the first one was lost.
  if (wait === 'sent') return reference
  if (wait !== null)
    throw new AppError('TOO_SOON', FAILURE.contactTooSoon, { retryAfterSeconds: retryAfterSeconds(wait) })
  try {
    await requireUnderCap(buckets, 'contact', address, FAILURE.contactTooSoon)
    await c.var.services.ceilings.require('contact', FAILURE.contactTooSoon)
    await store(c, submission, message, now)
  } catch (thrown) {
    // A failed write may have been done all the same: then only its answer is lost.
    if (!(await isStored(c, submission).catch(() => false))) {
      await contactCooldown.leave(senders)
      throw thrown
    }
  }
  contactCooldown.sent(senders, repeated, now)
  await mail(c, message, reference)
  return reference
}

const referenceOf = (submission: string): string => submission.slice(0, REFERENCE_CHARACTERS).toUpperCase()

/** What is judged is what is stored and mailed. */
const trimmed = ({ name, email, message, website }: ContactMessage): ContactMessage => ({
  name: name.trim(),
  email: email.trim(),
  message: message.trim(),
  website,
})

function requirePublicKey(c: EdgeContext): void {
  const key = bearerOf(c.req.raw.headers) ?? ''
  if (!isSameSecret(key, c.var.services.config.publicKey)) throw new AppError('UNAUTHORIZED')
}

const SUBMISSIONS = 'contact_submissions'

/**
 * The id that all requests with the same `Idempotency-Key` of one visitor share, so that a message that is sent again is
 * stored once (draft-ietf-httpapi-idempotency-key-header); null without a key.
 */
async function repeatedIdOf(c: EdgeContext, key: string | null): Promise<string | null> {
  return key === null ? null : (await hashOf(`contact:${c.var.visitor.id}:${key}`)).slice(0, 32)
}

const submissionsOf = (c: EdgeContext) => c.var.services.backend.service(c.var.origin).db.table(SUBMISSIONS)

async function store(c: EdgeContext, id: string, { name, email, message }: ContactMessage, now: number): Promise<void> {
  await submissionsOf(c).create({ id, name, email, message, createdAt: new Date(now).toISOString() })
}

const isStored = async (c: EdgeContext, id: string): Promise<boolean> => (await submissionsOf(c).get(id)) !== null

/** The message is stored by now: mail that cannot be sent is only logged. */
async function mail(c: EdgeContext, message: ContactMessage, reference: string): Promise<void> {
  const to = c.var.services.config.adminEmail
  if (to === null) return log.error('contact mail not sent', { cause: 'ADMIN_EMAIL is not set' })
  try {
    const { replyTo, ...content } = contactMail({ ...message, reference })
    const answer = replyTo === null ? {} : { replyTo }
    await c.var.services.backend.service(c.var.origin).notifications.email({ to, ...content, ...answer })
  } catch (thrown) {
    log.error('contact mail not sent', { cause: describeError(thrown) })
  }
}
