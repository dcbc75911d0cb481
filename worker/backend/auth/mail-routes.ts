import { Hono } from 'hono'
import type { BackendEnv } from '../app-env.ts'
import { fromOf } from './from.ts'
import { readBody, requireServiceKey, userTokenOf } from './input.ts'
import type { Generated } from './mail-links.ts'
import { AskByMail, ChangePassword, ConfirmAddress, ConfirmReset, OfAddress, UseToken } from './schema.ts'

/** The address of the same thing is called differently by each generator. */
const withUrlAs = <Name extends string>({ url, token, expiresAt }: Generated, name: Name) => ({
  token,
  expiresAt,
  [name]: url,
})

const DONE = { success: true }

export const passwordRoutes = new Hono<BackendEnv>()
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

export const emailRoutes = new Hono<BackendEnv>()
  /** For the service key too: users who could read their own token could verify any address. */
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

export const magicRoutes = new Hono<BackendEnv>()
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
