import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { authWordsOf } from '#shared/client/auth/codes.ts'
import { AppError } from '#shared/client/errors.ts'
import { toAppError } from '#worker/http/passing-failure.ts'
import { answerDocument, type Markup } from '#worker/http/document.ts'
import { onError } from '#worker/http/errors.ts'
import { readFields } from '#worker/http/fields.ts'
import { fromOwnPages } from '#worker/http/same-origin.ts'
import type { BackendEnv } from '../../app-env.ts'
import { fromOf, originOf } from '../from.ts'
import type { Purpose } from '../one-time.ts'
import { isProviderName, PROVIDER_LABELS } from '../social/provider.ts'
import { deliver } from './deliver.ts'
import type { Outcome } from './outcome.ts'
import { type PageRequest, readPageRequest } from './request.ts'
import { finishSocial, startSocial } from './social.ts'
import { done, type Shown, VIEW, type ViewName, viewPage, VIEWS } from './views.ts'
import { link } from './parts.ts'

type PageContext = Context<BackendEnv>

/** People sign in here, at `/auth`, for this site and for those that it lists. Plain forms: nothing here needs scripts. */
export const authPages = new Hono<BackendEnv>()
  .onError(async (thrown, c) => {
    const { status } = await onError(toAppError(thrown), c)
    return answerDocument(c, { title: 'Sign in', main: faultPage(toAppError(thrown)), status })
  })
  // Another service posts its answer itself; what proves it there is the browser's own cookie.
  .post('/callback/:provider', (c) => finishSocial(c))
  .get('/callback/:provider', (c) => finishSocial(c))
  .use(fromOwnPages(originOf))
  .get('/', (c) => {
    const request = requestOf(c)
    const provider = c.req.query('provider')
    if (isProviderName(provider)) return startSocial(c, request, provider)
    if (provider !== undefined && provider !== 'email')
      throw new AppError('VALIDATION_ERROR', 'This way of signing in is not known.')
    const isLink = c.req.query('magic_token') !== undefined
    const view = VIEWS.find((name) => name === c.req.query('view')) ?? 'signin'
    return show(c, request, isLink ? 'enter' : view, {
      token: c.req.query('magic_token') ?? c.req.query('token') ?? '',
    })
  })
  // From view to view with the address that was typed: nothing but the form's own fields is read.
  .post('/view/:view', (c) => {
    const view = VIEWS.find((name) => name === c.req.param('view')) ?? 'signin'
    return answer(c, view, async (request, { email }) => show(c, request, view, { email }))
  })
  .post('/signin', (c) =>
    answer(c, 'signin', async (request, { email, password }) => {
      const signed = await c.var.services.auth.accounts.signIn(await fromOf(c), { email, password })
      return deliver(c, request, signed)
    }),
  )
  .post('/signup', (c) =>
    answer(c, 'signup', async (request, { email, password }) => {
      const signed = await c.var.services.auth.accounts.signUp(await fromOf(c), { email, password })
      return deliver(c, request, signed)
    }),
  )
  .post('/magic', (c) =>
    answer(c, 'magic', async (request, { email }) => {
      const from = await fromOf(c)
      await c.var.services.auth.links.askMagic(from, { email }, `${from.origin}/auth?${request.lasting}`)
      return say(c, request, SENT)
    }),
  )
  .post('/forgot', (c) =>
    answer(c, 'forgot', async (request, { email }) => {
      const ask = { email, redirectUrl: request.redirectUrl.href }
      await c.var.services.auth.links.askReset(await fromOf(c), ask)
      return say(c, request, SENT)
    }),
  )
  .post('/reset', (c) =>
    answer(c, 'reset', async (request, { token, password }) => {
      await c.var.services.auth.redeem.useReset(await fromOf(c), token, password)
      return say(c, request, ['Password saved', 'Your new password is saved. Sign in with it now.'])
    }),
  )
  .post('/verify', (c) =>
    answer(c, 'verify', async (request, { token, password }) => {
      await c.var.services.auth.redeem.useVerification(await fromOf(c), token, { password, bearer: null })
      return say(c, request, ['Address confirmed', 'Your address is confirmed.'])
    }),
  )
  .post('/enter', (c) =>
    answer(c, 'enter', async (request, { token }) => {
      const signed: Outcome = await c.var.services.auth.redeem.useMagic(await fromOf(c), token)
      return deliver(c, request, signed)
    }),
  )

/** The same answer for every address: it does not disclose whether an account exists (user enumeration). */
const SENT = [
  'Look at your mail',
  'If we can write to this address, a link is on its way. It may take a minute, and it may be in the spam folder.',
] as const

type Fields = Readonly<Record<'email' | 'password' | 'token', string>>

const requestOf = (c: PageContext): PageRequest =>
  readPageRequest(new URL(c.req.url).searchParams, {
    origin: originOf(c),
    projectId: c.var.services.config.projectId,
    allowedOrigins: c.var.services.config.auth.allowedOrigins,
  })

/** Does what a form asks for; what goes wrong with it is shown on the form, with what may be kept of it. */
async function answer(
  c: PageContext,
  view: ViewName,
  act: (request: PageRequest, fields: Fields) => Promise<Response>,
): Promise<Response> {
  const request = requestOf(c)
  const said = await readFields(c.req.raw)
  const textOf = (name: string) => (said.get(name) ?? '').slice(0, 4096)
  const fields = { email: textOf('email'), password: textOf('password'), token: textOf('token') }
  try {
    return await act(request, fields)
  } catch (thrown) {
    const { status } = await onError(toAppError(thrown), c)
    return show(c, request, view, { ...fields, fault: toAppError(thrown), status })
  }
}

/** What the links that lead to a view are for. */
const PURPOSE: Readonly<Partial<Record<ViewName, Purpose>>> = { enter: 'magic', reset: 'reset', verify: 'verify' }

type Seen = Partial<Pick<Shown, 'token' | 'email' | 'fault'>> & { status?: number }

async function show(c: PageContext, request: PageRequest, name: ViewName, seen: Seen = {}): Promise<Response> {
  const { token = '', email = '', fault = null, status = 200 } = seen
  const { providers } = c.var.services.config.auth
  const ways = Object.keys(providers).map(
    (name) => [name, { ...PROVIDER_LABELS, oidc: providers.oidc?.name ?? '' }[name as keyof typeof providers]] as const,
  )
  const view = VIEW[name]
  const purpose = PURPOSE[name]
  const owner = purpose && token ? await c.var.services.auth.redeem.ownerOf(await fromOf(c), purpose, token) : null
  return answerDocument(c, {
    title: `${view.title} | Fantasy Football Cards`,
    main: viewPage(view, { query: request.query, ways, token, owner, email, fault }),
    formTargets: [request.redirectUrl.origin],
    status,
  })
}

const say = (c: PageContext, { query }: PageRequest, [title, text]: readonly [string, string]) =>
  answerDocument(c, { title, main: done(title, text, link(`/auth?${query}`, 'Sign in')) })

const faultPage = (fault: AppError): Markup =>
  html`<div class="doc-in">
    <h1 class="text-title">That did not work</h1>
    <p class="says bad" role="alert">${authWordsOf(fault)}</p>
    <p class="links">${link('/auth', 'Sign in')}${link('/', 'Back to the cards')}</p>
  </div>`
