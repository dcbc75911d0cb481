import { Hono } from 'hono'
import { decodeJwt } from 'jose'
import { AppError } from '#shared/client/errors.ts'
import { toAppError } from '#worker/http/passing-failure.ts'
import { DecideReport } from '#shared/contracts/reports.ts'
import { ADMIN_MAY } from '#shared/domain/roles.ts'
import { parseInput } from '#worker/http/body.ts'
import { onError } from '#worker/http/errors.ts'
import { readFields } from '#worker/http/fields.ts'
import { describeError, log } from '#worker/http/log.ts'
import { fromOwnPages } from '#worker/http/same-origin.ts'
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
import { answerView } from './answer-view.ts'
import { readTrapped } from '../trapped-messages.ts'

const PER_NETWORK = { times: 20, seconds: 3600 }
/** One link in 12 minutes, valid for 15: a flood of requests does not lock an admin out, since one is always valid. */
const PER_ADDRESS = { times: 5, seconds: 3600 }

/** The admins' pages, at `/admin`. The service key is never asked for here. */
export const admin = new Hono<EdgeEnv>()
  .onError(async (thrown, c) => {
    const { status } = await onError(thrown, c)
    return answerView(c, { kind: 'failed', message: toAppError(thrown).message }, { status })
  })
  .use(fromOwnPages((c) => new URL(siteOrigin(c)).origin))
  .get('/', async (c) => {
    const admin = await readAdmin(c)
    if (admin === null) return answerView(c, { kind: 'door', signInUrl: signInAddress(c) })
    const { backend } = c.var.services
    const service = backend.service(c.var.origin)
    await removeDue(c.var.services, c.var.origin)
    const { queue } = await readQueue(service, backend.coreUrl(c.var.origin))
    const [held, refused] = [await readHeld(service), await readRefused(service)]
    const { email, formToken } = admin
    return answerView(c, { kind: 'queue', queue, held, refused, email, formToken, now: c.var.services.clock() })
  })
  .get('/messages', async (c) => {
    if ((await readAdmin(c)) === null) return c.redirect('/admin', 303)
    const messages = await readTrapped(c.var.services.backend.service(c.var.origin))
    return answerView(c, { kind: 'messages', messages })
  })
  .route('/analytics', adminAnalytics)
  .post('/link', async (c) => {
    const { email } = await fieldsOf(c)
    await limit(c, `admin:network:${c.var.visitor.address}`, PER_NETWORK)
    c.executionCtx.waitUntil(sendLink(c, email.trim().toLowerCase()))
    return answerView(c, { kind: 'link sent' })
  })
  .get('/enter', (c) => answerView(c, { kind: 'enter', token: c.req.query('token') ?? '' }))
  .post('/enter', async (c) => {
    await limit(c, `admin:network:${c.var.visitor.address}`, PER_NETWORK)
    await useLink(c, (await fieldsOf(c)).token)
    return c.redirect('/admin', 303)
  })
  /** Where the sign-in page brings an account's tokens. Not a redirect: after a foreign page it would lack the cookie. */
  .get('/session', async (c) => {
    const token = c.req.query('access_token') ?? ''
    const client = await c.var.services.backend.withToken(token, c.var.visitor, c.var.origin)
    const { email = '' } = await client.auth.me()
    if (!client.auth.can(...ADMIN_MAY)) throw new AppError('FORBIDDEN', 'This account is not an admin’s.')
    await openSession(c, email, signInOf(token))
    // The address of this page holds tokens.
    return answerView(c, { kind: 'signed in' }, { headers: { 'referrer-policy': 'no-referrer' } })
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
    await requireAdmin(c, (await fieldsOf(c)).form)
    await allowPictures(c.var.services.backend.service(c.var.origin), c.req.param('card'))
    return c.redirect('/admin', 303)
  })
  .post('/cards/:id', async (c) => {
    const { form, decision: said, sure } = await fieldsOf(c)
    await requireAdmin(c, form)
    const { services, origin } = c.var
    const { decision } = parseInput(DecideReport, { decision: said })
    if (decision === 'remove' && sure !== 'yes') {
      const { queue } = await readQueue(services.backend.service(origin), services.backend.coreUrl(origin))
      const card = queue.find(({ card }) => card.id === c.req.param('id'))
      if (!card) throw cardNotFound()
      return answerView(c, { kind: 'removal', card, formToken: form })
    }
    const id = c.req.param('id')
    await (decision === 'remove' ? holdRemoval(services, origin, id) : decideOn(services, origin, id, decision))
    log.info('report decided', { card: id, decision })
    return c.redirect('/admin', 303)
  })
  .post('/cards/:id/undo', async (c) => {
    await requireAdmin(c, (await fieldsOf(c)).form)
    const id = c.req.param('id')
    if (!(await undoRemoval(c.var.services, c.var.origin, id))) throw cardNotFound()
    log.info('removal taken back', { card: id })
    return c.redirect('/admin', 303)
  })
  .post('/leave', async (c) => {
    await endSession(c, await requireAdmin(c, (await fieldsOf(c)).form))
    return c.redirect('/admin', 303)
  })

type Fields = Readonly<Record<'email' | 'token' | 'form' | 'decision' | 'sure', string>>

async function fieldsOf(c: EdgeContext): Promise<Fields> {
  const said = await readFields(c.req.raw)
  const textOf = (name: keyof Fields) => said.get(name) ?? ''
  return {
    email: textOf('email'),
    token: textOf('token'),
    form: textOf('form'),
    decision: textOf('decision'),
    sure: textOf('sure'),
  }
}

function signInAddress(c: EdgeContext): string {
  const { projectId } = c.var.services.config
  const query = new URLSearchParams({ project_id: projectId, redirect_url: `${siteOrigin(c)}/admin/session` })
  return `/auth?${query.toString()}`
}

const limit = (c: EdgeContext, key: string, rate: Rate): Promise<void> =>
  requireToken(c.var.services.buckets, key, rate)

/** After the answer, which is the same for every address. */
async function sendLink(c: EdgeContext, email: string): Promise<void> {
  try {
    if (!isListed(c, email)) return
    await limit(c, `admin:account:${email}`, PER_ADDRESS)
    const token = await issueLink(c, email)
    const link = `${siteOrigin(c)}/admin/enter?token=${token}`
    await c.var.services.backend.service(c.var.origin).notifications.email({ to: email, ...adminMail(link) })
  } catch (thrown) {
    const tell = toAppError(thrown).code === 'RATE_LIMITED' ? log.info : log.error
    tell('admin link not sent', { cause: describeError(thrown) })
  }
}

/**
 * Which sign-in a token came of. Only of a token that the backend has just taken for good.
 *
 * @throws AppError `FORBIDDEN` when it does not say: what came of it could not be ended with it
 */
function signInOf(goodToken: string): string {
  const { sid } = decodeJwt(goodToken)
  if (typeof sid !== 'string') throw new AppError('FORBIDDEN')
  return sid
}
