import { beforeEach, describe, expect, it } from 'vitest'
import { deriveKey, writePhc } from '#worker/backend/auth/passwords.ts'
import { type AuthApp, createAuthApp, NOW, PASSWORD, quickKey } from '../../support/auth.ts'
import { as } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

let app: AuthApp

beforeEach(async () => {
  await freshDatabase()
  app = createAuthApp()
})

const ANN = 'ann@example.com'
const SERVICE = { headers: as.service() }

const WEAK: readonly (readonly [what: string, password: string, hint: RegExp, email?: string])[] = [
  ['short', 'aB3$xyz', /8 characters or more/],
  ['a common password', 'Password123', /Many people use that password/],
  ['a sequence', '123456789', /Many people use that password/],
  ['one repeated letter', 'aaaaaaaaaaaa', /5 different characters/],
  ['four repeated letters', 'abcdabcdabcd', /5 different characters/],
  ['the email address', ANN, /your name or email address/],
  ['the name in the email address', 'annabel.smith1', /your name or email address/, 'annabel.smith@example.com'],
  ['longer than the limit', 'aB3$xyz9'.repeat(40), /at most 256 characters/],
]

const MALFORMED_EMAILS = [
  '',
  'ann',
  'ann@',
  '@example.com',
  'ann@localhost',
  'ann@exa mple.com',
  'ann@example.com\r\nBcc: x@y.z',
  'аnn@example.com',
  `${'a'.repeat(300)}@example.com`,
] as const

describe('signing up', () => {
  it('returns both tokens, and stores only the fields that a visitor may set', async () => {
    const { status, body } = await app.post('/signup', {
      email: ' Ann@Example.COM ',
      password: PASSWORD,
      role: 'admin',
      emailVerified: true,
      metadata: { displayName: 'Ann', avatar: 'https://pictures.example/a.png', role: 'admin' },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_expires_in: 2_592_000,
      user: {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        email: ANN,
        emailVerified: false,
        role: 'user',
        createdAt: new Date(NOW).toISOString(),
        displayName: 'Ann',
        photoURL: 'https://pictures.example/a.png',
      },
    })
    expect(await app.mailsTo(ANN)).toMatchObject([{ subject: 'Confirm your email address' }])
  })

  it('creates one account when five sign-ups for an email address arrive together', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => app.post('/signup', { email: ANN, password: PASSWORD })),
    )
    expect(responses.map(({ status, code }) => code ?? status).sort()).toEqual([
      200,
      ...Array.from({ length: 4 }, () => 'EMAIL_ALREADY_EXISTS'),
    ])
  })

  it('returns a hint for a weak password', async () => {
    for (const [what, password, hint, email = ANN] of WEAK) {
      expect([what, await app.post('/signup', { email, password })]).toMatchObject([
        what,
        { status: 400, code: 'WEAK_PASSWORD', body: { hint: expect.stringMatching(hint) as unknown } },
      ])
      await testEnv().DB.prepare('delete from token_buckets').run()
    }
  })

  it('rejects a malformed email address', async () => {
    for (const [i, email] of MALFORMED_EMAILS.entries()) {
      const response = await app.post('/signup', { email, password: PASSWORD }, { ip: `198.51.100.${i}` })
      expect([email, response.status, response.code]).toEqual([email, 400, 'INVALID_EMAIL'])
    }
  })

  it('normalizes the host of an email address, so that no look-alike opens another account', async () => {
    const { body } = await app.post('/signup', { email: 'ann@exampl\u212a.com', password: PASSWORD })
    expect(body.user.email).toBe('ann@examplk.com')
    const again = await app.post('/signup', { email: 'ann@examplk.com', password: PASSWORD })
    expect(again.status).toBe(409)
  })

  it('requires a verified email address when REQUIRE_VERIFIED_EMAIL is set', async () => {
    const strict = createAuthApp({ REQUIRE_VERIFIED_EMAIL: 'true' })
    const first = await strict.post('/signup', { email: ANN, password: PASSWORD })
    expect(first).toMatchObject({ status: 403, code: 'EMAIL_NOT_VERIFIED' })
    const signIn = (password: string) => strict.post('/signin/email', { email: ANN, password })
    expect((await signIn(PASSWORD)).code).toBe('EMAIL_NOT_VERIFIED')
    expect((await signIn('wrong horse battery')).code).toBe('INVALID_CREDENTIALS')
    const token = (await strict.linkTo(ANN)).searchParams.get('token')
    expect((await strict.post('/email/verify', { token, password: PASSWORD })).status).toBe(200)
    expect((await signIn(PASSWORD)).body.user).toMatchObject({ emailVerified: true })
  })
})

describe('signing in', () => {
  it('signs in with an email address in any case', async () => {
    const { user } = await app.signUp()
    const { status, body } = await app.post('/signin/email', { email: 'ANN@example.com', password: PASSWORD })
    expect([status, body.user.id, body.expires_in]).toEqual([200, user.id, 900])
  })

  it('returns the same error at the same cost for a wrong password, an unknown email address and an account without a password', async () => {
    const costs: unknown[] = []
    const counted = createAuthApp(
      {},
      {
        deriveKey: (password, salt, cost, bytes) => {
          costs.push([cost, salt.length, bytes])
          return quickKey(password, salt, cost, bytes)
        },
      },
    )
    await counted.signUp()
    const { body: link } = await counted.post<{ token: string }>(
      '/signin/magic/generate',
      { email: 'no-password@example.com' },
      SERVICE,
    )
    await counted.post('/signin/magic/verify', { token: link.token })

    const seen = []
    for (const email of [ANN, 'nobody@example.com', 'no-password@example.com']) {
      costs.length = 0
      const { status, body, headers } = await counted.post<Record<string, unknown>>('/signin/email', {
        email,
        password: 'not the right one',
      })
      seen.push({ status, body: { ...body, requestId: null }, headers: [...headers.keys()], costs: [...costs] })
    }
    expect(seen[0]).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CREDENTIALS', error: 'Invalid email or password. Please try again.' },
      costs: [[{ ln: 14, r: 8, p: 5 }, 16, 32]],
    })
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
  })

  it.each([
    { ln: 10, r: 8, p: 1 },
    { ln: 13, r: 8, p: 10 },
  ])('rehashes a password stored with other parameters once: %j', async (old) => {
    const { user } = await app.signUp()
    const salt = new Uint8Array(16).fill(7)
    const hash = writePhc({ ...old, salt, key: await quickKey(PASSWORD, salt, old, 32) })
    const stored = () =>
      testEnv().DB.prepare('select password_hash from users where id = ?1').bind(user.id).first<string>('password_hash')
    await testEnv().DB.prepare('update users set password_hash = ?2 where id = ?1').bind(user.id, hash).run()

    const signIn = (password: string) => app.post('/signin/email', { email: ANN, password })
    expect((await signIn('not the right one')).code).toBe('INVALID_CREDENTIALS')
    expect(await stored()).toBe(hash)
    expect((await signIn(PASSWORD)).status).toBe(200)
    expect(await stored()).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/)
    expect((await signIn(PASSWORD)).status).toBe(200)
  })

  it('stores a password as a salted scrypt hash', async () => {
    const real = createAuthApp({}, { deriveKey })
    await real.signUp()
    expect((await real.post('/signin/email', { email: ANN, password: PASSWORD })).status).toBe(200)
    expect((await real.post('/signin/email', { email: ANN, password: `${PASSWORD}!` })).status).toBe(401)
    const hash = await testEnv().DB.prepare('select password_hash from users').first<string>('password_hash')
    expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w+/]{22}\$[\w+/]{43}$/)
  })
})

describe('the signed-in user', () => {
  it('updates only the name and picture of a user', async () => {
    const { access_token: token, user } = await app.signUp()
    const change = {
      displayName: 'Ann B.',
      photoURL: null,
      role: 'admin',
      emailVerified: true,
      id: 'x',
      email: 'b@c.de',
    }
    const { status, body } = await app.call<{ user: object }>('PATCH', '/me', change, { token })
    expect([status, body.user]).toEqual([
      200,
      { ...user, displayName: 'Ann B.', lastSignInAt: new Date(NOW).toISOString() },
    ])
    expect((await app.me(token)).body.user).toEqual(body.user)
    const script = await app.call('PATCH', '/me', { photoURL: 'javascript:alert(1)' }, { token })
    expect(script).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
  })

  it('makes a user with a listed email address an admin once the address is verified', async () => {
    const boss = createAuthApp({ ADMIN_EMAILS: 'Boss@example.com, other@example.com' })
    const { access_token: token } = await boss.signUp('boss@example.com')
    expect((await boss.me(token)).body.user['role']).toBe('user')
    const mailed = async (name: string) => (await boss.linkTo('boss@example.com')).searchParams.get(name)
    await boss.post('/email/verify', { token: await mailed('token') })
    // Pre-hijacking: if someone else registered the admin’s address, the owner’s click alone grants no admin role.
    expect((await boss.me(token)).body.user).toMatchObject({ emailVerified: true, role: 'user' })
    await boss.post('/signin/magic', { email: 'boss@example.com' })
    const { body } = await boss.post('/signin/magic/verify', { token: await mailed('magic_token') })
    expect(body.user['role']).toBe('admin')
  })

  it('changes the password with the old one, and signs out every other device', async () => {
    const here = await app.signUp()
    const { body: there } = await app.post('/signin/email', { email: ANN, password: PASSWORD })
    const change = (body: object) => app.call('POST', '/password/change', body, { token: here.access_token })
    const next = 'a better horse battery'
    expect((await change({ oldPassword: 'wrong horse', newPassword: next })).code).toBe('INVALID_CREDENTIALS')
    expect((await change({ oldPassword: PASSWORD, newPassword: 'short' })).code).toBe('WEAK_PASSWORD')
    expect((await change({ oldPassword: PASSWORD, newPassword: next })).status).toBe(200)
    expect([(await app.me(here.access_token)).status, (await app.refresh(here.refresh_token)).status]).toEqual([
      200, 200,
    ])
    expect([(await app.me(there.access_token)).code, (await app.refresh(there.refresh_token)).code]).toEqual([
      'TOKEN_EXPIRED',
      'TOKEN_EXPIRED',
    ])
    expect((await app.post('/signin/email', { email: ANN, password: next })).status).toBe(200)
    expect(await app.mailsTo(ANN)).toMatchObject([{ subject: 'Your password was changed' }, {}])
  })

  it('deletes an account with its cards', async () => {
    const { access_token: token, refresh_token: refresh, user } = await app.signUp()
    const card = (id: string, owner: string) =>
      testEnv()
        .DB.prepare(
          `insert into fantasy_football_cards (id, team_colors, image_url, created_at, visibility, owner, generation_id, user_id, drafted_at, art_path)
         values (?1, 'Dallas Cowboys', ?1, ?3, 'public', 'v', ?1, ?2, ?3, ?1)`,
        )
        .bind(id, owner, new Date(NOW).toISOString())
    await testEnv().DB.batch([card('hers', user.id), card('other', 'anonymous')])

    expect((await app.call('DELETE', '/account', undefined, { token })).status).toBe(200)
    expect([(await app.me(token)).code, (await app.refresh(refresh)).code]).toEqual(['TOKEN_EXPIRED', 'TOKEN_EXPIRED'])
    expect((await app.post('/signin/email', { email: ANN, password: PASSWORD })).code).toBe('INVALID_CREDENTIALS')
    const statuses = ['hers', 'other'].map(async (id) => (await app.send(`/api/cards/${id}`)).status)
    expect(await Promise.all(statuses)).toEqual([410, 200])
  })
})
