import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { ProveAccount } from '#shared/contracts/account.ts'
import { describeCall, inQuery } from '#worker/http/openapi/describe.ts'
import type { BackendEnv } from '../app-env.ts'
import {
  ACCOUNT,
  ACCOUNT_EXPORT,
  DONE,
  INTROSPECTION,
  MAGIC_LINK,
  PROVIDERS,
  RESET_LINK,
  SESSION,
  TOKENS,
  USER,
  VERIFY_LINK,
} from './answers.ts'
import { fromOf } from './from.ts'
import { body, isServiceKey, serviceBody, userTokenOf } from './input.ts'
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

const success = { success: true }
const BY_USER = { key: 'user', errors: [401, 429] } as const
const BY_MAIL = { key: 'anyone', answers: DONE, errors: [404, 429, 503] } as const
const BY_TOKEN = { key: 'anyone', errors: [404, 429] } as const
const GENERATE = { key: 'service', errors: [401, 403, 404, 429] } as const

/** The account page's own calls, at `/api/auth/account`. */
const manageRoutes = new Hono<BackendEnv>()
  .get('/', describeCall('The account as its page shows it', { ...BY_USER, answers: ACCOUNT }), async (c) =>
    c.json(await c.var.services.auth.manage.show(await fromOf(c), userTokenOf(c))),
  )
  .get(
    '/export',
    describeCall('Everything that is kept of the account', { ...BY_USER, answers: ACCOUNT_EXPORT }),
    async (c) => c.json(await c.var.services.auth.manage.exportAll(await fromOf(c), userTokenOf(c))),
  )
  .post(
    '/signout',
    describeCall('Ends every session of the account', { ...BY_USER, answers: DONE }),
    body('ProveAccount', ProveAccount),
    async (c) => {
      const { password } = c.req.valid('json')
      await c.var.services.auth.manage.signOutEverywhere(await fromOf(c), userTokenOf(c), password)
      return c.json(success)
    },
  )
  .post(
    '/remove',
    describeCall('Removes the account, by its password or within ten minutes after the sign-in', {
      ...BY_USER,
      answers: DONE,
    }),
    body('ProveAccount', ProveAccount),
    async (c) => {
      const { password } = c.req.valid('json')
      await c.var.services.auth.manage.remove(await fromOf(c), userTokenOf(c), password)
      return c.json(success)
    },
  )

/** The address of the same thing is called differently by each generator. */
const withUrlAs = <Name extends string>({ url, token, expiresAt }: Generated, name: Name) => ({
  token,
  expiresAt,
  [name]: url,
})

const passwordRoutes = new Hono<BackendEnv>()
  .post(
    '/reset/generate',
    describeCall('A link to choose another password, for a service that mails it itself', {
      ...GENERATE,
      answers: RESET_LINK,
    }),
    serviceBody('AskByMail', AskByMail),
    async (c) => {
      const link = await c.var.services.auth.links.generate(await fromOf(c), 'reset', c.req.valid('json'))
      return c.json(withUrlAs(link, 'resetUrl'))
    },
  )
  .post(
    '/reset/confirm',
    describeCall('Sets another password by the token of a mailed link', { ...BY_TOKEN, answers: DONE }),
    body('ConfirmReset', ConfirmReset),
    async (c) => {
      const { token, password } = c.req.valid('json')
      await c.var.services.auth.redeem.useReset(await fromOf(c), token, password)
      return c.json(success)
    },
  )
  .post(
    '/reset',
    describeCall(
      'Mails a link to choose another password; the answer is the same whether there is an account or not',
      BY_MAIL,
    ),
    body('AskByMail', AskByMail),
    async (c) => {
      await c.var.services.auth.links.askReset(await fromOf(c), c.req.valid('json'))
      return c.json(success)
    },
  )
  .post(
    '/change',
    describeCall('Sets another password and signs every other device out', { ...BY_USER, answers: DONE }),
    body('ChangePassword', ChangePassword),
    async (c) => {
      await c.var.services.auth.own.changePassword(await fromOf(c), userTokenOf(c), c.req.valid('json'))
      return c.json(success)
    },
  )

const emailRoutes = new Hono<BackendEnv>()
  /** For the service key too: with their own token users could verify any address. */
  .post(
    '/verify/generate',
    describeCall('A link that confirms an address, for a service that mails it itself', {
      ...GENERATE,
      answers: VERIFY_LINK,
    }),
    serviceBody('OfAddress', OfAddress),
    async (c) => {
      const link = await c.var.services.auth.links.generate(await fromOf(c), 'verify', c.req.valid('json'))
      return c.json(withUrlAs(link, 'verifyUrl'))
    },
  )
  .post(
    '/verify/send',
    describeCall('Mails the signed-in user a link that confirms the address', {
      key: 'user',
      answers: DONE,
      errors: [400, 401, 429, 503],
    }),
    async (c) => {
      const from = await fromOf(c)
      const { row } = await c.var.services.auth.own.requireUser(from, userTokenOf(c), 'change')
      await c.var.services.auth.links.askVerification(from, row)
      return c.json(success)
    },
  )
  .post(
    '/verify',
    describeCall('Confirms an address by the token of a mailed link', {
      key: ['user', 'anyone'],
      answers: DONE,
      errors: [401, 404, 429],
    }),
    body('ConfirmAddress', ConfirmAddress),
    async (c) => {
      const { token, password = null } = c.req.valid('json')
      const proof = { password, bearer: userTokenOf(c) }
      await c.var.services.auth.redeem.useVerification(await fromOf(c), token, proof)
      return c.json(success)
    },
  )

const magicRoutes = new Hono<BackendEnv>()
  .post(
    '/generate',
    describeCall('A magic link for a service that mails it itself', { ...GENERATE, answers: MAGIC_LINK }),
    serviceBody('AskByMail', AskByMail),
    async (c) => {
      const link = await c.var.services.auth.links.generate(await fromOf(c), 'magic', c.req.valid('json'))
      return c.json(withUrlAs(link, 'magicUrl'))
    },
  )
  .post(
    '/verify',
    describeCall('Signs in by the token of a mailed link, once', { ...BY_TOKEN, answers: SESSION }),
    body('UseToken', UseToken),
    async (c) => c.json(await c.var.services.auth.redeem.useMagic(await fromOf(c), c.req.valid('json').token)),
  )
  .post(
    '/',
    describeCall('Mails a link that signs in; the answer is the same whether there is an account or not', BY_MAIL),
    body('AskByMail', AskByMail),
    async (c) => {
      await c.var.services.auth.links.askMagic(await fromOf(c), c.req.valid('json'))
      return c.json(success)
    },
  )

const accountRoutes = new Hono<BackendEnv>()
  .post(
    '/signup',
    describeCall('Makes an account and signs in', { key: 'anyone', answers: SESSION, errors: [404, 409, 429] }),
    body('SignUp', SignUp),
    async (c) => c.json(await c.var.services.auth.accounts.signUp(await fromOf(c), c.req.valid('json'))),
  )
  .post(
    '/signin/email',
    describeCall('Signs in by address and password', { key: 'anyone', answers: SESSION, errors: [401, 403, 404, 429] }),
    body('SignIn', SignIn),
    async (c) => c.json(await c.var.services.auth.accounts.signIn(await fromOf(c), c.req.valid('json'))),
  )
  .post(
    '/refresh',
    describeCall('New tokens for a refresh token, which is used up by it', {
      key: 'anyone',
      answers: TOKENS,
      errors: [401, 429],
    }),
    body('Refresh', Refresh),
    async (c) => c.json(await c.var.services.auth.accounts.refresh(await fromOf(c), c.req.valid('json').refresh_token)),
  )
  .post(
    '/signout',
    describeCall('Ends the session of a refresh token', { key: 'anyone', answers: DONE, errors: [429] }),
    body('Refresh', Refresh),
    async (c) => {
      await c.var.services.auth.accounts.signOut(await fromOf(c), c.req.valid('json').refresh_token)
      return c.json(success)
    },
  )
  .get('/me', describeCall('The signed-in user', { ...BY_USER, answers: USER }), async (c) =>
    c.json({ user: await c.var.services.auth.own.me(await fromOf(c), userTokenOf(c)) }),
  )
  .patch(
    '/me',
    describeCall('Changes the name and the picture; whatever else is sent changes nothing', {
      ...BY_USER,
      answers: USER,
    }),
    body('UpdateMe', UpdateMe),
    async (c) =>
      c.json({
        user: await c.var.services.auth.own.updateMe(await fromOf(c), userTokenOf(c), c.req.valid('json')),
      }),
  )
  .post(
    '/introspect',
    describeCall('Whom the bearer token belongs to; an invalid token is an answer, not a failure', {
      key: ['user', 'service'],
      answers: INTROSPECTION,
      errors: [429],
    }),
    async (c) => {
      const { config, auth } = c.var.services
      const projectId = config.projectId
      if (isServiceKey(c)) return c.json({ valid: true, projectId, tokenType: 'service' })
      return c.json({ projectId, ...(await auth.own.introspect(await fromOf(c), userTokenOf(c))) })
    },
  )
  .delete(
    '/account',
    describeCall('Removes the account and its data, within ten minutes after the sign-in', {
      ...BY_USER,
      answers: DONE,
    }),
    async (c) => {
      await c.var.services.auth.manage.remove(await fromOf(c), userTokenOf(c), undefined)
      return c.json(success)
    },
  )
  .get(
    '/providers',
    describeCall('The ways to sign in', {
      key: 'anyone',
      parameters: [inQuery('projectId', 'The project.', { required: true })],
      answers: PROVIDERS,
      errors: [404, 429],
    }),
    async (c) => {
      const { config, auth } = c.var.services
      await auth.guard.network('read', await fromOf(c))
      if (c.req.query('projectId') !== config.projectId) throw new AppError('NOT_FOUND')
      return c.json({ providers: ['email', ...Object.keys(config.auth.providers)] })
    },
  )

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
