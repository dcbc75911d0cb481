import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { ProveAccount } from '#shared/contracts/account.ts'
import type { BackendEnv } from '../app-env.ts'
import { fromOf } from './from.ts'
import { isServiceKey, readBody, requireServiceKey, userTokenOf } from './input.ts'
import type { Generated } from './mail-links.ts'
import {
  AskByMail,
  ChangePassword,
  ConfirmAddress,
  ConfirmReset,
  OfAddress,
  Refresh,
  SignIn,
  SignUp,
  UpdateMe,
  UseToken,
} from './schema.ts'

/** The account page's own calls, at `/api/auth/account`. */
const manageRoutes = new Hono<BackendEnv>()
  .get('/', async (c) => c.json(await c.var.services.auth.manage.show(await fromOf(c), userTokenOf(c))))
  .get('/export', async (c) => c.json(await c.var.services.auth.manage.exportAll(await fromOf(c), userTokenOf(c))))
  .post('/signout', async (c) => {
    const { password } = await readBody(c, ProveAccount)
    await c.var.services.auth.manage.signOutEverywhere(await fromOf(c), userTokenOf(c), password)
    return c.json({ success: true })
  })
  .post('/remove', async (c) => {
    const { password } = await readBody(c, ProveAccount)
    await c.var.services.auth.manage.remove(await fromOf(c), userTokenOf(c), password)
    return c.json({ success: true })
  })

/** The address of the same thing is called differently by each generator. */
const withUrlAs = <Name extends string>({ url, token, expiresAt }: Generated, name: Name) => ({
  token,
  expiresAt,
  [name]: url,
})

const DONE = { success: true }

const passwordRoutes = new Hono<BackendEnv>()
  .post('/reset/generate', async (c) => {
    requireServiceKey(c)
    const ask = await readBody(c, AskByMail)
    return c.json(withUrlAs(await c.var.services.auth.links.generate(await fromOf(c), 'reset', ask), 'resetUrl'))
  })
  .post('/reset/confirm', async (c) => {
    const { token, password } = await readBody(c, ConfirmReset)
    await c.var.services.auth.redeem.useReset(await fromOf(c), token, password)
    return c.json(DONE)
  })
  .post('/reset', async (c) => {
    const ask = await readBody(c, AskByMail)
    await c.var.services.auth.links.askReset(await fromOf(c), ask)
    return c.json(DONE)
  })
  .post('/change', async (c) => {
    const passwords = await readBody(c, ChangePassword)
    await c.var.services.auth.own.changePassword(await fromOf(c), userTokenOf(c), passwords)
    return c.json(DONE)
  })

const emailRoutes = new Hono<BackendEnv>()
  /** For the service key too: with their own token users could verify any address. */
  .post('/verify/generate', async (c) => {
    requireServiceKey(c)
    const ask = await readBody(c, OfAddress)
    return c.json(withUrlAs(await c.var.services.auth.links.generate(await fromOf(c), 'verify', ask), 'verifyUrl'))
  })
  .post('/verify/send', async (c) => {
    const from = await fromOf(c)
    const { row } = await c.var.services.auth.own.requireUser(from, userTokenOf(c), 'change')
    await c.var.services.auth.links.askVerification(from, row)
    return c.json(DONE)
  })
  .post('/verify', async (c) => {
    const { token, password = null } = await readBody(c, ConfirmAddress)
    const proof = { password, bearer: userTokenOf(c) }
    await c.var.services.auth.redeem.useVerification(await fromOf(c), token, proof)
    return c.json(DONE)
  })

const magicRoutes = new Hono<BackendEnv>()
  .post('/generate', async (c) => {
    requireServiceKey(c)
    const ask = await readBody(c, AskByMail)
    return c.json(withUrlAs(await c.var.services.auth.links.generate(await fromOf(c), 'magic', ask), 'magicUrl'))
  })
  .post('/verify', async (c) => {
    const { token } = await readBody(c, UseToken)
    return c.json(await c.var.services.auth.redeem.useMagic(await fromOf(c), token))
  })
  .post('/', async (c) => {
    const ask = await readBody(c, AskByMail)
    await c.var.services.auth.links.askMagic(await fromOf(c), ask)
    return c.json(DONE)
  })

const accountRoutes = new Hono<BackendEnv>()
  .post('/signup', async (c) => {
    const body = await readBody(c, SignUp)
    return c.json(await c.var.services.auth.accounts.signUp(await fromOf(c), body))
  })
  .post('/signin/email', async (c) => {
    const body = await readBody(c, SignIn)
    return c.json(await c.var.services.auth.accounts.signIn(await fromOf(c), body))
  })
  .post('/refresh', async (c) => {
    const { refresh_token: token } = await readBody(c, Refresh)
    return c.json(await c.var.services.auth.accounts.refresh(await fromOf(c), token))
  })
  .post('/signout', async (c) => {
    const { refresh_token: token } = await readBody(c, Refresh)
    await c.var.services.auth.accounts.signOut(await fromOf(c), token)
    return c.json({ success: true })
  })
  .get('/me', async (c) => c.json({ user: await c.var.services.auth.own.me(await fromOf(c), userTokenOf(c)) }))
  .patch('/me', async (c) => {
    const profile = await readBody(c, UpdateMe)
    return c.json({ user: await c.var.services.auth.own.updateMe(await fromOf(c), userTokenOf(c), profile) })
  })
  .post('/introspect', async (c) => {
    const { config, auth } = c.var.services
    const projectId = config.projectId
    if (isServiceKey(c)) return c.json({ valid: true, projectId, tokenType: 'service' })
    return c.json({ projectId, ...(await auth.own.introspect(await fromOf(c), userTokenOf(c))) })
  })
  .delete('/account', async (c) => {
    await c.var.services.auth.manage.remove(await fromOf(c), userTokenOf(c), undefined)
    return c.json({ success: true })
  })
  .get('/providers', async (c) => {
    const { config, auth } = c.var.services
    await auth.guard.network('read', await fromOf(c))
    if (c.req.query('projectId') !== config.projectId) throw new AppError('NOT_FOUND')
    return c.json({ providers: ['email', ...Object.keys(config.auth.providers)] })
  })

/** Identity at `/api/auth`. No cookie is read: only a bearer token grants anything, and no browser sends one by itself (no CSRF). */
export const authRoutes = new Hono<BackendEnv>()
  .use(async (c, next) => {
    await next()
    c.res.headers.set('cache-control', 'no-store')
  })
  .route('/', accountRoutes)
  .route('/account', manageRoutes)
  .route('/password', passwordRoutes)
  .route('/email', emailRoutes)
  .route('/signin/magic', magicRoutes)
  .all('/*', () => {
    throw new AppError('NOT_FOUND')
  })
