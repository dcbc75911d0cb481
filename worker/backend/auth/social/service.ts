import { generateCodeVerifier, generateState } from 'arctic'
import { AppError } from '#shared/client/errors.ts'
import type { AuthParts, Signed } from '../deps.ts'
import type { From } from '../request-source.ts'
import { readEmail } from '../email.ts'
import { newSecret } from '#worker/http/secrets.ts'
import type { UserRow } from '../user.ts'
import { endpointsOf } from './endpoints.ts'
import { providerClientOf } from './exchange.ts'
import type { Flow } from './flow.ts'
import { readProfile } from './profile.ts'
import type { ProviderName, SocialProfile } from './provider.ts'

export const callbackPath = (name: ProviderName): string => `/auth/callback/${name}`

/** Signing in by another service's word. */
export function createSocial({ config, clock, guard, users }: AuthParts, signedIn: (row: UserRow) => Promise<Signed>) {
  const { providers } = config.auth

  async function clientFor(name: ProviderName, from: From) {
    const endpoints = await endpointsOf(name, providers)
    return { endpoints, client: providerClientOf(name, providers, endpoints, from.origin + callbackPath(name)) }
  }

  /**
   * The account of an identity: the linked one, else the one of the address if the provider has verified it. An
   * unverified address opens no account.
   *
   * @throws AppError `EMAIL_NOT_VERIFIED`
   */
  async function accountOf(provider: ProviderName, profile: SocialProfile): Promise<UserRow> {
    const identity = { provider, subject: profile.subject }
    const known = await users.byIdentity(identity)
    if (known !== null) return known
    if (profile.email === null || !profile.isVerified) throw new AppError('EMAIL_NOT_VERIFIED')
    const row = await users.ofProved({
      email: readEmail(profile.email),
      displayName: profile.name?.slice(0, 80) ?? null,
      photoURL: profile.picture?.startsWith('https://') ? profile.picture : null,
    })
    if (row === null) throw new AppError('VERIFICATION_FAILED')
    await users.addIdentity(identity, row.id)
    return row
  }

  return {
    /** @returns where to go, and what to remember meanwhile. @throws AppError `RATE_LIMITED`, as `endpointsOf` */
    async start(name: ProviderName, from: From, query: string): Promise<{ url: URL; flow: Flow }> {
      await guard.network('social', from)
      const { client } = await clientFor(name, from)
      const proof = { state: generateState(), nonce: newSecret(), verifier: generateCodeVerifier() }
      return { url: client.authorizeUrl(proof), flow: { provider: name, query, ...proof } }
    },

    /** @throws AppError `VERIFICATION_FAILED`, `EMAIL_NOT_VERIFIED`, `AUTH_TIMEOUT`, `NETWORK_ERROR`, `RATE_LIMITED` */
    async finish(name: ProviderName, from: From, flow: Flow, code: string): Promise<Signed> {
      await guard.network('social', from)
      const { endpoints, client } = await clientFor(name, from)
      const tokens = await client.exchange(code, flow.verifier)
      const expected = { clientId: client.clientId, nonce: flow.nonce, clock }
      const profile = await readProfile(tokens, endpoints, expected)
      await guard.account('social', `${name}:${profile.subject}`)
      return signedIn(await accountOf(name, profile))
    },
  }
}
