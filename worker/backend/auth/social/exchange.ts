import { Apple, CodeChallengeMethod, OAuth2Client, type OAuth2Tokens } from 'arctic'
import { AppError } from '#shared/client/errors.ts'
import { withTimeout } from './ask.ts'
import type { Providers } from './endpoints.ts'
import type { Endpoints, ProviderName } from './provider.ts'

export type Proof = { readonly state: string; readonly nonce: string; readonly verifier: string }

/** An OAuth 2.0 client for one provider: authorization code flow, with PKCE where the provider supports it. */
export type ProviderClient = {
  readonly clientId: string
  authorizeUrl(proof: Proof): URL
  /** @throws AppError `VERIFICATION_FAILED`, `AUTH_TIMEOUT` */
  exchange(code: string, verifier: string): Promise<OAuth2Tokens>
}

export function createProviderClient(
  name: ProviderName,
  providers: Providers,
  endpoints: Endpoints,
  redirectUri: string,
): ProviderClient {
  const { authorizeUrl, tokenUrl, scopes, extra = {} } = endpoints
  const client =
    name === 'apple' ? createAppleClient(providers.apple!, redirectUri) : createOAuthClient(providers[name]!)

  function createOAuthClient({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
    const oauth = new OAuth2Client(clientId, clientSecret, redirectUri)
    return {
      clientId,
      authorize: ({ state, verifier }: Proof) =>
        oauth.createAuthorizationURLWithPKCE(authorizeUrl, state, CodeChallengeMethod.S256, verifier, [...scopes]),
      exchange: (code: string, verifier: string) => oauth.validateAuthorizationCode(tokenUrl, code, verifier),
    }
  }

  return {
    clientId: client.clientId,
    authorizeUrl(proof) {
      const url = client.authorize(proof)
      url.searchParams.set('nonce', proof.nonce)
      for (const [key, value] of Object.entries(extra)) url.searchParams.set(key, value)
      return url
    },
    exchange: (code, verifier) =>
      withTimeout(client.exchange(code, verifier)).catch((cause: unknown) => {
        throw cause instanceof AppError ? cause : new AppError('VERIFICATION_FAILED', undefined, { cause })
      }),
  }
}

/** Apple has no PKCE. Instead, the nonce in its signed token binds the response to the browser. */
function createAppleClient(
  { clientId, teamId, keyId, privateKey }: NonNullable<Providers['apple']>,
  redirectUri: string,
) {
  const key = Uint8Array.from(atob(privateKey.replaceAll(/-----[^-]+-----|\s/g, '')), (character) =>
    character.charCodeAt(0),
  )
  const apple = new Apple(clientId, teamId, keyId, key, redirectUri)
  return {
    clientId,
    authorize: ({ state }: Proof) => apple.createAuthorizationURL(state, ['name', 'email']),
    exchange: (code: string) => apple.validateAuthorizationCode(code),
  }
}
