import { describe, expect, test } from 'vitest'
import type { Auth } from '#shared/client/auth/auth.ts'
import { getAuthMessage, toAuthCode } from '#shared/client/auth/codes.ts'
import { AppError, ERRORS } from '#shared/client/errors.ts'
import { AUTH_MESSAGES } from '../../support/auth-messages.ts'
import { findOffenders } from '../../support/offenders.ts'
import { getRejection } from './recorder.ts'
import { createSignInBrowser, refuse } from './signing-in.ts'

const HEADLESS: readonly (readonly [name: string, call: (auth: Auth) => Promise<unknown>])[] = [
  ['signUp', (auth) => auth.signUp({ email: 'a@b.cd', password: 'x' })],
  ['signInWithEmail', (auth) => auth.signInWithEmail('a@b.cd', 'x')],
  ['signInWithGoogle', (auth) => auth.signInWithGoogle()],
  ['signInWithGitHub', (auth) => auth.signInWithGitHub()],
  ['signInWithApple', (auth) => auth.signInWithApple()],
  ['signInWithMicrosoft', (auth) => auth.signInWithMicrosoft({ mode: 'redirect' })],
  ['signInWithProvider', (auth) => auth.signInWithProvider('oidc')],
]

describe('managed mode (the default)', () => {
  test('rejects every sign-in method in managed mode without a request, a pop-up or navigation', async () => {
    const offenders = await findOffenders(HEADLESS, JSON.stringify, async ([name, call]) => {
      for (const mode of [{}, { mode: 'managed' } as const]) {
        const world = createSignInBrowser()
        const { auth, seen } = world.open(mode)
        const refusal = await getRejection(call(auth))
        expect(refusal).toBeInstanceOf(AppError)
        expect(refusal).toMatchObject({
          kind: 'auth',
          code: 'INVALID_CREDENTIALS',
          message: `${name} is only available in headless mode`,
          retryable: false,
        })
        expect([world.requests, seen.popups, seen.wentTo]).toEqual([[], [], []])
      }
    })
    expect(offenders).toEqual([])
  })
})

const NEEDS_USER: readonly (readonly [name: string, call: (auth: Auth) => Promise<unknown>])[] = [
  ['me', (auth) => auth.me()],
  ['updateMe', (auth) => auth.updateMe({ displayName: 'x' })],
  ['changePassword', (auth) => auth.changePassword('a', 'b')],
  ['sendEmailVerification', (auth) => auth.sendEmailVerification()],
  ['generateEmailVerificationToken', (auth) => auth.generateEmailVerificationToken()],
  ['deleteAccount', (auth) => auth.deleteAccount()],
]

describe('calls without a session', () => {
  test('rejects every call that needs a user without a request when there is no session', async () => {
    const offenders = await findOffenders(NEEDS_USER, JSON.stringify, async ([, call]) => {
      for (const mode of ['managed', 'headless'] as const) {
        const world = createSignInBrowser()
        const refusal = await getRejection(call(world.open({ mode }).auth))
        expect(refusal).toMatchObject({ kind: 'auth', code: 'INVALID_CREDENTIALS', message: 'Not authenticated' })
        expect(world.requests).toEqual([])
      }
    })
    expect(offenders).toEqual([])
  })

  test('rejects a magic link without a token without a request', async () => {
    const world = createSignInBrowser()
    for (const address of [undefined, 'https://app.example/?token=&magic_token='])
      expect(await getRejection(world.open({}, address).auth.verifyMagicLink())).toMatchObject({
        kind: 'auth',
        code: 'VERIFICATION_FAILED',
        message: 'No magic link token found',
      })
    expect(world.requests).toEqual([])
  })
})

describe('the error catalog', () => {
  test('has a message for every auth code', async () => {
    const offenders = await findOffenders(AUTH_MESSAGES, JSON.stringify, async ([code, message]) => {
      expect(getAuthMessage(code)).toBe(message)
      expect(new AppError(code).message).toBe(message)
      expect(new AppError(code).retryable).toBe(code === 'NETWORK_ERROR' || code === 'RATE_LIMITED')
      expect(toAuthCode(code)).toBe(code)
    })
    expect(offenders).toEqual([])
  })

  test.each(['', 'SOMETHING', 'OTHER', 'toString', 'FORBIDDEN'])(
    'has one message for every other auth code, %j',
    (code) => {
      expect(getAuthMessage(code)).toBe('Authentication error. Please try again.')
      expect(toAuthCode(code)).toBe('NETWORK_ERROR')
    },
  )

  test('maps every server code to ours, with our message', async () => {
    const offenders = await findOffenders(
      [
        ['auth/invalid-credential', 'INVALID_CREDENTIALS'],
        ['auth/wrong-password', 'INVALID_CREDENTIALS'],
        ['auth/user-not-found', 'INVALID_CREDENTIALS'],
        ['auth/email-not-verified', 'EMAIL_NOT_VERIFIED'],
        ['auth/popup-closed-by-user', 'POPUP_CANCELED'],
        ['auth/too-many-requests', 'RATE_LIMITED'],
        ['auth/id-token-expired', 'TOKEN_EXPIRED'],
        ['auth/email-already-in-use', 'EMAIL_ALREADY_EXISTS'],
        ['auth/weak-password', 'WEAK_PASSWORD'],
        ['auth/invalid-email', 'INVALID_EMAIL'],
        ['EMAIL_ALREADY_VERIFIED', 'VERIFICATION_FAILED'],
        ['constructor', 'NETWORK_ERROR'],
      ] as const,
      JSON.stringify,
      async ([sent, code]) => {
        const world = createSignInBrowser()
        world.script.respond = () => refuse(400, sent)
        const { auth } = world.open({ mode: 'headless' })
        const refusal = await getRejection(auth.signInWithEmail('a@b.cd', 'x'))
        expect(refusal).toMatchObject({ kind: 'auth', code, message: ERRORS[code].message, status: 400 })
        expect(auth.state()).toMatchObject({ user: null, tokens: null })
      },
    )
    expect(offenders).toEqual([])
  })

  test('keeps the server’s own message for a known code, and its Retry-After', async () => {
    const world = createSignInBrowser()
    world.script.respond = () =>
      Response.json({ error: 'Wait.', code: 'RATE_LIMITED' }, { status: 429, headers: { 'retry-after': '60' } })
    const refusal = await getRejection(world.open({ mode: 'headless' }).auth.signInWithEmail('a@b.cd', 'x'))
    expect(refusal).toMatchObject({ code: 'RATE_LIMITED', message: 'Wait.', retryable: true, retryAfterSeconds: 60 })
  })
})
