import { Hono } from 'hono'
import { decodeJwt } from 'jose'
import { AppError } from '#shared/client/errors.ts'
import { toAppError } from '#worker/http/transient-error.ts'
import { DecideReport } from '#shared/contracts/reports.ts'
import { ADMIN_MAY } from '#shared/domain/roles.ts'
import { parseInput } from '#worker/http/body.ts'
import { onError } from '#worker/http/errors.ts'
import { readFields } from '#worker/http/fields.ts'
import { describeError, log } from '#worker/http/log.ts'
import { requireSameOrigin } from '#worker/http/same-origin.ts'
import { type Rate, requireToken } from '#worker/limits/token-bucket.ts'
import { adminMail } from '#worker/mail/auth-mails.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { cardNotFound, readRecord } from '../cards/card-record.ts'
import { siteOrigin } from '../origin.ts'
import { decideOn } from '../reports/decide.ts'
import { holdRemoval, readHeld, removeDue, undoRemoval } from '../reports/held-removals.ts'
import { readQueue } from '../reports/queue.ts'
import { allowPictures, readRefused } from '../reports/refused-pictures.ts'
import { endSession, isListed, issueLink, openSession, readAdmin, requireAdmin, useLink } from './access.ts'
import { adminAnalytics } from './analytics/routes.ts'
import { respondWithView } from './respond-with-view.ts'
import { readTrapped } from '../trapped-messages.ts'

const PER_NETWORK = { times: 20, seconds: 3600 }
/** One link per 12 minutes, valid for 15, so that an admin always has a valid one even under a flood of requests. */
const PER_ADDRESS = { times: 5, seconds: 3600 }

/** The admin pages at `/admin`. They never ask for the service key. */
export const admin = new Hono<EdgeEnv>()
  .onError(async (thrown, c) => {
    const { status } = await onError(thrown, c)
    return respondWithView(c, { kind: 'failed', message: toAppError(thrown).message }, { status })
  })
  .use(requireSameOrigin((c) => new URL(siteOrigin(c)).origin))
  .get('/', async (c) => {
    const admin = await readAdmin(c)
    if (admin === null) return respondWithView(c, { kind: 'door', signInUrl: getSignInUrl(c) })
    const { backend } = c.var.services
    const service = backend.service(c.var.origin)
    await removeDue(c.var.services, c.var.origin)
    const { queue } = await readQueue(service, backend.coreUrl(c.var.origin))
    const [held, refused] = [await readHeld(service), await readRefused(service)]
    const { email, formToken } = admin
    return respondWithView(c, { kind: 'queue', queue, held, refused, email, formToken, now: c.var.services.clock() })
  })
  .get('/messages', async (c) => {
    if ((await readAdmin(c)) === null) return c.redirect('/admin', 303)
    const messages = await readTrapped(c.var.services.backend.service(c.var.origin))
    return respondWithView(c, { kind: 'messages', messages })
  })
  .route('/analytics', adminAnalytics)
  .post('/link', async (c) => {
    const { email } = await readForm(c)
    await limit(c, `admin:network:${c.var.visitor.address}`, PER_NETWORK)
    c.executionCtx.waitUntil(sendLink(c, email.trim().toLowerCase()))
    return respondWithView(c, { kind: 'link sent' })
  })
  .get('/enter', (c) => respondWithView(c, { kind: 'enter', token: c.req.query('token') ?? '' }))
  .post('/enter', async (c) => {
    await limit(c, `admin:network:${c.var.visitor.address}`, PER_NETWORK)
    await useLink(c, (await readForm(c)).token)
    return c.redirect('/admin', 303)
  })
  /**
   * Receives an account's tokens from the sign-in page. Renders a page instead of redirecting: a redirect after another
   * site's page would not send the `SameSite=Strict` cookie.
   */
  .get('/session', async (c) => {
    const token = c.req.query('access_token') ?? ''
    const client = await c.var.services.backend.withToken(token, c.var.visitor, c.var.origin)
    const { email = '' } = await client.auth.me()
    if (!client.auth.can(...ADMIN_MAY)) throw new AppError('FORBIDDEN', 'This is not an admin account.')
    await openSession(c, email, getSessionId(token))
    // This page's URL contains tokens.
    return respondWithView(c, { kind: 'signed in' }, { headers: { 'referrer-policy': 'no-referrer' } })
  })
  .get('/picture/:id', async (c) => {
    if ((await readAdmin(c)) === null) throw new AppError('UNAUTHORIZED')
    const { backend } = c.var.services
    const { imageUrl } = await readRecord(backend.service(c.var.origin), c.req.param('id'))
    const { bytes, type } = await backend.image(imageUrl, c.var.origin)
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })
  .post('/refused/:card', async (c) => {
    await requireAdmin(c, (await readForm(c)).form)
    await allowPictures(c.var.services.backend.service(c.var.origin), c.req.param('card'))
    return c.redirect('/admin', 303)
  })
  .post('/cards/:id', async (c) => {
    const { form, decision: sent, sure } = await readForm(c)
    await requireAdmin(c, form)
    const { services, origin } = c.var
    const { decision } = parseInput(DecideReport, { decision: sent })
    if (decision === 'remove' && sure !== 'yes') {
      const { queue } = await readQueue(services.backend.service(origin), services.backend.coreUrl(origin))
      const card = queue.find(({ card }) => card.id === c.req.param('id'))
      if (!card) throw cardNotFound()
      return respondWithView(c, { kind: 'removal', card, formToken: form })
    }
    const id = c.req.param('id')
    await (decision === 'remove' ? holdRemoval(services, origin, id) : decideOn(services, origin, id, decision))
    log.info('report decided', { card: id, decision })
    return c.redirect('/admin', 303)
  })
  .post('/cards/:id/undo', async (c) => {
    await requireAdmin(c, (await readForm(c)).form)
    const id = c.req.param('id')
    if (!(await undoRemoval(c.var.services, c.var.origin, id))) throw cardNotFound()
    log.info('removal undone', { card: id })
    return c.redirect('/admin', 303)
  })
  .post('/leave', async (c) => {
    await endSession(c, await requireAdmin(c, (await readForm(c)).form))
    return c.redirect('/admin', 303)
  })

type Fields = Readonly<Record<'email' | 'token' | 'form' | 'decision' | 'sure', string>>

async function readForm(c: EdgeContext): Promise<Fields> {
  const body = await readFields(c.req.raw)
  const getText = (name: keyof Fields) => body.get(name) ?? ''
  return {
    email: getText('email'),
    token: getText('token'),
    form: getText('form'),
    decision: getText('decision'),
    sure: getText('sure'),
  }
}

function getSignInUrl(c: EdgeContext): string {
  const { projectId } = c.var.services.config
  const query = new URLSearchParams({ project_id: projectId, redirect_url: `${siteOrigin(c)}/admin/session` })
  return `/auth?${query.toString()}`
}

const limit = (c: EdgeContext, key: string, rate: Rate): Promise<void> =>
  requireToken(c.var.services.buckets, key, rate)

/** Emails a sign-in link. Runs after the response, which is the same for every address. */
async function sendLink(c: EdgeContext, email: string): Promise<void> {
  try {
    if (!isListed(c, email)) return
    await limit(c, `admin:account:${email}`, PER_ADDRESS)
    const token = await issueLink(c, email)
    const link = `${siteOrigin(c)}/admin/enter?token=${token}`
    await c.var.services.backend.service(c.var.origin).notifications.email({ to: email, ...adminMail(link) })
  } catch (thrown) {
    const write = toAppError(thrown).code === 'RATE_LIMITED' ? log.info : log.error
    write('admin link not sent', { cause: describeError(thrown) })
  }
}

/**
 * Returns the session id of a verified token.
 *
 * @throws AppError `FORBIDDEN` if it has none, because the admin session could not end with the account's session
 */
function getSessionId(verifiedToken: string): string {
  const { sid } = decodeJwt(verifiedToken)
  if (typeof sid !== 'string') throw new AppError('FORBIDDEN')
  return sid
}
