import { beforeEach, describe, expect, test } from 'vitest'
import type { AccountResponse } from '#shared/contracts/account.ts'
import { createAuthApp, type AuthApp, NOW, PASSWORD } from '../../support/auth.ts'
import { countRows, seedCard } from '../../support/cards.ts'
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

  const getAccount = async (by = token) =>
    (await app.call<AccountResponse>('GET', '/account', undefined, { token: by })).body
  const ownCard = async (id: string) => {
    await seedCard({ id, playerName: 'Mine' })
    await testEnv().DB.prepare('update fantasy_football_cards set user_id = ?1 where id = ?2').bind(userId, id).run()
  }

  test('shows an account’s email address, its sign-ins and the number of its cards', async () => {
    await ownCard('c1')
    await seedCard({ id: 'c2' })
    app.clock.now += MINUTE
    await app.post('/signin/email', { email: 'ann@example.com', password: PASSWORD })
    expect(await getAccount()).toEqual({
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

  test('exports everything that belongs to an account, and nothing that belongs to others', async () => {
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
    'refuses %s without the password once the sign-in is older than ten minutes',
    async (path) => {
      app.clock.now += 10 * MINUTE + 1
      const send = (body: object) => app.call('POST', path, body, { token })
      expect((await getAccount()).isFresh).toBe(false)
      expect((await send({})).code).toBe('INVALID_CREDENTIALS')
      expect((await send({ password: 'not it at all' })).code).toBe('INVALID_CREDENTIALS')
      expect((await app.me(token)).status).toBe(200)
      expect((await send({ password: PASSWORD })).status).toBe(200)
      expect((await app.me(token)).code).toBe('TOKEN_EXPIRED')
    },
  )

  test('deletes an account through the API, without a password, only just after a sign-in', async () => {
    const remove = (by: string) => app.call('DELETE', '/account', undefined, { token: by })
    app.clock.now += 10 * MINUTE + 1
    const refused = await remove(token)
    expect([refused.status, refused.code, await countRows('users')]).toEqual([401, 'INVALID_CREDENTIALS', 1])
    // Refreshing tokens does not make an old sign-in recent.
    const { refresh_token: refresh } = (
      await app.post('/signin/email', { email: 'ann@example.com', password: PASSWORD })
    ).body
    app.clock.now += 10 * MINUTE + 1
    const renewed = (await app.refresh(refresh)).body.access_token
    expect((await remove(renewed)).code).toBe('INVALID_CREDENTIALS')
    const again = (await app.post('/signin/email', { email: 'ann@example.com', password: PASSWORD })).body
    expect((await remove(again.access_token)).status).toBe(200)
    expect(await countRows('users')).toBe(0)
  })

  test('changes a password account without the password just after a sign-in, but not with an empty password', async () => {
    const send = (body: object) => app.call('POST', '/account/signout', body, { token })
    expect((await send({ password: '' })).code).toBe('INVALID_CREDENTIALS')
    expect((await send({})).status).toBe(200)
    expect((await app.me(token)).code).toBe('TOKEN_EXPIRED')
  })

  test('deletes an account without a password after a fresh magic-link sign-in', async () => {
    await testEnv().DB.prepare('update users set password_hash = null').run()
    expect((await getAccount()).hasPassword).toBe(false)
    expect((await app.call('POST', '/account/remove', { password: PASSWORD }, { token })).code).toBe(
      'INVALID_CREDENTIALS',
    )
    expect((await app.call('POST', '/account/remove', {}, { token })).status).toBe(200)
    expect(await countRows('users')).toBe(0)
  })

  test('deletes an account’s cards with it, and signs out every device', async () => {
    await ownCard('c1')
    const other = (await app.post('/signin/email', { email: 'ann@example.com', password: PASSWORD })).body
    await app.call('POST', '/account/signout', { password: PASSWORD }, { token })
    expect((await app.me(other.access_token)).code).toBe('TOKEN_EXPIRED')
    expect((await app.refresh(other.refresh_token)).code).toBe('TOKEN_EXPIRED')
    const again = (await app.post('/signin/email', { email: 'ann@example.com', password: PASSWORD })).body
    await app.call('POST', '/account/remove', { password: PASSWORD }, { token: again.access_token })
    expect(await countRows('fantasy_football_cards')).toBe(0)
    expect((await app.send('/card/c1')).status).toBe(410)
  })
})
