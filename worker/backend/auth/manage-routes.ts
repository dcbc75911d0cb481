import { Hono } from 'hono'
import { ProveAccount } from '#shared/contracts/account.ts'
import type { BackendEnv } from '../app-env.ts'
import { fromOf } from './from.ts'
import { readBody, userTokenOf } from './input.ts'

/** The account page's own calls, at `/api/auth/account`. */
export const manageRoutes = new Hono<BackendEnv>()
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
