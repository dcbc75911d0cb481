import { beforeEach, describe, expect, test } from 'vitest'
import type { AccountAnswer } from '#shared/contracts/account.ts'
import { createAuthApp, type AuthApp, NOW, PASSWORD } from '../../support/auth.ts'
import { countOf, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

const MINUTE = 60_000

describe('an account', () => {
  let app: AuthApp
  let token: string
  let userId: string

  beforeEach(async () => {
    await freshDatabase()
    app = createAuthApp()
    const signed = await app.signUp()
    token = signed.access_token
    userId = signed.user.id
  })

  const show = async (by = token) => (await app.call<AccountAnswer>('GET', '/account', undefined, { token: by })).body
  const ownCard = async (id: string) => {
    await seedCard({ id, playerName: 'Mine' })
    await testEnv().DB.prepare('update fantasy_football_cards set user_id = ?1 where id = ?2').bind(userId, id).run()
  }

  test('shows its address, its sign-ins and how many cards go with it', async () => {
    await ownCard('c1')
    await seedCard({ id: 'c2' })
    app.clock.now += MINUTE
    await app.post('/signin/email', { email: 'ann@example.com', password: PASSWORD })
    expect(await show()).toEqual({
      email: 'ann@example.com',
      createdAt: new Date(NOW).toISOString(),
      hasPassword: true,
      cards: 1,
      sessions: [
        { since: new Date(NOW + MINUTE).toISOString(), isThis: false },
        { since: new Date(NOW).toISOString(), isThis: true },
      ],
      isFresh: true,
    })
    expect((await app.call('GET', '/account')).code).toBe('INVALID_CREDENTIALS')
  })

  test('gives out everything of its own, and nothing of others', async () => {
    await ownCard('c1')
    await seedCard({ id: 'c2', playerName: 'Theirs' })
    const { body } = await app.call('GET', '/account/export', undefined, { token })
    expect(body).toMatchObject({
      account: { id: userId, email: 'ann@example.com' },
      signedInSince: [new Date(NOW).toISOString()],
      cards: [{ id: 'c1', player_name: 'Mine', stats: { strength: 77 } }],
    })
    expect(JSON.stringify(body)).not.toMatch(/Theirs|scrypt/)
  })

  test.each(['/account/signout', '/account/remove'])(
    'is not changed by %s without the password once the sign-in is older than ten minutes',
    async (path) => {
      app.clock.now += 10 * MINUTE + 1
      const send = (body: object) => app.call('POST', path, body, { token })
      expect((await show()).isFresh).toBe(false)
      expect((await send({})).code).toBe('INVALID_CREDENTIALS')
      expect((await send({ password: 'not it at all' })).code).toBe('INVALID_CREDENTIALS')
      expect((await app.me(token)).status).toBe(200)
      expect((await send({ password: PASSWORD })).status).toBe(200)
      expect((await app.me(token)).code).toBe('TOKEN_EXPIRED')
    },
  )

  test('is removed by the wire’s own call, which carries no password, only just after a sign-in', async () => {
    const remove = (by: string) => app.call('DELETE', '/account', undefined, { token: by })
    app.clock.now += 10 * MINUTE + 1
    const refused = await remove(token)
    expect([refused.status, refused.code, await countOf('users')]).toEqual([401, 'INVALID_CREDENTIALS', 1])
    // Tokens that are renewed make no sign-in of an old one.
    const { refresh_token: refresh } = (
      await app.post('/signin/email', { email: 'ann@example.com', password: PASSWORD })
    ).body
    app.clock.now += 10 * MINUTE + 1
    const renewed = (await app.refresh(refresh)).body.access_token
    expect((await remove(renewed)).code).toBe('INVALID_CREDENTIALS')
    const again = (await app.post('/signin/email', { email: 'ann@example.com', password: PASSWORD })).body
    expect((await remove(again.access_token)).status).toBe(200)
    expect(await countOf('users')).toBe(0)
  })

  test('with a password is changed without it just after a sign-in, and never by an empty one', async () => {
    const send = (body: object) => app.call('POST', '/account/signout', body, { token })
    expect((await send({ password: '' })).code).toBe('INVALID_CREDENTIALS')
    expect((await send({})).status).toBe(200)
    expect((await app.me(token)).code).toBe('TOKEN_EXPIRED')
  })

  test('without a password is changed by a fresh sign-in, as a mailed link gives it', async () => {
    await testEnv().DB.prepare('update users set password_hash = null').run()
    expect((await show()).hasPassword).toBe(false)
    expect((await app.call('POST', '/account/remove', { password: PASSWORD }, { token })).code).toBe(
      'INVALID_CREDENTIALS',
    )
    expect((await app.call('POST', '/account/remove', {}, { token })).status).toBe(200)
    expect(await countOf('users')).toBe(0)
  })

  test('takes its cards with it, and signs out every device', async () => {
    await ownCard('c1')
    const other = (await app.post('/signin/email', { email: 'ann@example.com', password: PASSWORD })).body
    await app.call('POST', '/account/signout', { password: PASSWORD }, { token })
    expect((await app.me(other.access_token)).code).toBe('TOKEN_EXPIRED')
    expect((await app.refresh(other.refresh_token)).code).toBe('TOKEN_EXPIRED')
    const again = (await app.post('/signin/email', { email: 'ann@example.com', password: PASSWORD })).body
    await app.call('POST', '/account/remove', { password: PASSWORD }, { token: again.access_token })
    expect(await countOf('fantasy_football_cards')).toBe(0)
    expect((await app.send('/card/c1')).status).toBe(410)
  })
})
