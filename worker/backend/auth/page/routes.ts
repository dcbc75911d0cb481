import { type Context, Hono } from 'hono'
import { describeAuthError } from '#shared/client/auth/codes.ts'
import { AppError, type ErrorCode } from '#shared/client/errors.ts'
import { AUTH_FORMS, type AuthForm, type AuthView } from '#shared/contracts/auth-view.ts'
import { toAppError } from '#worker/http/transient-error.ts'
import { onError } from '#worker/http/errors.ts'
import { readFields } from '#worker/http/fields.ts'
import { respondWithPlainPage } from '#worker/http/plain-page.ts'
import { requireSameOrigin } from '#worker/http/same-origin.ts'
import type { BackendEnv } from '../../app-env.ts'
import { getFrom, getSiteOrigin } from '../from.ts'
import { PASSWORD_MIN_CHARACTERS } from '../limits.ts'
import type { Purpose } from '../one-time.ts'
import { isProviderName, PROVIDER_LABELS } from '../social/provider.ts'
import { deliver } from './deliver.ts'
import type { Outcome } from './outcome.ts'
import { type PageRequest, readPageRequest } from './request.ts'
import { finishSocial, startSocial } from './social.ts'

type PageContext = Context<BackendEnv>

/** Sign-in pages at `/auth`, for this site and its allowed origins. Plain HTML forms that work without scripts. */
export const authPages = new Hono<BackendEnv>()
  .onError(async (thrown, c) => {
    const { status } = await onError(toAppError(thrown), c)
    const view: AuthView = { kind: 'failed', message: describeAuthError(toAppError(thrown)) }
    return respondWithPlainPage(c, { path: '/auth', view }, { status })
  })
  // The OAuth callback comes from another site (Apple posts it), so the flow's cookie authenticates it, not its origin.
  .post('/callback/:provider', (c) => finishSocial(c))
  .get('/callback/:provider', (c) => finishSocial(c))
  .use(requireSameOrigin(getSiteOrigin))
  .get('/', (c) => {
    const request = readRequest(c)
    const provider = c.req.query('provider')
    if (isProviderName(provider)) return startSocial(c, request, provider)
    if (provider !== undefined && provider !== 'email')
      throw new AppError('VALIDATION_ERROR', 'Unknown sign-in provider.')
    const isLink = c.req.query('magic_token') !== undefined
    const form = AUTH_FORMS.find((name) => name === c.req.query('view')) ?? 'signin'
    return showForm(c, request, isLink ? 'enter' : form, {
      token: c.req.query('magic_token') ?? c.req.query('token') ?? '',
    })
  })
  // Switching views keeps the typed email address.
  .post('/view/:view', (c) => {
    const form = AUTH_FORMS.find((name) => name === c.req.param('view')) ?? 'signin'
    return handleForm(c, form, async (request, { email }) => showForm(c, request, form, { email }))
  })
  .post('/signin', (c) =>
    handleForm(c, 'signin', async (request, { email, password }) => {
      const outcome = await c.var.services.auth.accounts.signIn(await getFrom(c), { email, password })
      return deliver(c, request, outcome)
    }),
  )
  .post('/signup', (c) =>
    handleForm(c, 'signup', async (request, { email, password }) => {
      const outcome = await c.var.services.auth.accounts.signUp(await getFrom(c), { email, password })
      return deliver(c, request, outcome)
    }),
  )
  .post('/magic', (c) =>
    handleForm(c, 'magic', async (request, { email }) => {
      const from = await getFrom(c)
      await c.var.services.auth.links.requestMagicLink(from, { email }, `${from.origin}/auth?${request.lasting}`)
      return showDone(c, request, SENT, { email, form: 'magic' })
    }),
  )
  .post('/forgot', (c) =>
    handleForm(c, 'forgot', async (request, { email }) => {
      const linkRequest = { email, redirectUrl: request.redirectUrl.href }
      await c.var.services.auth.links.requestReset(await getFrom(c), linkRequest)
      return showDone(c, request, SENT, { email, form: 'forgot' })
    }),
  )
  .post('/reset', (c) =>
    handleForm(c, 'reset', async (request, { token, password }) => {
      await c.var.services.auth.redeem.useReset(await getFrom(c), token, password)
      return showDone(c, request, ['Password saved', 'Your new password is saved. Sign in with it now.'])
    }),
  )
  .post('/verify', (c) =>
    handleForm(c, 'verify', async (request, { token, password }) => {
      await c.var.services.auth.redeem.useVerification(await getFrom(c), token, { password, bearer: null })
      return showDone(c, request, ['Address confirmed', 'Your address is confirmed.'])
    }),
  )
  .post('/enter', (c) =>
    handleForm(c, 'enter', async (request, { token }) => {
      const outcome: Outcome = await c.var.services.auth.redeem.useMagic(await getFrom(c), token)
      return deliver(c, request, outcome)
    }),
  )
  // A bookmarked form URL redirects to the sign-in page. Programs get a JSON error.
  .all('*', (c, next) => {
    // The site itself redirects URLs with a trailing slash.
    if (c.req.path.endsWith('/')) return next()
    if (!c.req.header('accept')?.includes('text/html')) return onError(new AppError('NOT_FOUND'), c)
    const { pathname, search } = new URL(c.req.url)
    if (c.req.method !== 'GET' || !FORM_ADDRESS.test(pathname)) throw new AppError('NOT_FOUND')
    return c.redirect(`/auth${search}`, 303)
  })

const FORM_ADDRESS = new RegExp(`^/auth/(?:view/)?(?:${AUTH_FORMS.join('|')})$`)

/** Shown for every email address, so it does not reveal whether an account exists (user enumeration). */
const SENT = [
  'Check your email',
  'If we can reach that address, a link is on its way. It can take a minute; check your spam folder.',
] as const

type Fields = Readonly<Record<'email' | 'password' | 'token', string>>

const readRequest = (c: PageContext): PageRequest =>
  readPageRequest(new URL(c.req.url).searchParams, {
    origin: getSiteOrigin(c),
    projectId: c.var.services.config.projectId,
    allowedOrigins: c.var.services.config.auth.allowedOrigins,
  })

/** Handles a submitted form. On failure it shows the form again with the error and the typed email address. */
async function handleForm(
  c: PageContext,
  form: AuthForm,
  handle: (request: PageRequest, fields: Fields) => Promise<Response>,
): Promise<Response> {
  const request = readRequest(c)
  const body = await readFields(c.req.raw)
  const getText = (name: string) => (body.get(name) ?? '').slice(0, 4096)
  const fields = { email: getText('email'), password: getText('password'), token: getText('token') }
  try {
    return await handle(request, fields)
  } catch (thrown) {
    const { status } = await onError(toAppError(thrown), c)
    return showForm(c, request, form, { ...fields, fault: toAppError(thrown), status })
  }
}

/** Purposes of the emailed links, by form. */
const PURPOSE: Readonly<Partial<Record<AuthForm, Purpose>>> = { enter: 'magic', reset: 'reset', verify: 'verify' }

const LINK_ERRORS = {
  magic: 'MAGIC_LINK_EXPIRED',
  reset: 'VERIFICATION_FAILED',
  verify: 'VERIFICATION_FAILED',
} as const satisfies Record<Purpose, ErrorCode>

type FormValues = { token?: string; email?: string; fault?: AppError; status?: number }

async function showForm(
  c: PageContext,
  request: PageRequest,
  form: AuthForm,
  values: FormValues = {},
): Promise<Response> {
  const { token = '', email = '', fault, status = 200 } = values
  const { providers } = c.var.services.config.auth
  const labels = { ...PROVIDER_LABELS, oidc: providers.oidc?.name ?? '' }
  const purpose = PURPOSE[form]
  const owner = purpose && token ? await c.var.services.auth.redeem.findOwner(await getFrom(c), purpose, token) : null
  // A used or expired link shows its error when it is opened, not only after the form is sent.
  const linkError = purpose && token && owner === null ? new AppError(LINK_ERRORS[purpose]) : undefined
  const notice = fault ?? linkError
  const view: AuthView = {
    kind: 'form',
    form,
    query: request.query,
    providers: Object.keys(providers).map((name) => ({ name, label: labels[name as keyof typeof providers] })),
    token,
    owner,
    email,
    passwordMinCharacters: PASSWORD_MIN_CHARACTERS,
    fault: notice === undefined ? null : { code: notice.code, message: describeAuthError(notice), hint: notice.hint },
  }
  return respondWithPlainPage(c, { path: '/auth', view }, { formTargets: [request.redirectUrl.origin], status })
}

function showDone(
  c: PageContext,
  { query }: PageRequest,
  [title, text]: readonly [string, string],
  mailed: { email: string; form: AuthForm } | null = null,
) {
  const view: AuthView = { kind: 'done', title, text, query, mailed }
  return respondWithPlainPage(c, { path: '/auth', view })
}
