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
} from './responses.ts'
import { getFrom } from './from.ts'
import { body, getUserToken, isServiceKey, serviceBody } from './input.ts'
import type { Generated } from './mail-links.ts'
import {
  MailLinkRequest,
  ChangePassword,
  ConfirmAddress,
  ConfirmReset,
  EmailOnly,
  Refresh,
  SignIn,
  SignUp,
  UpdateMe,
  UseToken,
} from './schema.ts'

const success = { success: true }
const BY_USER = { key: 'user', errors: [401, 429] } as const
const BY_MAIL = {
  key: 'anyone',
  about: 'The response does not reveal whether the account exists.',
  responses: DONE,
  errors: [404, 429, 503],
} as const
const BY_TOKEN = { key: 'anyone', errors: [404, 429] } as const
const GENERATE = { key: 'service', errors: [401, 403, 404, 429] } as const

/** Calls of the account page, at `/api/auth/account`. */
const manageRoutes = new Hono<BackendEnv>()
  .get('/', describeCall('Returns what the account page shows', { ...BY_USER, responses: ACCOUNT }), async (c) =>
    c.json(await c.var.services.auth.manage.show(await getFrom(c), getUserToken(c))),
  )
  .get(
    '/export',
    describeCall('Exports all data of the account', { ...BY_USER, responses: ACCOUNT_EXPORT }),
    async (c) => c.json(await c.var.services.auth.manage.exportAll(await getFrom(c), getUserToken(c))),
  )
  .post(
    '/signout',
    describeCall('Ends every session of the account', { ...BY_USER, responses: DONE }),
    body('ProveAccount', ProveAccount),
    async (c) => {
      const { password } = c.req.valid('json')
      await c.var.services.auth.manage.signOutEverywhere(await getFrom(c), getUserToken(c), password)
      return c.json(success)
    },
  )
  .post(
    '/remove',
    describeCall('Deletes the account, with its password or within ten minutes of signing in', {
      ...BY_USER,
      responses: DONE,
    }),
    body('ProveAccount', ProveAccount),
    async (c) => {
      const { password } = c.req.valid('json')
      await c.var.services.auth.manage.remove(await getFrom(c), getUserToken(c), password)
      return c.json(success)
    },
  )

/** Renames the URL field, because each kind of link has its own field name. */
const withUrlAs = <Name extends string>({ url, token, expiresAt }: Generated, name: Name) => ({
  token,
  expiresAt,
  [name]: url,
})

const passwordRoutes = new Hono<BackendEnv>()
  .post(
    '/reset/generate',
    describeCall('Generates a password reset link, for services that send their own email', {
      ...GENERATE,
      responses: RESET_LINK,
    }),
    serviceBody('AskByMail', MailLinkRequest),
    async (c) => {
      const link = await c.var.services.auth.links.generate(await getFrom(c), 'reset', c.req.valid('json'))
      return c.json(withUrlAs(link, 'resetUrl'))
    },
  )
  .post(
    '/reset/confirm',
    describeCall('Sets a new password with the token of an emailed link', { ...BY_TOKEN, responses: DONE }),
    body('ConfirmReset', ConfirmReset),
    async (c) => {
      const { token, password } = c.req.valid('json')
      await c.var.services.auth.redeem.useReset(await getFrom(c), token, password)
      return c.json(success)
    },
  )
  .post(
    '/reset',
    describeCall('Emails a password reset link', BY_MAIL),
    body('AskByMail', MailLinkRequest),
    async (c) => {
      await c.var.services.auth.links.requestReset(await getFrom(c), c.req.valid('json'))
      return c.json(success)
    },
  )
  .post(
    '/change',
    describeCall('Changes the password and signs out all other devices', { ...BY_USER, responses: DONE }),
    body('ChangePassword', ChangePassword),
    async (c) => {
      await c.var.services.auth.own.changePassword(await getFrom(c), getUserToken(c), c.req.valid('json'))
      return c.json(success)
    },
  )

const emailRoutes = new Hono<BackendEnv>()
  /** Requires the service key. Otherwise users could verify any address with a generated token. */
  .post(
    '/verify/generate',
    describeCall('Generates a verification link, for services that send their own email', {
      ...GENERATE,
      responses: VERIFY_LINK,
    }),
    serviceBody('OfAddress', EmailOnly),
    async (c) => {
      const link = await c.var.services.auth.links.generate(await getFrom(c), 'verify', c.req.valid('json'))
      return c.json(withUrlAs(link, 'verifyUrl'))
    },
  )
  .post(
    '/verify/send',
    describeCall('Emails the signed-in user a verification link', {
      key: 'user',
      responses: DONE,
      errors: [400, 401, 429, 503],
    }),
    async (c) => {
      const from = await getFrom(c)
      const { row } = await c.var.services.auth.own.requireUser(from, getUserToken(c), 'change')
      await c.var.services.auth.links.requestVerification(from, row)
      return c.json(success)
    },
  )
  .post(
    '/verify',
    describeCall('Verifies an email address with the token of an emailed link', {
      key: ['user', 'anyone'],
      responses: DONE,
      errors: [401, 404, 429],
    }),
    body('ConfirmAddress', ConfirmAddress),
    async (c) => {
      const { token, password = null } = c.req.valid('json')
      const proof = { password, bearer: getUserToken(c) }
      await c.var.services.auth.redeem.useVerification(await getFrom(c), token, proof)
      return c.json(success)
    },
  )

const magicRoutes = new Hono<BackendEnv>()
  .post(
    '/generate',
    describeCall('Generates a magic link, for services that send their own email', {
      ...GENERATE,
      responses: MAGIC_LINK,
    }),
    serviceBody('AskByMail', MailLinkRequest),
    async (c) => {
      const link = await c.var.services.auth.links.generate(await getFrom(c), 'magic', c.req.valid('json'))
      return c.json(withUrlAs(link, 'magicUrl'))
    },
  )
  .post(
    '/verify',
    describeCall('Signs in with the token of an emailed link, which works once', { ...BY_TOKEN, responses: SESSION }),
    body('UseToken', UseToken),
    async (c) => c.json(await c.var.services.auth.redeem.useMagic(await getFrom(c), c.req.valid('json').token)),
  )
  .post('/', describeCall('Emails a magic link', BY_MAIL), body('AskByMail', MailLinkRequest), async (c) => {
    await c.var.services.auth.links.requestMagicLink(await getFrom(c), c.req.valid('json'))
    return c.json(success)
  })

const accountRoutes = new Hono<BackendEnv>()
  .post(
    '/signup',
    describeCall('Creates an account and signs in', { key: 'anyone', responses: SESSION, errors: [404, 409, 429] }),
    body('SignUp', SignUp),
    async (c) => c.json(await c.var.services.auth.accounts.signUp(await getFrom(c), c.req.valid('json'))),
  )
  .post(
    '/signin/email',
    describeCall('Signs in with email address and password', {
      key: 'anyone',
      responses: SESSION,
      errors: [401, 403, 404, 429],
    }),
    body('SignIn', SignIn),
    async (c) => c.json(await c.var.services.auth.accounts.signIn(await getFrom(c), c.req.valid('json'))),
  )
  .post(
    '/refresh',
    describeCall('Exchanges a refresh token, which works once, for new tokens', {
      key: 'anyone',
      responses: TOKENS,
      errors: [401, 429],
    }),
    body('Refresh', Refresh),
    async (c) =>
      c.json(await c.var.services.auth.accounts.refresh(await getFrom(c), c.req.valid('json').refresh_token)),
  )
  .post(
    '/signout',
    describeCall('Ends the session of a refresh token', { key: 'anyone', responses: DONE, errors: [429] }),
    body('Refresh', Refresh),
    async (c) => {
      await c.var.services.auth.accounts.signOut(await getFrom(c), c.req.valid('json').refresh_token)
      return c.json(success)
    },
  )
  .get('/me', describeCall('Returns the signed-in user', { ...BY_USER, responses: USER }), async (c) =>
    c.json({ user: await c.var.services.auth.own.me(await getFrom(c), getUserToken(c)) }),
  )
  .patch(
    '/me',
    describeCall('Changes the name and picture', { about: 'Other fields are ignored.', ...BY_USER, responses: USER }),
    body('UpdateMe', UpdateMe),
    async (c) =>
      c.json({
        user: await c.var.services.auth.own.updateMe(await getFrom(c), getUserToken(c), c.req.valid('json')),
      }),
  )
  .post(
    '/introspect',
    describeCall('Returns the owner of the bearer token', {
      about: 'An invalid token is not an error.',
      key: ['user', 'service'],
      responses: INTROSPECTION,
      errors: [429],
    }),
    async (c) => {
      const { config, auth } = c.var.services
      const projectId = config.projectId
      if (isServiceKey(c)) return c.json({ valid: true, projectId, tokenType: 'service' })
      return c.json({ projectId, ...(await auth.own.introspect(await getFrom(c), getUserToken(c))) })
    },
  )
  .delete(
    '/account',
    describeCall('Deletes the account and its data, within ten minutes of signing in', {
      ...BY_USER,
      responses: DONE,
    }),
    async (c) => {
      await c.var.services.auth.manage.remove(await getFrom(c), getUserToken(c), undefined)
      return c.json(success)
    },
  )
  .get(
    '/providers',
    describeCall('Lists the sign-in methods', {
      key: 'anyone',
      parameters: [inQuery('projectId', 'The project.', { required: true })],
      responses: PROVIDERS,
      errors: [404, 429],
    }),
    async (c) => {
      const { config, auth } = c.var.services
      await auth.guard.network('read', await getFrom(c))
      if (c.req.query('projectId') !== config.projectId) throw new AppError('NOT_FOUND')
      return c.json({ providers: ['email', ...Object.keys(config.auth.providers)] })
    },
  )

/**
 * Authentication at `/api/auth`. Only bearer tokens grant access. Browsers never attach them on their own, so CSRF is
 * not possible.
 */
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
