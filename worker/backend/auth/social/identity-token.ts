import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { AppError } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'
import { FLOW_SECONDS } from '../limits.ts'
import type { Claims, Endpoints } from './provider.ts'

/** Only pairs of keys: with a shared secret, a public key could be passed off as one. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
const CLOCK_SKEW_SECONDS = 60

type Expected = { readonly audience: string; readonly nonce: string; readonly clock: Clock }

/** Key sets are fetched once, and again when a key is missing. */
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

function getKeySet(url: string) {
  const known = keySets.get(url) ?? createRemoteJWKSet(new URL(url), { timeoutDuration: 10_000 })
  keySets.set(url, known)
  return known
}

/** @throws AppError `VERIFICATION_FAILED` for a token that is not by this service, for us, of now and of this very sign-in */
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
      // Judges `iat` as well: issued neither in the future nor before this sign-in began.
      maxTokenAge: FLOW_SECONDS,
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
    })
    const { sub, azp } = payload
    const isForOthers =
      (Array.isArray(payload.aud) && payload.aud.length > 1) || (azp !== undefined && azp !== audience)
    if (payload['nonce'] !== nonce || typeof sub !== 'string' || sub === '' || isForOthers)
      throw new Error('not of this sign-in')
    return { ...payload, sub }
  } catch (cause) {
    throw new AppError('VERIFICATION_FAILED', undefined, { cause })
  }
}
