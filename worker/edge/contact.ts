import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { ContactResponse, findContactFault, ContactMessage } from '#shared/contracts/contact.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { keepTrapped } from './trapped-messages.ts'
import { type Filter, where } from '#shared/query/ast.ts'
import { retryAfterSeconds } from '#shared/time.ts'
import { getBearer } from '#worker/http/bearer.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import { getIdempotencyKey, toRequestName } from '#worker/http/idempotency-key.ts'
import { describeError, log } from '#worker/http/log.ts'
import { describeCall, idempotencyKey, ok } from '#worker/http/openapi/describe.ts'
import { jsonBody } from '#worker/http/openapi/validate.ts'
import { isSameSecret, newId } from '#worker/http/signature.ts'
import type { Senders } from '#worker/limits/contact-cooldown.ts'
import { isOurFault } from '#worker/limits/ceilings.ts'
import { contactMail } from '#worker/mail/templates.ts'
import type { EdgeContext, EdgeEnv } from './app-env.ts'

/** Length of a message's reference, the beginning of its id. */
const REFERENCE_CHARACTERS = 8

export const contact = new Hono<EdgeEnv>().post(
  '/contact-submit',
  describeCall('Sends a message to the people who run the site', {
    key: 'public',
    parameters: [idempotencyKey('Idempotency key. A retry by the same visitor is stored and emailed once.')],
    responses: ok('ContactReceived', ContactResponse),
    errors: [401, 404, 429],
  }),
  jsonBody('ContactMessage', ContactMessage, async (c: EdgeContext, schema) => {
    requirePublicKey(c)
    return parseInput(schema, await readJson(c, BODY_BYTES.small))
  }),
  async (c) => {
    const reference = await submitMessage(c, c.req.valid('json'), getIdempotencyKey(c.req.raw.headers))
    return c.json({ success: true, ...(reference !== null && { reference }) })
  },
)

/**
 * Stores a message and emails it to the admin. A message that fills the hidden field (a honeypot) is quarantined, and
 * reported as a success without a reference. Idempotent by `key`.
 *
 * @param key the idempotency key, or null
 * @returns the message's reference, which the email has too; null if it is quarantined
 * @throws AppError `VALIDATION_ERROR` with the fields in `details`; `TOO_SOON` with the time to wait; errors of storing
 */
export async function submitMessage(c: EdgeContext, typed: ContactMessage, key: string | null): Promise<string | null> {
  const message = trimFields(typed)
  // Bots fill hidden fields, but so do some autofill extensions.
  if (message.website !== '') return quarantine(c, message, key)

  const { clock, config, contactCooldown } = c.var.services
  const now = clock()
  const fault = findContactFault(message, { lastSentAt: null, now, cooldownMs: config.contact.cooldownMs })
  if (fault !== null)
    throw new AppError('VALIDATION_ERROR', fault.message, {
      details: fault.fields.map((path) => ({ path, message: fault.message })),
    })

  const { id, address } = c.var.visitor
  const senders = [id, `network-${address}`]
  // A resent form is the same message, unless its text has changed.
  const repeated = key === null ? null : await toMessageName(c, message, key)
  const submission = repeated ?? newId()
  const reference = toReference(submission)
  const wait = await contactCooldown.enter(senders, repeated)
  if (wait === 'sent') return reference
  if (wait === null) await storeOnce(c, submission, message, senders)
  else if (repeated === null || wait.isOfAnother || !(await isStored(c, repeated))) throw tooSoon(wait.waitMs)

  if (repeated === null || (await takeMail(c, repeated))) await mail(c, message, reference)
  // Comes last, because a message that is marked as sent is not processed again. A retry does not extend the cooldown.
  contactCooldown.sent(wait === null ? senders : [], repeated, now)
  return reference
}

async function quarantine(c: EdgeContext, message: ContactMessage, key: string | null): Promise<null> {
  const { backend, ceilings, clock } = c.var.services
  const id = key === null ? newId() : await toMessageName(c, message, key)
  const submission = { ...message, id, createdAt: new Date(clock()).toISOString() }
  const keep = () => keepTrapped(backend.service(c.var.origin), submission)
  await ceilings.hold('trapped', c.var.visitor, keep, FAILURE.contactTooSoon)
  return null
}

/** Returns the stored form of a message's idempotency key. It depends on the text. */
const toMessageName = (c: EdgeContext, message: ContactMessage, key: string): Promise<string> =>
  toRequestName('contact', c.var.visitor.id, `${key} ${JSON.stringify(message)}`)

const toReference = (submission: string): string => submission.slice(0, REFERENCE_CHARACTERS).toUpperCase()

/** Stores a message that has passed its cooldown. An error on our side ends the cooldown. */
async function storeOnce(c: EdgeContext, id: string, message: ContactMessage, senders: Senders): Promise<void> {
  const { ceilings, contactCooldown } = c.var.services
  try {
    await ceilings.hold('contact', c.var.visitor, () => storedOnce(c, id, message), REFUSAL.contactTooMany)
  } catch (thrown) {
    // An earlier attempt may have stored it, with its response lost.
    if (await isStored(c, id).catch(() => false)) return
    // The cooldown stays if the sender is at fault.
    if (isOurFault(thrown)) await contactCooldown.leave(senders)
    throw thrown
  }
}

/** Stores a message. A failed write may have been committed, so this checks. Other errors are not the sender's fault. */
const storedOnce = (c: EdgeContext, id: string, message: ContactMessage): Promise<void> =>
  store(c, id, message).catch(async (thrown: unknown) => {
    if (await isStored(c, id).catch(() => false)) return
    throw isOurFault(thrown) ? thrown : new AppError('INTERNAL', undefined, { cause: thrown })
  })

const tooSoon = (waitMs: number): AppError =>
  new AppError('TOO_SOON', FAILURE.contactTooSoon, { retryAfterSeconds: retryAfterSeconds(waitMs) })

const trimFields = ({ name, email, message, website }: ContactMessage): ContactMessage => ({
  name: name.trim(),
  email: email.trim(),
  message: message.trim(),
  website,
})

function requirePublicKey(c: EdgeContext): void {
  const key = getBearer(c.req.raw.headers) ?? ''
  if (!isSameSecret(key, c.var.services.config.publicKey)) throw new AppError('UNAUTHORIZED')
}

const SUBMISSIONS = 'contact_submissions'

const getSubmissions = (c: EdgeContext) => c.var.services.backend.service(c.var.origin).rest(SUBMISSIONS)

async function store(c: EdgeContext, id: string, { name, email, message }: ContactMessage): Promise<void> {
  const createdAt = new Date(c.var.services.clock()).toISOString()
  await getSubmissions(c).insert({ id, name, email, message, created_at: createdAt })
}

const isStored = async (c: EdgeContext, id: string): Promise<boolean> =>
  (await getSubmissions(c).select({ filters: [where('id', 'eq', id)], columns: ['id'] })).length > 0

/**
 * Claims the email about a stored message by a conditional update, so that only one of concurrent requests sends it. If
 * the update's result is lost, the row tells who has claimed it.
 *
 * @throws AppError if the database fails. The message is stored, and a retry will email it.
 */
async function takeMail(c: EdgeContext, id: string): Promise<boolean> {
  const taker = newId()
  const untaken: Filter[] = [where('id', 'eq', id), { column: 'mailed_by', operator: 'is', value: 'null', not: false }]
  const take = async () =>
    (await getSubmissions(c).update(untaken, { mailed_by: taker }, { returning: true })).length > 0
  return take().catch(async () => {
    const [row] = await getSubmissions(c).select({ filters: [where('id', 'eq', id)], columns: ['mailed_by'] })
    return row?.['mailed_by'] === taker || (row?.['mailed_by'] === null && take())
  })
}

/** Emails a stored message to the admin. A failure is only logged. */
async function mail(c: EdgeContext, message: ContactMessage, reference: string): Promise<void> {
  const to = c.var.services.config.adminEmail
  if (to === null) return log.error('contact mail not sent', { cause: 'ADMIN_EMAIL is not set' })
  try {
    const { replyTo, ...content } = contactMail({ ...message, reference })
    const options = replyTo === null ? {} : { replyTo }
    await c.var.services.backend.service(c.var.origin).notifications.email({ to, ...content, ...options })
  } catch (thrown) {
    log.error('contact mail not sent', { cause: describeError(thrown) })
  }
}
