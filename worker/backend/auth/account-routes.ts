import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import type { BackendEnv } from '../app-env.ts'
import { fromOf } from './from.ts'
import { isServiceKey, readBody, userTokenOf } from './input.ts'
import { Refresh, SignIn, SignUp, UpdateMe } from './schema.ts'

export const accountRoutes = new Hono<BackendEnv>()
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
    await c.var.services.auth.own.remove(await fromOf(c), userTokenOf(c))
    return c.json({ success: true })
  })
  .get('/providers', async (c) => {
    const { config, auth } = c.var.services
    await auth.guard.network('read', (await fromOf(c)).network)
    if (c.req.query('projectId') !== config.projectId) throw new AppError('NOT_FOUND')
    return c.json({ providers: ['email', ...Object.keys(config.auth.providers)] })
  })
