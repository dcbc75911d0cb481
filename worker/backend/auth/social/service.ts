import { generateCodeVerifier, generateState } from 'arctic'
import { AppError } from '#shared/client/errors.ts'
import type { Accounts } from '../accounts.ts'
import type { AuthParts, SignInResult } from '../deps.ts'
import type { RequestSource } from '../request-source.ts'
import { readEmail } from '../email.ts'
import { newSecret } from '#worker/http/secrets.ts'
import type { UserRow } from '../user.ts'
import { getEndpoints } from './endpoints.ts'
import { createProviderClient } from './exchange.ts'
import type { Flow } from './flow.ts'
import { readProfile } from './profile.ts'
import type { ProviderName, SocialProfile } from './provider.ts'

export const callbackPath = (name: ProviderName): string => `/auth/callback/${name}`

/** Sign-in with OAuth providers (Google, GitHub, Apple, Microsoft, OpenID Connect). */
export class Social {
  private readonly parts: AuthParts
  private readonly accounts: Pick<Accounts, 'openSession'>

  constructor(parts: AuthParts, accounts: Pick<Accounts, 'openSession'>) {
    this.parts = parts
    this.accounts = accounts
  }

  /**
   * Starts a flow.
   *
   * @returns the provider's URL and the flow to seal in a cookie
   * @throws AppError `RATE_LIMITED`, and the errors of `getEndpoints`
   */
  async start(name: ProviderName, from: RequestSource, query: string): Promise<{ url: URL; flow: Flow }> {
    await this.parts.guard.network('social', from)
    const { client } = await this.clientFor(name, from)
    const proof = { state: generateState(), nonce: newSecret(), verifier: generateCodeVerifier() }
    return { url: client.authorizeUrl(proof), flow: { provider: name, query, ...proof } }
  }

  /**
   * Completes the OAuth callback: exchanges the code for tokens, reads the profile and signs in its account.
   *
   * @throws AppError `VERIFICATION_FAILED`, `EMAIL_NOT_VERIFIED`, `AUTH_TIMEOUT`, `NETWORK_ERROR`, `RATE_LIMITED`
   */
  async finish(name: ProviderName, from: RequestSource, flow: Flow, code: string): Promise<SignInResult> {
    await this.parts.guard.network('social', from)
    const { endpoints, client } = await this.clientFor(name, from)
    const tokens = await client.exchange(code, flow.verifier)
    const expected = { clientId: client.clientId, nonce: flow.nonce, clock: this.parts.clock }
    const profile = await readProfile(tokens, endpoints, expected)
    await this.parts.guard.account('social', `${name}:${profile.subject}`)
    return this.accounts.openSession(await this.getAccount(name, profile))
  }

  private async clientFor(name: ProviderName, from: RequestSource) {
    const { providers } = this.parts.config.auth
    const endpoints = await getEndpoints(name, providers)
    return {
      endpoints,
      client: createProviderClient(name, providers, endpoints, from.origin + callbackPath(name)),
    }
  }

  /**
   * Returns the account of an identity: the linked one, else the account with its verified email address. An unverified
   * address cannot open an account.
   *
   * @throws AppError `EMAIL_NOT_VERIFIED`
   */
  private async getAccount(provider: ProviderName, profile: SocialProfile): Promise<UserRow> {
    const identity = { provider, subject: profile.subject }
    const known = await this.parts.users.byIdentity(identity)
    if (known !== null) return known
    if (profile.email === null || !profile.isVerified) throw new AppError('EMAIL_NOT_VERIFIED')
    const row = await this.parts.users.findOrCreateVerified({
      email: readEmail(profile.email),
      displayName: profile.name?.slice(0, 80) ?? null,
      photoURL: profile.picture?.startsWith('https://') ? profile.picture : null,
    })
    if (row === null) throw new AppError('VERIFICATION_FAILED')
    await this.parts.users.addIdentity(identity, row.id)
    return row
  }
}
