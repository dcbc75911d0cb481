import { describe, expect, test } from 'vitest'
import type { Auth } from '#shared/client/auth/auth.ts'
import { authCodeOf, authMessageOf } from '#shared/client/auth/codes.ts'
import { AppError, ERRORS } from '#shared/client/errors.ts'
import { AUTH_MESSAGES } from '../../support/auth-messages.ts'
import { offendersOf } from '../../support/offenders.ts'
import { refusalOf } from './recorder.ts'
import { createSigningIn, refuse } from './signing-in.ts'

const HEADLESS: readonly (readonly [name: string, call: (auth: Auth) => Promise<unknown>])[] = [
  ['signUp', (auth) => auth.signUp({ email: 'a@b.cd', password: 'x' })],
  ['signInWithEmail', (auth) => auth.signInWithEmail('a@b.cd', 'x')],
  ['signInWithGoogle', (auth) => auth.signInWithGoogle()],
  ['signInWithGitHub', (auth) => auth.signInWithGitHub()],
  ['signInWithApple', (auth) => auth.signInWithApple()],
  ['signInWithMicrosoft', (auth) => auth.signInWithMicrosoft({ mode: 'redirect' })],
  ['signInWithProvider', (auth) => auth.signInWithProvider('oidc')],
]

describe('in managed mode, which is the default', () => {
  test('every way to sign in is refused without a request, a window or a way out of the page', async () => {
    const offenders = await offendersOf(HEADLESS, JSON.stringify, async ([name, call]) => {
      for (const mode of [{}, { mode: 'managed' } as const]) {
        const world = createSigningIn()
        const { auth, seen } = world.open(mode)
        const refusal = await refusalOf(call(auth))
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

describe('without a session', () => {
  test('every call that needs a user is refused without a request', async () => {
    const offenders = await offendersOf(NEEDS_USER, JSON.stringify, async ([, call]) => {
      for (const mode of ['managed', 'headless'] as const) {
        const world = createSigningIn()
        const refusal = await refusalOf(call(world.open({ mode }).auth))
        expect(refusal).toMatchObject({ kind: 'auth', code: 'INVALID_CREDENTIALS', message: 'Not authenticated' })
        expect(world.requests).toEqual([])
      }
    })
    expect(offenders).toEqual([])
  })

  test('a magic link without a token is refused without a request', async () => {
    const world = createSigningIn()
    for (const address of [undefined, 'https://app.example/?token=&magic_token='])
      expect(await refusalOf(world.open({}, address).auth.verifyMagicLink())).toMatchObject({
        kind: 'auth',
        code: 'VERIFICATION_FAILED',
        message: 'No magic link token found',
      })
    expect(world.requests).toEqual([])
  })
})

describe('the catalogue', () => {
  test('has a message for every code', async () => {
    const offenders = await offendersOf(AUTH_MESSAGES, JSON.stringify, async ([code, message]) => {
      expect(authMessageOf(code)).toBe(message)
      expect(new AppError(code).message).toBe(message)
      expect(new AppError(code).retryable).toBe(code === 'NETWORK_ERROR' || code === 'RATE_LIMITED')
      expect(authCodeOf(code)).toBe(code)
    })
    expect(offenders).toEqual([])
  })

  test.each(['', 'SOMETHING', 'OTHER', 'toString', 'FORBIDDEN'])('has one message for any other code, %j', (code) => {
    expect(authMessageOf(code)).toBe('Authentication error. Please try again.')
    expect(authCodeOf(code)).toBe('NETWORK_ERROR')
  })

  test('reads every code of a server as its own, with our words', async () => {
    const offenders = await offendersOf(
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
      async ([said, code]) => {
        const world = createSigningIn()
        world.script.answer = () => refuse(400, said)
        const { auth } = world.open({ mode: 'headless' })
        const refusal = await refusalOf(auth.signInWithEmail('a@b.cd', 'x'))
        expect(refusal).toMatchObject({ kind: 'auth', code, message: ERRORS[code].message, status: 400 })
        expect(auth.state()).toMatchObject({ user: null, tokens: null })
      },
    )
    expect(offenders).toEqual([])
  })

  test('keeps the server’s own words for a code of ours, and how long to wait', async () => {
    const world = createSigningIn()
    world.script.answer = () =>
      Response.json({ error: 'Wait.', code: 'RATE_LIMITED' }, { status: 429, headers: { 'retry-after': '60' } })
    const refusal = await refusalOf(world.open({ mode: 'headless' }).auth.signInWithEmail('a@b.cd', 'x'))
    expect(refusal).toMatchObject({ code: 'RATE_LIMITED', message: 'Wait.', retryable: true, retryAfterSeconds: 60 })
  })
})
