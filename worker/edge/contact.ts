import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { ContactAnswer, contactFault, ContactMessage } from '#shared/contracts/contact.ts'
import { FAILURE, REFUSAL } from '#shared/domain/messages.ts'
import { type Filter, where } from '#shared/query/ast.ts'
import { retryAfterSeconds } from '#shared/time.ts'
import { bearerOf } from '#worker/http/bearer.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import { idempotencyKeyOf, requestNameOf } from '#worker/http/idempotency-key.ts'
import { describeError, log } from '#worker/http/log.ts'
import { describeCall, idempotencyKey, ok } from '#worker/http/openapi/describe.ts'
import { jsonBody } from '#worker/http/openapi/validate.ts'
import { isSameSecret, newId } from '#worker/http/signature.ts'
import type { Senders } from '#worker/limits/contact-cooldown.ts'
import { isOurFault } from '#worker/limits/ceilings.ts'
import { contactMail } from '#worker/mail/templates.ts'
import type { EdgeContext, EdgeEnv } from './app-env.ts'
import { keepTrapped } from './trapped-messages.ts'

/** The beginning of its id is what a message is called in mails. */
const REFERENCE_CHARACTERS = 8

export const contact = new Hono<EdgeEnv>().post(
  '/contact-submit',
  describeCall('Sends a message to the people who run the site', {
    key: 'public',
    parameters: [idempotencyKey('Names the message: sent again by the same visitor, it is stored and mailed once.')],
    answers: ok('ContactReceived', ContactAnswer),
    errors: [401, 404, 429],
  }),
  jsonBody('ContactMessage', ContactMessage, async (c: EdgeContext, schema) => {
    requirePublicKey(c)
    return parseInput(schema, await readJson(c, BODY_BYTES.small))
  }),
  async (c) => {
    const reference = await submitMessage(c, c.req.valid('json'), idempotencyKeyOf(c.req.raw.headers))
    return c.json({ success: true, ...(reference !== null && { reference }) })
  },
)

/**
 * Stores a message and mails it to the admin. One with the hidden field filled is only kept apart, and answered as a
 * success without a reference; what has been sent before under the same key is answered like the first one.
 *
 * @param key what all attempts to send this message have in common; null: it is sent once
 * @returns its reference, which stands in the mail too; null for one that is kept apart
 * @throws AppError `VALIDATION_ERROR` with the fields in `details`; `TOO_SOON` with the time to wait; and what storing
 *   throws
 */
export async function submitMessage(c: EdgeContext, typed: ContactMessage, key: string | null): Promise<string | null> {
  const message = trimmed(typed)
  // Bots fill what people cannot see, and so do some form fillers.
  if (message.website !== '') return keepApart(c, message, key)

  const { clock, config, contactCooldown } = c.var.services
  const now = clock()
  const fault = contactFault(message, { lastSentAt: null, now, cooldownMs: config.contact.cooldownMs })
  if (fault !== null)
    throw new AppError('VALIDATION_ERROR', fault.message, {
      details: fault.fields.map((path) => ({ path, message: fault.message })),
    })

  const { id, address } = c.var.visitor
  const senders = [id, `network-${address}`]
  // The same form sent again is the same message; with other words in it, another.
  const repeated = key === null ? null : await nameOf(c, message, key)
  const submission = repeated ?? newId()
  const reference = referenceOf(submission)
  const wait = await contactCooldown.enter(senders, repeated)
  // The answer to the first one was lost.
  if (wait === 'sent') return reference
  if (wait === null) await storeOnce(c, submission, message, senders)
  else if (repeated === null || wait.isOfAnother || !(await isStored(c, repeated))) throw tooSoon(wait.waitMs)

  if (repeated === null || (await takeMail(c, repeated))) await mail(c, message, reference)
  // Last: what is known as sent is not looked at again. Who had to wait has no longer to do so by being sent again.
  contactCooldown.sent(wait === null ? senders : [], repeated, now)
  return reference
}

async function keepApart(c: EdgeContext, message: ContactMessage, key: string | null): Promise<null> {
  const { backend, ceilings, clock } = c.var.services
  const id = key === null ? newId() : await nameOf(c, message, key)
  const kept = { ...message, id, createdAt: new Date(clock()).toISOString() }
  const keep = () => keepTrapped(backend.service(c.var.origin), kept)
  await ceilings.hold('trapped', c.var.visitor, keep, FAILURE.contactTooSoon)
  return null
}

/** The stored form of a message's idempotency key; other words make another one. */
const nameOf = (c: EdgeContext, message: ContactMessage, key: string): Promise<string> =>
  requestNameOf('contact', c.var.visitor.id, `${key} ${JSON.stringify(message)}`)

const referenceOf = (submission: string): string => submission.slice(0, REFERENCE_CHARACTERS).toUpperCase()

/** Stores a message that has passed its cooldown. A fault of ours ends the cooldown. */
async function storeOnce(c: EdgeContext, id: string, message: ContactMessage, senders: Senders): Promise<void> {
  const { ceilings, contactCooldown } = c.var.services
  try {
    await ceilings.hold('contact', c.var.visitor, () => storedOnce(c, id, message), REFUSAL.contactTooMany)
  } catch (thrown) {
    // Refused as too many, and stored earlier all the same: only its answer was lost.
    if (await isStored(c, id).catch(() => false)) return
    // A refusal stays charged to its senders.
    if (isOurFault(thrown)) await contactCooldown.leave(senders)
    throw thrown
  }
}

/**
 * A failed write may have been done all the same, now or earlier: then only its answer is lost. Whatever else keeps a
 * message from being stored is no fault of its sender.
 */
const storedOnce = (c: EdgeContext, id: string, message: ContactMessage): Promise<void> =>
  store(c, id, message).catch(async (thrown: unknown) => {
    if (await isStored(c, id).catch(() => false)) return
    throw isOurFault(thrown) ? thrown : new AppError('INTERNAL', undefined, { cause: thrown })
  })

const tooSoon = (waitMs: number): AppError =>
  new AppError('TOO_SOON', FAILURE.contactTooSoon, { retryAfterSeconds: retryAfterSeconds(waitMs) })

/** The trimmed text is checked, stored and mailed. */
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

const submissionsOf = (c: EdgeContext) => c.var.services.backend.service(c.var.origin).rest(SUBMISSIONS)

async function store(c: EdgeContext, id: string, { name, email, message }: ContactMessage): Promise<void> {
  const createdAt = new Date(c.var.services.clock()).toISOString()
  await submissionsOf(c).insert({ id, name, email, message, created_at: createdAt })
}

const isStored = async (c: EdgeContext, id: string): Promise<boolean> =>
  (await submissionsOf(c).select({ filters: [where('id', 'eq', id)], columns: ['id'] })).length > 0

/**
 * Takes the mail about a stored message, by one conditional statement: of any number of requests with the same message,
 * one mails it. When the answer to that is lost, the row says who has taken it.
 *
 * @throws AppError when the table cannot be asked: the message is stored, and whoever sends it again has it mailed
 */
async function takeMail(c: EdgeContext, id: string): Promise<boolean> {
  const taker = newId()
  const untaken: Filter[] = [where('id', 'eq', id), { column: 'mailed_by', operator: 'is', value: 'null', not: false }]
  const take = async () =>
    (await submissionsOf(c).update(untaken, { mailed_by: taker }, { returning: true })).length > 0
  return take().catch(async () => {
    const [row] = await submissionsOf(c).select({ filters: [where('id', 'eq', id)], columns: ['mailed_by'] })
    return row?.['mailed_by'] === taker || (row?.['mailed_by'] === null && take())
  })
}

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
