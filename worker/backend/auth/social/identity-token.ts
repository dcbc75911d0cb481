import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { AppError } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'
import { FLOW_SECONDS } from '../limits.ts'
import type { Claims, Endpoints } from './provider.ts'

/** Only asymmetric algorithms. With HMAC, the provider's public key could pass as the shared secret. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
const CLOCK_SKEW_SECONDS = 60

type Expected = { readonly audience: string; readonly nonce: string; readonly clock: Clock }

/** Cached key sets. `jose` fetches a set again when a key is missing. */
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

function getKeySet(url: string) {
  const known = keySets.get(url) ?? createRemoteJWKSet(new URL(url), { timeoutDuration: 10_000 })
  keySets.set(url, known)
  return known
}

/**
 * Verifies an ID token and returns its claims.
 *
 * @throws AppError `VERIFICATION_FAILED` unless issuer, audience, time and nonce match this sign-in
 */
export async function readIdentityToken(
  token: string,
  { keysUrl, getIssuer }: NonNullable<Endpoints['identity']>,
  { audience, nonce, clock }: Expected,
): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, getKeySet(keysUrl), {
      algorithms: ALGORITHMS,
      issuer: getIssuer(decodeJwt(token)),
      audience,
      currentDate: new Date(clock()),
      clockTolerance: CLOCK_SKEW_SECONDS,
      // Also validates `iat`: issued neither in the future nor before this sign-in began.
      maxTokenAge: FLOW_SECONDS,
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
    })
    const { sub, azp } = payload
    const isForOthers =
      (Array.isArray(payload.aud) && payload.aud.length > 1) || (azp !== undefined && azp !== audience)
    if (payload['nonce'] !== nonce || typeof sub !== 'string' || sub === '' || isForOthers)
      throw new Error('the token belongs to another sign-in')
    return { ...payload, sub }
  } catch (cause) {
    throw new AppError('VERIFICATION_FAILED', undefined, { cause })
  }
}
