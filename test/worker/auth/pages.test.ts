import { beforeEach, describe, expect, it } from 'vitest'
import { type AuthApp, createAuthApp, NOW, ORIGIN, PASSWORD, PROJECT } from '../../support/auth.ts'
import { as } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'

const PARTNER = 'https://partner.example'
const ANN = 'ann@example.com'
const QUERY = new URLSearchParams({
  project_id: PROJECT,
  redirect_url: `${PARTNER}/back?x=1&code=old`,
  state: 'abc',
}).toString()

let app: AuthApp

beforeEach(async () => {
  await freshDatabase()
  app = createAuthApp({ ALLOWED_ORIGINS: PARTNER })
})

/** Submits a form without JavaScript. */
const submit = (path: string, fields: Record<string, string>, cookie = '') =>
  app.send(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin: ORIGIN, cookie } })

const getText = async (response: Response) =>
  `${response.status} ${(await response.text()).replaceAll(/<[^>]+>|\s+/g, ' ').replaceAll(/ +/g, ' ')}`
const getParams = (response: Response) => new URL(response.headers.get('location')!).searchParams
const getPath = (url: URL) => url.pathname + url.search

const WRONG = [
  ['signin', { email: ANN, password: 'wrong horse' }, '401', 'Invalid email or password. Please try again.'],
  ['signin', { email: 'x', password: 'y' }, '400', 'Please enter a valid email address.'],
  ['signup', { email: ANN, password: PASSWORD }, '409', 'An account with this email already exists.'],
  [
    'signup',
    { email: 'b@example.com', password: 'short' },
    '400',
    'Password is too weak. Please choose a stronger password.',
  ],
  ['enter', { token: 'x' }, '400', 'Magic link has expired. Please request a new one.'],
  ['reset', { token: 'x', password: PASSWORD }, '400', 'Verification failed. Please try again.'],
  ['verify', { token: 'x' }, '400', 'Verification failed. Please try again.'],
] as const

describe('the sign-in page', () => {
  it('serves a sign-in page that runs no script and cannot be framed', async () => {
    const page = await app.send(`/auth?${QUERY}`)
    const policy = page.headers.get('content-security-policy')!
    expect(policy).toContain(`form-action 'self' ${PARTNER};`)
    for (const part of [
      `default-src 'none'`,
      `frame-ancestors 'none'`,
      `base-uri 'none'`,
      `require-trusted-types-for 'script'`,
    ])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe|\*|https:(?!\/\/partner\.example)/)
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    expect(page.headers.has('cross-origin-opener-policy')).toBe(false)
    const html = await page.text()
    expect(policy).not.toContain('script-src')
    expect(policy).toContain(`style-src 'self';`)
    expect(html).not.toMatch(/<(?:script|style)\b| style=/)
    expect(html).toMatch(/<form[^>]* action="\/auth\/signin\?[^"]*" method="post"/)
  })

  it.each(['magic', 'signup', 'forgot', 'enter', 'view/signup'])(
    'redirects GET /auth/%s to the page and keeps the query',
    async (form) => {
      const page = await app.send(`/auth/${form}?${QUERY}`, { headers: { accept: 'text/html,*/*' } })
      expect([page.status, page.headers.get('location')]).toEqual([303, `/auth?${QUERY}`])
    },
  )

  it('returns JSON 404 when an API client reads the URL of a form', async () => {
    const response = await app.send(`/auth/magic?${QUERY}`, { headers: { accept: 'application/json' } })
    expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })])
  })

  it('returns an HTML 404 page for an unknown URL', async () => {
    const page = await app.send('/auth/constructor', { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8'])
  })

  it('lets allowed sites frame other pages', async () => {
    const policy = (await app.send('/contact')).headers.get('content-security-policy')
    expect(policy).toContain(`frame-ancestors 'self' ${PARTNER}`)
  })

  it('carries the typed email address, but no password, from view to view', async () => {
    const fields = { email: 'ann@exam"ple', password: PASSWORD }
    for (const [view, title] of [
      ['magic', 'Sign in by email'],
      ['forgot', 'Forgot password'],
      ['signup', 'Create an account'],
      ['signin', 'Sign in'],
    ] as const) {
      const page = await submit(`/auth/view/${view}?${QUERY}`, fields)
      const html = await page.text()
      expect([page.status, html]).toEqual([200, expect.stringMatching(new RegExp(`<h1[^>]*>${title}</h1>`))])
      expect(html).toContain('value="ann@exam&quot;ple"')
      expect(html).not.toContain(PASSWORD)
    }
    expect(await app.mailsTo(fields.email)).toEqual([])
  })

  it('redirects back with the tokens in the URL', async () => {
    await app.signUp()
    const back = await submit(`/auth/signin?${QUERY}`, { email: ANN, password: PASSWORD })
    expect([back.status, back.headers.get('referrer-policy')]).toEqual([303, 'no-referrer'])
    const params = Object.fromEntries(getParams(back))
    expect(Object.keys(params).sort()).toEqual([
      'access_token',
      'expires_in',
      'project_id',
      'refresh_expires_in',
      'refresh_token',
      'state',
      'token_type',
      'x',
    ])
    expect((await app.me(params['access_token']!)).status).toBe(200)
  })

  it('sends the origin in the Referer only when redirecting to this site', async () => {
    await app.signUp()
    const own = new URLSearchParams({ project_id: PROJECT, redirect_url: `${ORIGIN}/my-cards` }).toString()
    const back = await submit(`/auth/signin?${own}`, { email: ANN, password: PASSWORD })
    expect([back.status, back.headers.get('referrer-policy')]).toEqual([303, 'strict-origin'])
  })

  it('shows the error on each form', async () => {
    await app.signUp()
    for (const [form, fields, status, sentence] of WRONG) {
      const page = await submit(`/auth/${form}?${QUERY}`, fields)
      const html = await page.clone().text()
      expect([form, await getText(page)]).toEqual([
        form,
        expect.stringMatching(new RegExp(`^${status} .*${sentence.replaceAll('.', '\\.')}`)),
      ])
      expect(html).toMatch(/role="alert"/)
      if ('email' in fields && form === 'signin') expect(html).toContain(`value="${fields.email}"`)
      expect(html).not.toContain('wrong horse')
    }
  })

  it('reports a failed sign-in when the database fails', async () => {
    await testEnv().DB.exec('alter table users rename to away')
    const page = await submit(`/auth/signin?${QUERY}`, { email: ANN, password: PASSWORD })
    expect(await getText(page)).toMatch(/^500 .*Authentication error\. Please try again\./)
    expect(JSON.stringify(takeConsole())).toContain('no such table')
  })

  it('sends Retry-After after too many sign-in attempts', async () => {
    for (let i = 0; i < 10; i++) await submit(`/auth/signin?${QUERY}`, { email: ANN, password: 'wrong horse' })
    const page = await submit(`/auth/signin?${QUERY}`, { email: ANN, password: 'wrong horse' })
    expect(page.headers.get('retry-after')).toBe('90')
    expect(await getText(page)).toMatch(/^429 .*Too many attempts\. Please wait a moment and try again\./)
  })

  it('escapes query parameters in the page', async () => {
    const page = await submit(`/auth/signin?${QUERY}`, { email: '"><script>alert(1)</script>', password: 'x' })
    expect(await page.text()).not.toContain('<script>alert')
    const reset = await app.send(`/auth?view=reset&token=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`)
    expect(await reset.text()).not.toContain('<img src=x')
  })

  it('shows each view with one heading, a form and labels', async () => {
    for (const view of ['signin', 'signup', 'magic', 'forgot', 'reset', 'verify']) {
      const html = await (await app.send(`/auth?view=${view}&${QUERY}`)).text()
      expect([view, html.match(/<h1/g)?.length, /<form[^>]* method="post"/.test(html)]).toEqual([view, 1, true])
      for (const [, id] of html.matchAll(/<input[^>]*\bid="(\w+)"/g)) expect(html).toContain(`<label for="${id}"`)
    }
  })
})

describe('a mailed link', () => {
  it.each(['magic', 'forgot'])('shows where the link of %s was mailed, and links back to the form', async (form) => {
    const html = await (await submit(`/auth/${form}?${QUERY}`, { email: ANN })).text()
    expect(html).toContain(`<b>${ANN}</b>`)
    expect(html).toContain(`action="/auth/view/${form}?`)
    const again = await (await submit(`/auth/view/${form}?${QUERY}`, { email: ANN })).text()
    expect(again).toMatch(new RegExp(`<input[^>]*value="${ANN}"`))
  })

  it('signs in once by a mailed link, and only after a confirmation', async () => {
    expect(await getText(await submit(`/auth/magic?${QUERY}`, { email: ANN }))).toContain('Check your email')
    const link = await app.linkTo(ANN)
    expect([link.origin, link.searchParams.get('redirect_url')]).toEqual([ORIGIN, `${PARTNER}/back?x=1&code=old`])
    expect([...link.searchParams.keys()].sort()).toEqual(['magic_token', 'project_id', 'redirect_url'])
    for (let scanner = 0; scanner < 3; scanner++) expect((await app.send(getPath(link))).status).toBe(200)
    const fields = { token: link.searchParams.get('magic_token')! }
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => submit(`/auth/enter?${link.searchParams.toString()}`, fields)),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400])
    const token = getParams(tries.find(({ status }) => status === 303)!).get('access_token')!
    expect((await app.me(token)).body.user).toMatchObject({ email: ANN, emailVerified: true })
  })

  it.each([
    ['/signin/magic', '/signin/magic/verify', 15 * 60, 'magic_token', 'MAGIC_LINK_EXPIRED'],
    ['/password/reset', '/password/reset/confirm', 3600, 'token', 'VERIFICATION_FAILED'],
    ['/email/verify/send', '/email/verify', 24 * 3600, 'token', 'VERIFICATION_FAILED'],
  ])('accepts a link mailed by %s once at %s, for %d seconds', async (ask, use, seconds, parameter, code) => {
    const { access_token: token } = await app.signUp()
    const tokens: string[] = []
    for (let i = 0; i < 2; i++) {
      expect((await app.post(ask, { email: ANN }, { token })).status).toBe(200)
      tokens.push((await app.linkTo(ANN)).searchParams.get(parameter)!)
      app.clock.now += 1000
    }
    const password = use === '/password/reset/confirm' ? 'a better horse battery' : PASSWORD
    const send = (value: string) => app.post(use, { token: value, password })
    for (const { text, html, subject } of await app.mailsTo(ANN)) {
      expect([subject, text, html]).toEqual([
        expect.stringMatching(/^[A-Z][\w -]+$/),
        expect.stringContaining('https://'),
        expect.stringContaining('<a href="https://'),
      ])
      expect(text).toContain("If you didn't request this, you can ignore this email")
    }
    app.clock.now = NOW + seconds * 1000
    expect((await send(tokens[0]!)).code).toBe(code)
    expect(
      await Promise.all([send(tokens[1]!), send(tokens[1]!)]).then((all) =>
        all.map((one) => one.code ?? one.status).sort(),
      ),
    ).toEqual([200, code])
  })

  it('resets a password by a mailed link, and does not reveal whether an account exists', async () => {
    const before = await app.signUp()
    const known = await app.post<object>('/password/reset', { email: ANN, redirectUrl: `${PARTNER}/done` })
    const unknown = await app.post<object>('/password/reset', { email: 'nobody@example.com' })
    expect([unknown.status, unknown.body, [...unknown.headers.keys()]]).toEqual([
      known.status,
      known.body,
      [...known.headers.keys()],
    ])
    expect(await app.mailsTo('nobody@example.com')).toEqual([])
    const link = await app.linkTo(ANN)
    expect(await getText(await app.send(getPath(link)))).toContain('New password')
    const path = `/auth/reset?${link.searchParams.toString()}`
    const token = link.searchParams.get('token')!
    expect(await getText(await submit(path, { token, password: 'weak' }))).toContain('Password is too weak')
    expect(await getText(await submit(path, { token, password: 'a better horse battery' }))).toContain(
      'Your new password is saved',
    )
    expect((await app.me(before.access_token)).code).toBe('TOKEN_EXPIRED')
    const { body } = await app.post('/signin/email', { email: ANN, password: 'a better horse battery' })
    expect(body.user['emailVerified']).toBe(true)
  })

  it.each([
    ['/signin/magic', 'magicUrl', `Sign in as ${ANN}`],
    ['/password/reset', 'resetUrl', `For ${ANN}`],
    ['/email/verify', 'verifyUrl', `Account of ${ANN}`],
  ])(
    'shows whose account the link of %s belongs to before it is used, and nothing after it expires',
    async (path, name, text) => {
      await app.signUp()
      const { body } = await app.post<Record<string, string>>(
        `${path}/generate`,
        { email: ANN },
        { headers: as.service() },
      )
      const show = async () => getText(await app.send(getPath(new URL(body[name]!))))
      expect(await show()).toContain(text)
      app.clock.now += 24 * 3_600_000
      const over = await show()
      expect(over).not.toContain(ANN)
      expect(over).toContain('This link has expired or was already used.')
    },
  )

  it('requires the password to verify an email address', async () => {
    const { access_token: token } = await app.signUp()
    const link = await app.linkTo(ANN)
    const confirm = (password: string) =>
      submit(`/auth/verify?${QUERY}`, { token: link.searchParams.get('token')!, password })
    for (const wrong of ['', 'wrong horse']) expect((await confirm(wrong)).status).toBe(401)
    expect(await getText(await confirm(PASSWORD))).toContain('Your address is confirmed.')
    expect((await app.me(token)).body.user).toMatchObject({ emailVerified: true })
  })

  it('returns a link instead of mailing it to callers with the service key', async () => {
    await app.signUp()
    const service = { headers: as.service() }
    for (const [path, name] of [
      ['/password/reset/generate', 'resetUrl'],
      ['/signin/magic/generate', 'magicUrl'],
      ['/email/verify/generate', 'verifyUrl'],
    ] as const) {
      const { body } = await app.post<Record<string, string>>(path, { email: ANN }, service)
      expect(body).toEqual({
        token: expect.stringMatching(/^[\w-]{43}$/),
        expiresAt: expect.stringMatching(/Z$/),
        [name]: expect.stringContaining(body['token']!),
      })
    }
    expect((await app.post('/password/reset/generate', { email: 'nobody@example.com' }, service)).code).toBe(
      'USER_NOT_FOUND',
    )
    expect(await app.mailsTo(ANN)).toHaveLength(1)
  })
})
