import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { createClient } from '#shared/client/index.ts'
import { createRecorder, getRejection } from './recorder.ts'

const failing = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  createRecorder(() => Response.json(body, { status, headers }))
    .client.db.table('t')
    .list()

const dead = () => Response.json({ error: 'x', code: 'TOKEN_EXPIRED' }, { status: 401 })

describe('error responses', () => {
  test.each([
    [400, { error: 'text', code: '23514' }, 'validation', '23514', 'text'],
    [400, { message: 'text' }, 'validation', 'VALIDATION_ERROR', 'text'],
    [401, { error: { message: 'text', code: 'TOKEN_EXPIRED' } }, 'auth', 'TOKEN_EXPIRED', 'text'],
    [403, { error: 'text', code: 'SOMETHING_ELSE' }, 'network', 'FORBIDDEN', 'text'],
    [404, {}, 'network', 'NOT_FOUND', 'HTTP 404'],
    [409, { error: 'text', code: '23505' }, 'network', '23505', 'text'],
    [429, null, 'network', 'RATE_LIMITED', 'HTTP 429'],
    [500, { error: 'text' }, 'network', 'INTERNAL', 'text'],
    [503, {}, 'network', 'NETWORK_ERROR', 'HTTP 503'],
  ])('maps an error response of %i %j to the kind %s', async (status, body, kind, code, message) => {
    expect(await getRejection(failing(status, body))).toMatchObject({ kind, code, message, status })
  })

  test('keeps an error’s details and Retry-After', async () => {
    const details = { nextVoteAt: '2026-01-01T00:00:00.000Z' }
    expect(await getRejection(failing(429, { error: 'x', details }, { 'retry-after': '20' }))).toMatchObject({
      details,
      retryAfterSeconds: 20,
      retryable: true,
    })
  })

  test('quotes the text of an HTML error page', async () => {
    const { client } = createRecorder(() => new Response('Bad Gateway', { status: 502 }))
    expect(await getRejection(client.db.table('t').list())).toMatchObject({
      code: 'NETWORK_ERROR',
      message: 'Bad Gateway',
    })
  })
})

describe('missing responses', () => {
  test('reports a missing response as NETWORK_ERROR, with its cause', async () => {
    const cause = new TypeError('fetch failed')
    const client = createClient({ projectId: 'p', coreUrl: 'https://x', fetch: () => Promise.reject(cause) })
    const refusal = await getRejection(client.rest('t').select())
    expect(refusal).toMatchObject({ code: 'NETWORK_ERROR', kind: 'network', retryable: true, cause })
  })

  test('rethrows an abort as itself', async () => {
    const control = new AbortController()
    const client = createClient({
      projectId: 'p',
      coreUrl: 'https://x',
      fetch: async (_, init) => {
        control.abort()
        init.signal!.throwIfAborted()
        return new Response()
      },
    })
    const refusal = await getRejection(client.rest('t').select({}, { signal: control.signal }))
    expect(refusal).not.toBeInstanceOf(AppError)
    expect(refusal).toMatchObject({ name: 'AbortError' })
  })

  test('reports an unreadable response as INTERNAL', async () => {
    for (const body of ['{', '7', '[7]']) {
      const { client } = createRecorder(() => new Response(body, { headers: { 'content-type': 'application/json' } }))
      expect(await getRejection(client.rest('t').select())).toMatchObject({
        code: 'INTERNAL',
        message: 'The server sent an unreadable response.',
      })
    }
  })
})

describe('every call', () => {
  test('sends the client’s own headers and those of the call', async () => {
    const { client, requests } = createRecorder([], { headers: { 'x-on-behalf-of': 'v' } })
    await client.rest('t').select({}, { headers: { 'x-request': '1' } })
    await client.rest('t').insert({}, { headers: { 'x-request': '2' }, returning: true })
    expect(requests.map(({ headers }) => [headers['x-on-behalf-of'], headers['x-request'], headers['prefer']])).toEqual(
      [
        ['v', '1', undefined],
        ['v', '2', 'return=representation'],
      ],
    )
  })

  test('sends calls to the core, and sign-in calls to the auth host', async () => {
    const { client, requests } = createRecorder(
      { user: { id: 'u1' } },
      { coreUrl: 'https://core.example/', authUrl: 'https://auth.example/', token: 'tok' },
    )
    expect(await client.auth.me()).toEqual({ id: 'u1' })
    await client.rest('t').select()
    expect(requests.map(({ url }) => url)).toEqual([
      'https://auth.example/api/auth/me',
      'https://core.example/rest/v1/t?select=*',
    ])
    expect(requests[0]!.headers['authorization']).toBe('Bearer tok')
  })
})

describe('the session', () => {
  test('returns anonymous without a session, for an expired token and when the server fails', async () => {
    expect(await createRecorder([]).client.auth.userIdOrAnonymous()).toBe('anonymous')
    expect(await createRecorder(dead, { token: 't' }).client.auth.userIdOrAnonymous()).toBe('anonymous')
    expect(await createRecorder({}, { token: 't' }).client.auth.userIdOrAnonymous()).toBe('anonymous')
    expect(await createRecorder({ user: { id: 'u' } }, { token: 't' }).client.auth.userIdOrAnonymous()).toBe('u')
  })

  test.each([
    ['TOKEN_EXPIRED', 'TOKEN_EXPIRED', 'x'],
    ['auth/id-token-expired', 'TOKEN_EXPIRED', 'Session expired. Please sign in again.'],
    ['auth/too-many-requests', 'RATE_LIMITED', 'Too many attempts. Please wait a moment and try again.'],
    ['auth/user-not-found', 'INVALID_CREDENTIALS', 'Invalid email or password. Please try again.'],
    ['EMAIL_ALREADY_VERIFIED', 'VERIFICATION_FAILED', 'Verification failed. Please try again.'],
    ['SOMETHING_ELSE', 'NETWORK_ERROR', 'Network error. Please check your connection and try again.'],
    [undefined, 'NETWORK_ERROR', 'Network error. Please check your connection and try again.'],
  ])('fails the session check with the server’s %s as %s', async (code, mapped, message) => {
    const respond = () => Response.json({ error: 'x', code }, { status: 401 })
    const refusal = await getRejection(createRecorder(respond, { token: 't' }).client.auth.me())
    expect(refusal).toMatchObject({ code: mapped, kind: 'auth', message, status: 401 })
  })
})
