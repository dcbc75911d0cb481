import { decodeJwt, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { keyFor } from '#worker/http/secrets.ts'
import { type Secrets } from '#worker/http/visitor.ts'
import { hostileTokens } from '../../support/hostile-tokens.ts'
import { NOW, PROJECT, SECRET, OLD_SECRET, USER, tokensAt, getRefusal } from './callers.ts'

describe('an access token', () => {
  test('issues tokens that name the user and session for exactly fifteen minutes', async () => {
    const token = await tokensAt(NOW).issue(USER)
    expect(decodeJwt(token)).toEqual({
      iss: 'a-project/auth',
      aud: PROJECT,
      sub: USER.userId,
      sid: USER.sessionId,
      typ: 'access',
      iat: NOW / 1000,
      exp: NOW / 1000 + 900,
    })
    const claims = { ...USER, expiresAt: NOW / 1000 + 900 }
    // Also accepted by a clock that is up to five minutes behind.
    for (const later of [-300_000, -1000, 0, 899_000]) expect(await tokensAt(NOW + later).read(token)).toEqual(claims)
    for (const wrong of [900_000, 86_400_000, -301_000])
      expect(await getRefusal(tokensAt(NOW + wrong).read(token))).toBe('TOKEN_EXPIRED')
  })

  test('accepts a token of its own project, signed with the current or previous secret', async () => {
    const token = await tokensAt(NOW).issue(USER)
    expect(await getRefusal(tokensAt(NOW, { project: 'another' }).read(token))).toBe('TOKEN_EXPIRED')
    expect(await getRefusal(tokensAt(NOW, { secrets: [OLD_SECRET] }).read(token))).toBe('TOKEN_EXPIRED')
    expect(await tokensAt(NOW, { secrets: [OLD_SECRET, SECRET] }).read(token)).toMatchObject(USER)
    // Only the signature is retried; every other check still applies to a token of the previous secret.
    expect(await getRefusal(tokensAt(NOW + 900_000, { secrets: [OLD_SECRET, SECRET] }).read(token))).toBe(
      'TOKEN_EXPIRED',
    )
  })

  test('rejects forged tokens and tokens with any other claim', async () => {
    const token = await tokensAt(NOW).issue(USER)
    const wrong = await hostileTokens(token, await keyFor(SECRET, 'access-token'), decodeJwt(token), { kty: 'RSA' })
    const taken: string[] = []
    for (const one of wrong) if ((await getRefusal(tokensAt(NOW).read(one))) !== 'TOKEN_EXPIRED') taken.push(one)
    expect(taken).toEqual([])
    expect(wrong.length).toBeGreaterThan(200)
  })

  test('keeps the reason for a refused token as the cause of its error, for the log', async () => {
    const token = await tokensAt(NOW).issue(USER)
    const foreign = await tokensAt(NOW).issue({ ...USER, userId: 'ann' })
    const secrets: Secrets = [SECRET, OLD_SECRET]
    for (const [one, now, reason] of [
      [`${token}=`, NOW, 'malformed token'],
      [token, NOW - 301_000, 'unexpected lifetime or issue time'],
      [foreign, NOW, 'not a token from this issuer'],
      // Not the failed signature of a second attempt with the previous secret.
      [token, NOW + 900_000, '"exp" claim timestamp check failed'],
    ] as const)
      await expect(tokensAt(now, { secrets }).read(one)).rejects.toMatchObject({ cause: { message: reason } })
  })
})

describe('a well-signed token', () => {
  const signed = async (header: Record<string, string>, claims: Record<string, unknown> = {}) => {
    const token = decodeJwt(await tokensAt(NOW).issue(USER))
    return new SignJWT({ ...token, ...claims })
      .setProtectedHeader({ alg: 'HS256', ...header })
      .sign(await keyFor(SECRET, 'access-token'))
  }

  test('accepts a well-signed token only with our claims and header type', async () => {
    expect(await tokensAt(NOW).read(await signed({ typ: 'at+jwt' }))).toMatchObject(USER)
    for (const header of [{}, { typ: 'JWT' }, { typ: 'at+jwt', kid: 'a' }])
      expect(await getRefusal(tokensAt(NOW).read(await signed(header as Record<string, string>)))).toBe('TOKEN_EXPIRED')
  })

  test.each([
    { sub: `x${'1'.repeat(32)}` },
    { sub: `${'1'.repeat(32)}x` },
    { sid: `x${'2'.repeat(32)}` },
    { sid: 7 },
    { typ: 'refresh' },
    { aud: [PROJECT] },
  ])('rejects a well-signed token with the claims %o', async (claims) => {
    expect(await getRefusal(tokensAt(NOW).read(await signed({ typ: 'at+jwt' }, claims)))).toBe('TOKEN_EXPIRED')
  })

  test.each(['', ' ', '.', 'x.'])('rejects a token with %j before or after it', async (more) => {
    const token = await tokensAt(NOW).issue(USER)
    for (const one of [more + token, token + more].filter((text) => text !== token))
      expect(await getRefusal(tokensAt(NOW).read(one))).toBe('TOKEN_EXPIRED')
  })
})
