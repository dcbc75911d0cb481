import { errors, jwtVerify, type JWTVerifyResult, SignJWT } from 'jose'
import { AppError } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'
import { ACCESS_SECONDS, ACCESS_SKEW_SECONDS } from './limits.ts'
import { keyFor } from '#worker/http/secrets.ts'
import type { Secrets } from '#worker/http/visitor.ts'

/** The claims of an access token (JWT): the user and the session. */
export type Access = { readonly userId: string; readonly sessionId: string; readonly expiresAt: number }

const ALGORITHM = 'HS256'
const HEADER_TYPE = 'at+jwt'
const PURPOSE = 'access'
const ID = /^[0-9a-f]{32}$/
/** Exact form of a token. Decoders also accept other spellings of the same bytes. */
const FORM = /^[\w-]+\.[\w-]+\.[\w-]{43}$/

/** Issues and verifies access tokens, which are valid for fifteen minutes. Clients treat them as opaque. */
export class AccessTokens {
  private readonly deps: { tokenSecrets: Secrets; projectId: string; clock: Clock }
  private readonly issuer: string

  constructor(deps: { tokenSecrets: Secrets; projectId: string; clock: Clock }) {
    this.deps = deps
    this.issuer = `${deps.projectId}/auth`
  }

  async issue({ userId, sessionId }: Omit<Access, 'expiresAt'>): Promise<string> {
    const issuedAt = Math.floor(this.deps.clock() / 1000)
    return new SignJWT({ typ: PURPOSE, sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ: HEADER_TYPE })
      .setIssuer(this.issuer)
      .setAudience(this.deps.projectId)
      .setSubject(userId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ACCESS_SECONDS)
      .sign(await getKey(this.deps.tokenSecrets[0]))
  }

  /** Verifies a token. @throws AppError `TOKEN_EXPIRED` for every invalid token */
  async read(token: string): Promise<Access> {
    try {
      if (!FORM.test(token)) throw new errors.JWTInvalid('malformed token')
      const { payload, protectedHeader } = await this.verify(token)
      const { sub, sid, typ, aud, exp, iat } = payload
      // Rejects everything we never issue: extra headers such as key ids or embedded keys, and lists of audiences.
      const isOurs = Object.keys(protectedHeader).length === 2 && aud === this.deps.projectId && typ === PURPOSE
      // Different machines sign and verify. One whose clock is behind must not refuse a new token.
      const isTooEarly = iat! > this.deps.clock() / 1000 + ACCESS_SKEW_SECONDS
      if (isTooEarly || exp! - iat! !== ACCESS_SECONDS) throw new errors.JWTInvalid('unexpected lifetime or issue time')
      if (!isOurs || !isId(sub) || !isId(sid)) throw new errors.JWTInvalid('not a token from this issuer')
      return { userId: sub, sessionId: sid, expiresAt: exp! }
    } catch (cause) {
      throw new AppError('TOKEN_EXPIRED', undefined, { cause })
    }
  }

  /** Verifies the signature with our algorithm, never the token's. The previous secret is accepted too. */
  private async verify(token: string): Promise<JWTVerifyResult> {
    const options = {
      algorithms: [ALGORITHM],
      typ: HEADER_TYPE,
      issuer: this.issuer,
      audience: this.deps.projectId,
      currentDate: new Date(this.deps.clock()),
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
    }
    const [current, earlier] = this.deps.tokenSecrets
    try {
      return await jwtVerify(token, await getKey(current), options)
    } catch (thrown) {
      if (earlier === undefined || !(thrown instanceof errors.JWSSignatureVerificationFailed)) throw thrown
      return jwtVerify(token, await getKey(earlier), options)
    }
  }
}

const getKey = (secret: string) => keyFor(secret, 'access-token')

const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value)
