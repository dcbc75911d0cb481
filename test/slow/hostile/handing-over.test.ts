import { beforeEach, describe, expect, test } from 'vitest'
import type { DeriveKey } from '#worker/backend/auth/passwords.ts'
import {
  type AuthApp,
  createAuthApp,
  NOW,
  PASSWORD,
  PROJECT,
  quickKey,
  type TokenResponse,
} from '../../support/auth.ts'
import { as } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'

const ANN = 'ann@example.com'
const BOSS = 'boss@example.com'
const NEXT = 'a better horse battery'
const SERVICE = { headers: as.service() }

/** Key derivations pause here while the gate is closed. */
const gate = { meanwhile: null as (() => Promise<unknown>) | null }
const gatedKey: DeriveKey = async (...args) => {
  const { meanwhile } = gate
  gate.meanwhile = null
  await meanwhile?.()
  return quickKey(...args)
}

let app: AuthApp
let stranger: TokenResponse

beforeEach(async () => {
  await freshDatabase()
  gate.meanwhile = null
  app = createAuthApp({ ADMIN_EMAILS: BOSS }, { deriveKey: gatedKey })
  stranger = await app.signUp()
})

const signIn = (password = PASSWORD) => app.post('/signin/email', { email: ANN, password })
const tokenFor = async (path: string, email = ANN) =>
  (await app.post<{ token: string }>(`${path}/generate`, { email }, SERVICE)).body.token
const enterByMail = async (email = ANN) =>
  app.post('/signin/magic/verify', { token: await tokenFor('/signin/magic', email) })
const reset = async () =>
  app.post('/password/reset/confirm', { token: await tokenFor('/password/reset'), password: NEXT })
const change = (token: string, newPassword = NEXT) =>
  app.call('POST', '/password/change', { oldPassword: PASSWORD, newPassword }, { token })
const userOfCard = () => testEnv().DB.prepare('select user_id from fantasy_football_cards').first('user_id')
const saveCard = (userId: string) =>
  testEnv()
    .DB.prepare(
      `insert into fantasy_football_cards (id, team_colors, image_url, created_at, visibility, owner, generation_id, user_id, drafted_at)
       values ('his', 'Dallas Cowboys', 'x', ?1, 'public', 'v', 'g', ?2, ?1)`,
    )
    .bind(new Date(NOW).toISOString(), userId)
    .run()
const openSessions = () =>
  testEnv().DB.prepare('select count(*) as count from sessions where ended_at is null').first<number>('count')

describe('a pending password check', () => {
  test.each([
    ['its owner signs in by mail', () => enterByMail()],
    ['its owner resets the password', reset],
    ['the password is changed on another device', () => change(stranger.access_token)],
    ['the account is deleted', () => app.call('DELETE', '/account', undefined, { token: stranger.access_token })],
  ])('grants nothing for an earlier password once %s', async (_what, meanwhile) => {
    let sessions: number | null = null
    gate.meanwhile = async () => {
      expect((await meanwhile()).status).toBe(200)
      sessions = await openSessions()
    }
    expect((await signIn()).code).toBe('INVALID_CREDENTIALS')
    expect(await openSessions()).toBe(sessions)
  })

  test('grants no admin role to an account that registered the email address first', async () => {
    await app.signUp('boss@example.com')
    gate.meanwhile = () => enterByMail('boss@example.com')
    const late = await app.post('/signin/email', { email: 'boss@example.com', password: PASSWORD })
    expect([late.code, late.body.access_token]).toEqual(['INVALID_CREDENTIALS', undefined])
  })

  test('changes nothing after a concurrent reset', async () => {
    gate.meanwhile = reset
    expect((await change(stranger.access_token, 'the horse of a stranger')).code).toBe('INVALID_CREDENTIALS')
    expect([(await signIn(NEXT)).status, (await signIn('the horse of a stranger')).status]).toEqual([200, 401])

    const again = await app.signUp('bob@example.com')
    const token = await tokenFor('/password/reset', 'bob@example.com')
    gate.meanwhile = () =>
      testEnv().DB.prepare("update users set password_hash = 'another' where id = ?1").bind(again.user.id).run()
    expect((await app.post('/password/reset/confirm', { token, password: NEXT })).status).toBe(200)
    expect((await app.me(again.access_token)).code).toBe('TOKEN_EXPIRED')
    expect((await app.post('/signin/email', { email: 'bob@example.com', password: NEXT })).status).toBe(200)
  })
})

test.each([
  ['A reset', reset, ['VERIFICATION_FAILED', 'MAGIC_LINK_EXPIRED']],
  ['A change', () => change(stranger.access_token), ['VERIFICATION_FAILED', 200]],
])('invalidates mailed links that set another password: %s of the password', async (_what, run, expected) => {
  const tokens = [await tokenFor('/password/reset'), await tokenFor('/signin/magic')]
  expect((await run()).status).toBe(200)
  const uses = [
    await app.post('/password/reset/confirm', { token: tokens[0], password: 'yet another horse' }),
    await app.post('/signin/magic/verify', { token: tokens[1] }),
  ]
  expect(uses.map(({ code, status }) => code ?? status)).toEqual(expected)
})

describe('a verified email address', () => {
  const confirm = (token: string, proof: object = {}, options = {}) =>
    app.post('/email/verify', { token, ...proof }, options)
  const stands = async () => [(await app.me(stranger.access_token)).status, (await signIn()).status]

  test('keeps password, sessions, name and cards when an email address is verified by its token alone', async () => {
    await app.call('PATCH', '/me', { displayName: 'Ann' }, { token: stranger.access_token })
    await saveCard(stranger.user.id)
    expect(await confirm(await tokenFor('/email/verify'))).toMatchObject({ status: 200, body: { success: true } })
    expect(await stands()).toEqual([200, 200])
    const { user } = (await app.me(stranger.access_token)).body
    expect(user).toMatchObject({ emailVerified: true, displayName: 'Ann' })
    expect(await userOfCard()).toBe(stranger.user.id)
  })

  test('grants no admin role to an email address verified by its token alone, however often the user signs in', async () => {
    const boss = await app.signUp(BOSS)
    expect((await confirm(await tokenFor('/email/verify', BOSS))).status).toBe(200)
    const { body: again } = await app.post('/signin/email', { email: BOSS, password: PASSWORD })
    for (const { access_token: token } of [boss, again])
      expect((await app.me(token)).body.user).toMatchObject({ emailVerified: true, role: 'user' })
    // The reader of the mail takes over the account, and its earlier credentials stop working.
    const owner = (await enterByMail(BOSS)).body
    expect(owner.user).toMatchObject({ id: boss.user.id, role: 'admin' })
    for (const { access_token: token } of [boss, again]) expect((await app.me(token)).code).toBe('TOKEN_EXPIRED')
    expect((await app.post('/signin/email', { email: BOSS, password: PASSWORD })).code).toBe('INVALID_CREDENTIALS')
  })

  test.each([
    ['a magic link', () => enterByMail()],
    ['a reset', reset],
  ])('gives an account verified by its token alone to the first sign-in by %s', async (_what, come) => {
    await confirm(await tokenFor('/email/verify'))
    expect((await come()).status).toBe(200)
    expect(await stands()).toEqual([401, 401])
  })

  test('treats an email address as proven once it is verified with the password, so that a magic link takes nothing', async () => {
    const boss = await app.signUp(BOSS)
    const user = { token: boss.access_token }
    await confirm(await tokenFor('/email/verify', BOSS))
    expect((await app.call('POST', '/email/verify/send', undefined, user)).status).toBe(200)
    await confirm((await app.linkTo(BOSS)).searchParams.get('token')!, { password: PASSWORD })
    expect((await app.me(boss.access_token)).body.user).toMatchObject({ role: 'admin' })
    expect((await enterByMail(BOSS)).status).toBe(200)
    expect((await app.me(boss.access_token)).status).toBe(200)
    expect((await app.call('POST', '/email/verify/send', undefined, user)).code).toBe('VERIFICATION_FAILED')
  })

  test('treats an email address as proven only in the browser that signed up', async () => {
    for (const [index, isSame] of [true, false].entries()) {
      const email = `fan${index}@example.com`
      const [mine, other] = [app.visitor(), app.visitor()]
      for (const browser of [mine, other]) await browser.arrive()
      const signUp = { projectId: PROJECT, email, password: PASSWORD }
      const { access_token: token } = await (await mine.post('/api/auth/signup', signUp)).json<TokenResponse>()
      const link = { projectId: PROJECT, token: await tokenFor('/email/verify', email) }
      expect((await (isSame ? mine : other).post('/api/auth/email/verify', link)).status).toBe(200)
      await enterByMail(email)
      expect((await app.me(token)).status).toBe(isSame ? 200 : 401)
    }
  })

  test.each([
    ['the password', () => ({ password: PASSWORD }), () => ({})],
    ['a token of the account', () => ({}), () => ({ token: stranger.access_token })],
  ])('keeps its maker signed in when an email address is verified with %s', async (_what, proof, options) => {
    expect((await confirm(await tokenFor('/email/verify'), proof(), options())).status).toBe(200)
    await enterByMail()
    expect(await stands()).toEqual([200, 200])
    expect((await app.me(stranger.access_token)).body.user).toMatchObject({ emailVerified: true })
  })

  test('refuses to verify with a wrong password or another account’s token, and keeps the link valid', async () => {
    const token = await tokenFor('/email/verify')
    expect((await confirm(token, { password: 'wrong horse' })).code).toBe('INVALID_CREDENTIALS')
    expect((await confirm(token, {}, { token: 'x.y.z' })).code).toBe('TOKEN_EXPIRED')
    expect(await stands()).toEqual([200, 200])
    const other = await app.signUp('eve@example.com')
    expect((await confirm(token, {}, { token: other.access_token })).status).toBe(200)
    await enterByMail()
    expect(await stands()).toEqual([401, 401])
  })
})

test('deletes a user’s rows in app tables with the account, when it changes hands or is deleted', async () => {
  const { DB } = testEnv()
  await DB.exec('create table notes (id text primary key, user_id text, text text)')
  await DB.exec('create table kept (id text primary key, user_id text)')
  await DB.exec(`create trigger stay before delete on kept begin select raise(abort, 'kept'); end`)
  const write = async ({ access_token: token }: TokenResponse, table: string, id: string) => {
    const response = await app.send(`/rest/v1/${table}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    })
    expect(response.status).toBe(201)
  }
  const ids = async () =>
    (await DB.prepare('select id from notes order by id').all<{ id: string }>()).results.map(({ id }) => id)
  const bob = await app.signUp('bob@example.com')
  for (const [person, id] of [
    [stranger, 'a'],
    [bob, 'b'],
  ] as const)
    await write(person, 'notes', id)
  await enterByMail()
  expect(await ids()).toEqual(['b'])
  await write(bob, 'kept', 'k')
  expect((await app.call('DELETE', '/account', undefined, { token: bob.access_token })).status).toBe(200)
  expect([await ids(), (await app.me(bob.access_token)).status]).toEqual([[], 401])
  // Rows that an app's own constraints protect are logged, and the account is still deleted.
  expect(JSON.stringify(takeConsole())).toContain('rows of a person not removed')
})

test('keeps no name, image and card of a stranger in an account that changed hands', async () => {
  const picture = { displayName: 'Call 555-0100', photoURL: 'https://stranger.example/x.png' }
  await app.call('PATCH', '/me', picture, { token: stranger.access_token })
  await saveCard(stranger.user.id)
  const { user } = (await enterByMail()).body
  expect(user).toEqual({ ...user, id: stranger.user.id, emailVerified: true })
  expect([user['displayName'], user['photoURL']]).toEqual([undefined, undefined])
  expect(await userOfCard()).toBe('anonymous')
})
